import Type from "typebox";
import type { Payment } from "#src/payments/core/index.ts";
import { findPaymentsBy } from "#src/payments/store/index.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { type Scope, scopeOf } from "#src/kernel/http/caller.ts";
import { CreatedAt, Id, Named, Nullable, OneOf, OrgId } from "#src/kernel/http/schemas.ts";
import { list, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { findAnything, type Found, FOUND_LIMIT, FOUND_TYPES } from "./find-anything.ts";

const MIN_LENGTH = 2;
const MAX_LENGTH = 200;
const AMOUNT = /^\d{1,15}(\.\d{1,8})?$/;

const FoundSchema = Named("SearchHit", {
  type: OneOf(FOUND_TYPES, { title: "SearchHitType", description: "The kind of resource that was found" }),
  id: [Id, "Id of the resource that was found"],
  org_id: OrgId,
  title: [Type.String(), "What was found, in one line"],
  detail: [Nullable(Type.String()), "A detail that distinguishes the result from similar ones; null: none"],
  status: [Nullable(Type.String()), "The status of the resource that was found; null: it has none"],
  created_at: CreatedAt,
});

/** One search over all kinds of resources. */
export function searchRoutes({ db }: { db: Reader }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Search");
    on("GET /search", {
      id: "findAnything",
      summary: "Find payments, customers, beneficiaries, links, escrow, batches and accounts",
      description:
        "By the beginning of a name or reference, by e-mail address, phone or account number, amount, " +
        `or id in whole or in part (8 digits). At most ${FOUND_LIMIT} of each kind, newest first.`,
      query: Type.Object({
        q: Type.String({ minLength: MIN_LENGTH, maxLength: MAX_LENGTH }),
        org_id: Type.Optional(Id),
      }),
      answer: list("Found", FoundSchema),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const text = request.query.q.trim();
        if (text.length < MIN_LENGTH) return [];
        const [payments, others] = await Promise.all([paymentsNamed(scope, text), findAnything(db, scope, text)]);
        // A result that was found in two ways is shown once.
        const hits = [...others, ...payments.map(hitOf)].map((hit) => [`${hit.type} ${hit.id}`, hit] as const);
        return [...new Map(hits).values()].toSorted(byKind);
      },
    });
  };

  async function paymentsNamed(scope: Scope, text: string): Promise<Payment[]> {
    const named = findPaymentsBy(db, scope, { search: text }, FOUND_LIMIT);
    const worth = AMOUNT.test(text) ? await findPaymentsBy(db, scope, { amount: text }, FOUND_LIMIT) : [];
    return [...(await named), ...worth];
  }
}

function byKind(one: Found, other: Found): number {
  return FOUND_TYPES.indexOf(one.type) - FOUND_TYPES.indexOf(other.type);
}

function hitOf({ paymentId, orgId, amount, status, direction, clientReference, details, createdAt }: Payment): Found {
  const preposition = direction === "outbound" ? "to" : "from";
  const person = direction === "outbound" ? details.recipient_info?.name : details.payer_details?.name;
  return {
    type: "payment",
    id: paymentId,
    org_id: orgId,
    title: person === undefined ? amount.toString() : `${amount.toString()} ${preposition} ${person}`,
    detail: clientReference,
    status,
    created_at: createdAt,
  };
}
