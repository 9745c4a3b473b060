import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import type { DisputeActionResult, Evidence, Provider } from "@corridor/provider-kit/provider.ts";
import { moving, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import { type Json, MalformedAnswer, objectOf, optionalTextOf, textOf } from "@corridor/provider-kit/wire.ts";

/**
 * Responses to disputes by Adyen's Disputes API. A defense names one of the reasons that Adyen offers for this dispute,
 * and contains the documents that the reason requires. Only a person knows which reason is true: a text named
 * `defense_reason` holds its code, and each file is named by the code of its document. If Adyen offers only one reason,
 * it need not be named. Adyen also answers refusals with 200.
 */
export const DEFENSE_REASON = "defense_reason";
const EVIDENCE_FILES = {
  contentTypes: ["application/pdf", "image/jpeg"],
  maxFiles: 9,
  texts: [DEFENSE_REASON],
} as const;

type Tools = {
  /** Accepted answers of the Disputes API, as JSON. */
  post(path: string, body: object, key: string, signal: AbortSignal): Promise<OutboundResponse>;
  read(response: OutboundResponse): Json;
  clean(text: string): string;
  merchantAccount: string;
};
type EvidenceFile = Extract<Evidence, { content: Buffer }>;
type Reason = { code: string; documents: string[]; required: string[] };

export function createAdyenDisputes(
  tools: Tools,
): Required<Pick<Provider, "submitEvidence" | "evidenceFiles" | "acceptDispute">> {
  const { post, read, clean, merchantAccount } = tools;

  async function act(action: string, disputeId: string, more: object, signal: AbortSignal): Promise<void> {
    const body = { ...more, disputePspReference: disputeId, merchantAccountCode: merchantAccount };
    const result = objectOf(
      read(await post(`/${action}`, body, `${action}:${disputeId}`, signal))["disputeServiceResult"],
      "disputeServiceResult",
    );
    if (result["success"] === false)
      throw new Refusal("refused", clean(optionalTextOf(result, "errorMessage") ?? "adyen refused without a reason"));
    if (result["success"] !== true) throw new MalformedAnswer("success");
  }

  async function offeredReasons(disputeId: string, signal: AbortSignal): Promise<Reason[]> {
    const body = { disputePspReference: disputeId, merchantAccountCode: merchantAccount };
    const answer = read(await post("/retrieveApplicableDefenseReasons", body, `reasons:${disputeId}`, signal));
    const { defenseReasons } = answer;
    if (!Array.isArray(defenseReasons)) throw new MalformedAnswer("defenseReasons");
    return defenseReasons.map((reason: unknown) => reasonOf(objectOf(reason, "defenseReasons")));
  }

  return {
    evidenceFiles: EVIDENCE_FILES,
    submitEvidence: ({ disputeId, evidence }, signal) =>
      moving<DisputeActionResult>(async () => {
        const { reason, documents } = await preparing(async () =>
          defenseOf(await offeredReasons(disputeId, signal), evidence),
        );
        if (documents.length > 0)
          await preparing(() => act("supplyDefenseDocument", disputeId, { defenseDocuments: documents }, signal));
        await act("defendDispute", disputeId, { defenseReasonCode: reason }, signal);
        return { outcome: "done", status: "under_review", providerStatus: "Responded" };
      }),
    acceptDispute: ({ disputeId }, signal) =>
      moving<DisputeActionResult>(async () => {
        await act("acceptDispute", disputeId, {}, signal);
        return { outcome: "done", status: "accepted", providerStatus: "Accepted" };
      }),
  };
}

function reasonOf(reason: Json): Reason {
  const documents = Array.isArray(reason["defenseDocumentTypes"])
    ? reason["defenseDocumentTypes"].map((type: unknown) => objectOf(type, "defenseDocumentTypes"))
    : [];
  const codes = (types: readonly Json[]): string[] => types.map((type) => textOf(type, "defenseDocumentTypeCode"));
  return {
    code: textOf(reason, "defenseReasonCode"),
    documents: codes(documents),
    required: codes(documents.filter((type) => type["requirementLevel"] === "Required" && type["available"] !== true)),
  };
}

/** Pure: the defense to send, or what the organization has to add first. */
export function defenseOf(
  offered: readonly Reason[],
  evidence: readonly Evidence[],
): { reason: string; documents: object[] } {
  const named = evidence.findLast((piece) => "text" in piece && piece.name === DEFENSE_REASON);
  const wanted = named !== undefined && "text" in named ? named.text.trim() : undefined;
  const reason =
    wanted === undefined && offered.length === 1 ? offered[0] : offered.find(({ code }) => code === wanted);
  if (reason === undefined) {
    const codes = offered.map(({ code }) => code).join(", ");
    throw new Refusal(
      "defense_reason_required",
      `add a text named ${DEFENSE_REASON} with one of the reasons that adyen offers: ` +
        `${codes === "" ? "there is none" : codes}`,
    );
  }
  const files = evidence.filter((piece): piece is EvidenceFile => "content" in piece);
  const documents = files.map(({ name, contentType, content }) => {
    const type = reason.documents.length === 1 ? reason.documents[0] : reason.documents.find((code) => code === name);
    if (type === undefined)
      throw new Refusal(
        "document_type_unknown",
        `name each file by what it is for ${reason.code}: ${reason.documents.join(", ")}`,
      );
    return { defenseDocumentTypeCode: type, contentType, content: content.toString("base64") };
  });
  const missing = reason.required.filter(
    (code) => !documents.some((document) => document.defenseDocumentTypeCode === code),
  );
  if (missing.length > 0)
    throw new Refusal("document_required", `adyen demands for ${reason.code}: ${missing.join(", ")}`);
  return { reason: reason.code, documents };
}
