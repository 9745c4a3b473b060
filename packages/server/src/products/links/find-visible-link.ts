import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import type { OrganizationAccess } from "#src/kernel/http/authenticate.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { type LinkStatus, type PaymentLink, statusAt } from "./payment-link.ts";
import { findLinkByRef } from "./queries.ts";

export type FindVisibleLinkDeps = {
  db: Queryable;
  clock: Clock;
  accessOf(orgId: string): Promise<OrganizationAccess | null>;
};

/** As a visitor may see it: an organization that is suspended, or has payment links no more, collects nothing. */
export async function findVisibleLink(
  deps: FindVisibleLinkDeps,
  linkRef: string,
): Promise<{ link: PaymentLink; status: LinkStatus }> {
  const link = await findLinkByRef(deps.db, linkRef);
  if (link === undefined) throw notFound("Payment link");
  return { link, status: await visibleStatusOf(deps, link) };
}

export async function visibleStatusOf(
  deps: Pick<FindVisibleLinkDeps, "clock" | "accessOf">,
  link: PaymentLink,
): Promise<LinkStatus> {
  const status = statusAt(link, deps.clock.now());
  if (status !== "active") return status;
  const access = await deps.accessOf(link.orgId);
  return access === null || access.suspended || !access.features.has("payment_links") ? "disabled" : "active";
}
