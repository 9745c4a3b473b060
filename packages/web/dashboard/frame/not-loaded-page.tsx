import { CorridorError } from "corridor-client/error.ts";
import type { ReactNode } from "react";
import { LoadFailure } from "../components/failure-alert.tsx";
import { Page } from "../components/page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { PagePending } from "./page-pending.tsx";

type Props = {
  query: { error: unknown; refetch: () => unknown };
  title: string;
  back: ReactNode;
  /** What the failure is called. */ failure: string;
};

/** In place of a record's page while it loads, if it does not exist, and if it could not be loaded. */
export function NotLoadedPage({ query, title, back, failure }: Props) {
  if (query.error === null) return <PagePending />;
  if (query.error instanceof CorridorError && query.error.status === 404) return <NotFoundPage />;
  return (
    <Page title={title} back={back}>
      <LoadFailure query={query} title={failure} />
    </Page>
  );
}
