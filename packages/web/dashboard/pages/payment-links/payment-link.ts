import type { Row } from "@corridor/shared/operations.ts";

export type PaymentLink = Row<"/orgs/{org_id}/payment-links">;

export const linksKey = (orgId: string) => ["payment-links", orgId] as const;
