/**
 * The judge's only input: answers of the public API, the sandbox's journal, the receivers' logs, and the tables as far
 * as no answer can be believed. Amounts are the decimal text of the wire format: summing floats would produce
 * differences of its own.
 */
export type Evidence = {
  readonly payments: readonly PaymentSeen[];
  readonly refunds: readonly RefundSeen[];
  readonly disputes: readonly DisputeSeen[];
  /** Transactions of virtual accounts, and payments out of escrow. */
  readonly movements: readonly MovementSeen[];
  readonly batches: readonly BatchSeen[];
  readonly accounts: readonly AccountSeen[];
  readonly postings: readonly LedgerTransactionSeen[];
  readonly creditLines: readonly { readonly org_id: string; readonly currency: string; readonly amount: string }[];
  readonly events: readonly EventSeen[];
  readonly auditLog: readonly AuditEntrySeen[];
  readonly reconciliationItems: readonly {
    readonly item_id: string;
    readonly kind: string;
    readonly payment_id: string | null;
    readonly message: string;
  }[];
  readonly journal: readonly OperationSeen[];
  readonly receivers: readonly ReceiverSeen[];
  readonly requests: readonly RequestSeen[];
  /** Numbers of the load's cards that stand in a table, whole. */
  readonly storedCards: readonly { readonly table: string; readonly number: string }[];
  readonly powers: PowersSeen;
  /** The output of `corridor verify` about the chains, and its exit code. */
  readonly verification: { readonly exitCode: number | null; readonly text: string };
};

export type PaymentSeen = {
  readonly payment_id: string;
  readonly org_id: string;
  readonly status: string;
  readonly direction: string;
  readonly amount: string;
  readonly currency: string;
  readonly client_reference: string | null;
  readonly refunded_amount: string;
  readonly attempts: readonly {
    readonly attempt_id: string;
    readonly provider: string;
    readonly leg: string;
    readonly outcome: string;
  }[];
};
export type RefundSeen = {
  readonly refund_id: string;
  readonly payment_id: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
};
export type DisputeSeen = {
  readonly dispute_id: string;
  readonly provider: string;
  readonly status: string;
  readonly amount: string;
  readonly fee: string;
  readonly currency: string;
};
export type MovementSeen = { readonly id: string; readonly status: string };
export type BatchSeen = {
  readonly batch_id: string;
  readonly status: string;
  /** The number of rows with each status, as the batch reports it. */
  readonly counted: Readonly<Record<string, string>>;
  readonly rows: readonly {
    readonly row: string;
    readonly status: string;
    readonly reference: string;
    readonly payment_id: string | null;
  }[];
};
export type AccountSeen = {
  readonly account_id: string;
  readonly org_id: string;
  readonly purpose: string;
  readonly owner_id: string | null;
  readonly currency: string;
  readonly balance: string;
  readonly held: string;
};
export type LedgerTransactionSeen = {
  readonly position: number;
  readonly org_id: string;
  readonly cause: string;
  readonly hash: string;
  readonly postings: readonly {
    readonly account_id: string;
    readonly purpose: string;
    readonly currency: string;
    readonly amount: string;
    readonly held_change: string;
    readonly balance_after: string;
    readonly held_after: string;
  }[];
};
export type EventSeen = {
  readonly event_id: string;
  readonly event_type: string;
  readonly org_id: string;
  readonly data: Readonly<Record<string, unknown>>;
};
export type AuditEntrySeen = {
  readonly audit_id: string;
  readonly org_id: string;
  readonly position: number | null;
  readonly hash: string | null;
};
export type OperationSeen = {
  readonly provider: string;
  readonly kind: string;
  readonly reference: string;
  readonly payment_id: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
};
export type ReceiverSeen = {
  readonly name: string;
  readonly org_id: string;
  /** The receiver answered everything with a 2xx, so it must have received every event. */
  readonly isHealthy: boolean;
  /** The first event after its registration. */
  readonly received: readonly { readonly event_id: string; readonly isSigned: boolean; readonly body: string }[];
};
/** One intention of a client: the request was repeated under one key until it got a final answer. */
export type RequestSeen = {
  readonly key: string;
  readonly what: string;
  readonly client_reference: string | null;
  readonly answers: readonly { readonly status: number; readonly id: string | null }[];
};

/** Rows of the tables, because a power that somebody gained is in force whatever the answer said. */
export type PowersSeen = {
  readonly members: readonly {
    readonly org_id: string;
    readonly user_id: string;
    readonly role: string;
    readonly permissions: readonly string[];
  }[];
  readonly platformRoles: readonly { readonly user_id: string; readonly platform_role: string }[];
  readonly keys: readonly { readonly org_id: string; readonly api_key_id: string }[];
  readonly organizations: readonly { readonly org_id: string; readonly settings: SettingsSeen }[];
  readonly invites: readonly {
    readonly org_id: string;
    readonly invite_id: string;
    readonly invited_by: string;
    readonly accepted_by: string | null;
    readonly approval_id: string | null;
  }[];
  readonly approvals: readonly {
    readonly approval_id: string;
    readonly status: string;
    readonly requested_by: string;
    readonly request: Readonly<Record<string, any>>;
    /** Who approved it. */
    readonly approvers: readonly string[];
  }[];
  /** The entries of the audit log about them, in order. */
  readonly entries: readonly PowerEntrySeen[];
};
export type PowerEntrySeen = {
  readonly org_id: string;
  readonly audit_id: string;
  readonly actor_type: string;
  readonly actor_user_id: string | null;
  readonly action: string;
  readonly resource_id: string;
  readonly request_id: string | null;
  readonly changes: Readonly<Record<string, any>> | null;
};
export type SettingsSeen = {
  readonly payout_review_above?: Readonly<Record<string, string>>;
  readonly controls?: {
    readonly policies: readonly object[];
    readonly limits: readonly object[];
    readonly beneficiary_cool_off_hours?: number;
    readonly escrow_separation?: boolean;
  };
};

const SCALE = 18;

/** Exact: a decimal text in units of 10^-18. */
export function unitsOf(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null || (match[3]?.length ?? 0) > SCALE) throw new Error(`${text} is no amount`);
  const units = BigInt(match[2]! + (match[3] ?? "").padEnd(SCALE, "0"));
  return match[1] === "-" ? -units : units;
}

/** Parses JSON with every number as its original text; positions and sequences are converted by `Number`. */
export function parseExactly(text: string): any {
  const keepSource = (_name: string, value: unknown, context: { source?: string }): unknown =>
    typeof value === "number" ? context.source! : value;
  return JSON.parse(text, keepSource as (name: string, value: unknown) => unknown);
}
