import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { Page } from "./page.tsx";

/** In place of a page whose purpose the person's role does not include: who can do it, and no button that cannot work. */
export function NotAllowed({
  title,
  what,
  back,
  ofPlatform = false,
}: {
  title: string;
  what: string;
  back?: ReactNode;
  ofPlatform?: boolean;
}) {
  return (
    <Page title={title} back={back}>
      <EmptyState icon="shield" title={`Your role does not let you ${what}`}>
        {ofPlatform
          ? "It is for the people who run this service."
          : "An administrator of your organization can do it, or give you the right, under Members."}
      </EmptyState>
    </Page>
  );
}
