import { Money } from "@corridor/base/money.ts";
import { type Answer, invalid, json, type SandboxRequest } from "./exchange.ts";
import type { Operation, OperationKind } from "./operation.ts";
import type { Sandbox } from "./sandbox.ts";

/** GET /journal?since=&cursor=&limit=: what the sandbox accepted, in that order. Tests compare it with our records. */
const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;
const CURSOR = /^j(\d{1,15})$/;
const LISTED_KINDS: readonly OperationKind[] = ["payin", "payout", "refund", "deposit"];

export function listJournal(sandbox: Sandbox, request: SandboxRequest): Answer {
  const query = new URLSearchParams(request.query);
  const { rows, next } = sandbox.store.list({
    from: cursorOf(sandbox, query.get("cursor")),
    sinceMs: sinceOf(query.get("since")),
    limit: limitOf(query.get("limit")),
    wanted: (operation) => LISTED_KINDS.includes(operation.kind),
  });
  return json(200, {
    operations: rows.map(row),
    next_cursor: next === null ? null : Buffer.from(`j${next}`).toString("base64url"),
  });
}

function row(operation: Operation): object {
  return {
    provider: operation.provider,
    kind: operation.kind,
    reference: operation.reference,
    payment_id: operation.paymentId,
    amount: Money.parse(operation.amount!, operation.currency!),
    currency: operation.currency,
    status: operation.status,
    accepted_at: new Date(operation.acceptedAtMs).toISOString(),
  };
}

function cursorOf(sandbox: Sandbox, cursor: string | null): number {
  if (cursor === null || cursor === "") return 0;
  const match = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (match === null || !sandbox.store.isListPosition(Number(match[1])))
    throw invalid("cursor", "must be the next_cursor of an earlier page");
  return Number(match[1]);
}

function sinceOf(since: string | null): number {
  if (since === null || since === "") return Number.NEGATIVE_INFINITY;
  const ms = Date.parse(since);
  if (Number.isNaN(ms)) throw invalid("since", "must be a time such as 2026-01-05T09:00:00.000Z");
  return ms;
}

function limitOf(limit: string | null): number {
  const value = limit === null || limit === "" ? DEFAULT_LIMIT : Number(limit);
  if (!Number.isInteger(value) || value < 1 || value > MAX_LIMIT)
    throw invalid("limit", `must be a whole number from 1 to ${MAX_LIMIT}`);
  return value;
}
