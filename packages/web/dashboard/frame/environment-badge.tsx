import { useQuery } from "@tanstack/react-query";
import { StatusBadge } from "../components/status-badge.tsx";
import { signInOptionsQuery } from "../session/session.ts";

/** Whether this deployment moves real money. */
export function EnvironmentBadge() {
  const { data } = useQuery(signInOptionsQuery);
  if (data === undefined) return null;
  const isTest = data.environment === "test";
  return (
    <span title={isTest ? "A development deployment: sandbox providers, no real money." : "Real money moves here."}>
      <StatusBadge status={isTest ? "open" : "active"} label={isTest ? "Test" : "Live"} />
    </span>
  );
}
