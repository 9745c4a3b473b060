import type { ErrorComponentProps } from "@tanstack/react-router";
import { FailureAlert } from "../components/failure-alert.tsx";
import { Page } from "../components/page.tsx";

/** A page that broke; also a deployment that replaced the files of an open tab, which loading again mends. */
export function PageFailure({ error }: ErrorComponentProps) {
  return (
    <Page title="This page could not be shown">
      <FailureAlert error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
