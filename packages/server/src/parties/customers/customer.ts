/**
 *   active --merge--> merged, part of another customer forever
 *   active --erase--> erasing --no payment of the customer holds personal data any more--> erased
 */
export const CUSTOMER_STATUSES = ["active", "merged", "erasing", "erased"] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export type CustomerContent = {
  /** The customer's id in the caller's own system. */
  readonly reference: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly country: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
};

export type Customer = CustomerContent & {
  readonly orgId: string;
  readonly customerId: string;
  readonly status: CustomerStatus;
  readonly mergedInto: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const NO_CONTENT: CustomerContent = {
  reference: null,
  name: null,
  email: null,
  phone: null,
  country: null,
  metadata: {},
};

export function contentAfter(before: CustomerContent, change: Partial<CustomerContent>): CustomerContent {
  const metadata = Object.entries({ ...before.metadata, ...change.metadata }).filter(([, value]) => value !== null);
  return { ...before, ...change, metadata: Object.fromEntries(metadata) };
}

/** What a merge leaves: the survivor's data, and the other's where it has none. A reference stays with its own id. */
export function contentOfBoth(survivor: CustomerContent, merged: CustomerContent): CustomerContent {
  return {
    reference: survivor.reference,
    name: survivor.name ?? merged.name,
    email: survivor.email ?? merged.email,
    phone: survivor.phone ?? merged.phone,
    country: survivor.country ?? merged.country,
    metadata: { ...merged.metadata, ...survivor.metadata },
  };
}
