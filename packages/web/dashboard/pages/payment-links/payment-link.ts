import type { Row } from "../../api/types.ts";

export type PaymentLink = Row<"/orgs/{org_id}/payment-links">;

export const linksKey = (orgId: string) => ["payment-links", orgId] as const;
