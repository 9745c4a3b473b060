import { Badge, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { signInOptionsQuery } from "../session/session.ts";

/** Whether money is real here. */
export function EnvironmentBadge() {
  const { data } = useQuery(signInOptionsQuery);
  if (data === undefined) return null;
  const isTest = data.environment === "test";
  return (
    <Tooltip label={isTest ? "A development deployment: sandbox providers, no real money." : "Real money moves here."}>
      <Badge variant="light" color={isTest ? "yellow.8" : "pine.8"} radius="sm" tabIndex={0}>
        {isTest ? "Test" : "Live"}
      </Badge>
    </Tooltip>
  );
}
