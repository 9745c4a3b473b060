import Type from "typebox";
import { type Caller, scopeOf } from "#src/kernel/http/caller.ts";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Amount,
  CreatedAt,
  Currency,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  Shape,
  Timestamp,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { ProviderNameSchema } from "#src/pricing/provider-accounts/index.ts";
import { DisputeStatusSchema } from "#src/payments/wire/index.ts";
import { addEvidence, type AnswerDeps, answerDispute, type NewEvidence } from "./answer-dispute.ts";
import { type Dispute, objectionToAnswer, showDispute } from "./dispute.ts";
import { type EvidenceRow, findDispute, findDisputes, findEvidence } from "./queries.ts";

const TAG = "Disputes";
const DisputePath = Type.Object({ dispute_id: Type.String() });

const MAX_TEXT_LENGTH = 20_000;
/** The largest file that fits, as base64, into a request body of 1 MiB. */
const MAX_FILE_BYTES = 700_000;
const CONTENT_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;

const DisputeSchema = Named("DisputeSummary", {
  dispute_id: [Id, "Id of the dispute"],
  org_id: OrgId,
  payment_id: [Id, "Id of the payment"],
  provider: ProviderNameSchema,
  provider_dispute_id: [Type.String(), "The dispute's id at the provider"],
  status: DisputeStatusSchema,
  provider_status: Type.String({ description: "The provider's own word" }),
  amount: Amount,
  fee: [MoneyNumber, "The provider's fee for the dispute"],
  currency: Currency,
  reason: [Nullable(Type.String()), "Why the payer objects, as the provider says it; null: unknown"],
  respond_by: [Nullable(Timestamp), "The time until which evidence is accepted; null if the provider sets no limit"],
  responded_at: [Nullable(Timestamp), "When the evidence was submitted; null before"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
const EvidenceSchema = Named(["DisputeEvidence", "A piece of evidence for the payer's bank"], {
  evidence_id: [Id, "Id of this piece of evidence"],
  name: [Type.String(), "What it is, for people"],
  text: [Nullable(Type.String()), "Evidence as text"],
  content_type: [Nullable(Type.String()), "Media type of the evidence file; null for text"],
  size: Type.Integer({ description: "Size of the file in bytes" }),
  created_by: [Id, "Who added it"],
  created_at: CreatedAt,
});
const DisputeWithEvidence = Named(["Dispute", "A chargeback: a payer's bank demands money back"], {
  ...DisputeSchema.properties,
  evidence: [Type.Array(EvidenceSchema), "The evidence that was collected for the response"],
  actions: Type.Array(OneOf(["submit", "accept"] as const), {
    description: "The actions that are possible now; empty if the provider accepts answers only on its own dashboard",
  }),
});

export function disputeRoutes(deps: AnswerDeps): (app: App) => void {
  const { db } = deps;
  return (app) => {
    const on = operations(app, TAG);
    on("GET /disputes", {
      id: "listDisputes",
      summary: "List disputes",
      description: "Newest first. A dispute does not change the status of its payment.",
      query: Type.Object({
        org_id: Type.Optional(Id),
        status: Type.Optional(DisputeStatusSchema),
        provider: Type.Optional(ProviderNameSchema),
        payment_id: Type.Optional(Id),
      }),
      answer: pages("Disputes", DisputeSchema),
      handle: async (request) => {
        const { org_id, status = null, provider = null, payment_id = null } = request.query;
        const scope = scopeOf(request.caller, org_id);
        if (payment_id !== null && !isId(payment_id)) throw invalidField("payment_id", "must be an id");
        const page = readPage(request, "disputes", scope);
        const rows = await findDisputes(db, scope, { status, provider, paymentId: payment_id }, page);
        return shownPage(rows, page, ({ disputeId }) => [disputeId], showDispute);
      },
    });

    on("GET /disputes/:dispute_id", {
      id: "getDispute",
      summary: "Read a dispute and its evidence",
      answer: ok("Dispute", DisputeWithEvidence),
      handle: async (request) => await shown(await visible(request.caller, request.params.dispute_id)),
    });

    on("POST /disputes/:dispute_id/evidence", {
      id: "addDisputeEvidence",
      summary: "Add a piece of evidence",
      description:
        "A text, or a file (PDF, JPEG or PNG, as base64). Nothing is sent to the provider before the evidence is " +
        "submitted.",
      body: Shape({
        name: [Type.String({ minLength: 1, maxLength: 200 }), "What it is, for people"],
        text: [Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH })), "Evidence as text"],
        content_type: [Type.Optional(OneOf(CONTENT_TYPES)), "Media type of the evidence file; null for text"],
        content: Type.Optional(Type.String({ minLength: 1, description: "The file, as base64" })),
      }),
      answer: created("Evidence added", EvidenceSchema),
      handle: async (request) => {
        const dispute = await visible(request.caller, request.params.dispute_id);
        return evidenceWire(await addEvidence(deps, request, dispute, evidenceIn(request.body), request.idempotencyId));
      },
    });

    for (const [action, by, summary] of [
      ["submit", "evidence", "Submit the evidence to the provider"],
      ["accept", "acceptance", "Accept a dispute: the money goes back to the payer"],
    ] as const)
      on(`POST /disputes/:dispute_id/${action}`, {
        id: `${action}Dispute`,
        summary,
        description:
          "Possible once. If the provider's answer is lost, the dispute counts as answered, and the provider's " +
          "next update shows its state. If a policy of the organization asks for a second person, a dispute is " +
          "accepted when one has approved that under `/approvals`.",
        params: DisputePath,
        answer: plain(SuccessOf(DisputeWithEvidence)),
        errors: {
          409:
            "The dispute needs no answer, was already answered, or its provider accepts answers only on its own " +
            "dashboard (INVALID_STATE)",
          502: "The provider refused the answer (DISPUTE_ANSWER_REFUSED); the dispute is open again",
        },
        handle: async (request) => {
          const dispute = await visible(request.caller, request.params.dispute_id);
          const { dispute: after, waits } = await answerDispute(deps, request, dispute, by);
          const accepted = waits ? "The acceptance waits for another person's approval" : "Dispute accepted";
          return success(action === "submit" ? "Evidence submitted" : accepted, await shown(after));
        },
      });
  };

  async function visible(caller: Caller, disputeId: string): Promise<Dispute> {
    const dispute = isId(disputeId) ? await findDispute(db, scopeOf(caller), disputeId.toLowerCase()) : undefined;
    if (dispute === undefined) throw notFound("Dispute");
    return dispute;
  }

  async function shown(dispute: Dispute) {
    const provider = deps.providers.get(dispute.provider);
    const actions = (["submit", "accept"] as const).filter(
      (action) => objectionToAnswer(dispute, provider, action === "submit" ? "evidence" : "acceptance") === null,
    );
    return { ...showDispute(dispute), evidence: (await findEvidence(db, dispute)).map(evidenceWire), actions };
  }
}

type EvidenceBody = { name: string; text?: string; content_type?: (typeof CONTENT_TYPES)[number]; content?: string };

function evidenceIn({ name, text, content_type: contentType, content }: EvidenceBody): NewEvidence {
  if ((text === undefined) === (content === undefined))
    throw invalidField("text", "send either text, or content with its content_type");
  if (text !== undefined) return { name, text };
  if (contentType === undefined)
    throw invalidField("content_type", `is needed with content: ${CONTENT_TYPES.join(", ")}`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content!)) throw invalidField("content", "must be base64");
  const bytes = Buffer.from(content!, "base64");
  if (bytes.length > MAX_FILE_BYTES) throw invalidField("content", `must have at most ${MAX_FILE_BYTES} bytes`);
  return { name, contentType, content: bytes };
}

function evidenceWire({ body_text, ...row }: EvidenceRow) {
  return { ...row, text: body_text };
}
