import type { ErrorComponentProps } from "@tanstack/react-router";
import { FailureAlert } from "../components/failure-alert.tsx";
import { Page } from "../components/page.tsx";
import { PageNotLoaded } from "./lazy-page.ts";

/** A page that crashed, or whose files could not be loaded. Reloading the whole dashboard fixes both. */
export function PageFailure({ error }: ErrorComponentProps) {
  const reload = () => window.location.reload();
  return (
    <Page title="This page could not be shown">
      {error instanceof PageNotLoaded ? (
        <FailureAlert error={error} title="The page did not load" onRetry={reload} retryLabel="Reload" />
      ) : (
        <FailureAlert error={error} onRetry={reload} />
      )}
    </Page>
  );
}
