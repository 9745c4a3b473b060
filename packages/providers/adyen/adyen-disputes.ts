import { type EvidenceFile, filesIn } from "@corridor/provider-kit/evidence.ts";
import type { Evidence, Provider } from "@corridor/provider-kit/provider.ts";
import { type Clean, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import { type Json, listOf, optionalTextOf, partOf, requireSame, textOf } from "@corridor/provider-kit/wire.ts";

/**
 * Responses by Adyen's Disputes API, which also answers refusals with 200. A defense names a reason that Adyen offers,
 * and has the documents it requires. Only a person knows which reason is true: a text named `defense_reason` holds its
 * code (needless if there is only one), and each file is named by the code of its document.
 */
const DEFENSE_REASON = "defense_reason";
const FILES = { contentTypes: ["application/pdf", "image/jpeg"], maxFiles: 9, texts: [DEFENSE_REASON] } as const;

type Ask = (path: string, body: object, key: string, signal: AbortSignal) => Promise<Json>;
type Reason = { code: string; documents: string[]; required: string[] };

export function createAdyenDisputes(
  ask: Ask,
  clean: Clean,
): Required<Pick<Provider, "submitEvidence" | "evidenceFiles" | "acceptDispute">> {
  async function act(action: string, disputePspReference: string, more: object, signal: AbortSignal): Promise<void> {
    const key = `${action}:${disputePspReference}`;
    const body = { ...more, disputePspReference };
    const result = partOf(await ask(`/${action}`, body, key, signal), "disputeServiceResult");
    if (result["success"] === false)
      throw new Refusal("refused", clean(optionalTextOf(result, "errorMessage") ?? "adyen refused without a reason"));
    requireSame("success", result["success"], true);
  }

  async function offeredReasons(disputePspReference: string, signal: AbortSignal): Promise<Reason[]> {
    const key = `reasons:${disputePspReference}`;
    const answer = await ask("/retrieveApplicableDefenseReasons", { disputePspReference }, key, signal);
    return listOf(answer, "defenseReasons").map(reasonOf);
  }

  return {
    evidenceFiles: FILES,
    async submitEvidence({ disputeId, evidence }, signal) {
      const reason = await preparing(async () => {
        const { reason: code, documents } = defenseOf(await offeredReasons(disputeId, signal), evidence);
        if (documents.length > 0)
          await act("supplyDefenseDocument", disputeId, { defenseDocuments: documents }, signal);
        return code;
      });
      await act("defendDispute", disputeId, { defenseReasonCode: reason }, signal);
      return { outcome: "done", status: "under_review", providerStatus: "Responded" };
    },
    async acceptDispute({ disputeId }, signal) {
      await act("acceptDispute", disputeId, {}, signal);
      return { outcome: "done", status: "accepted", providerStatus: "Accepted" };
    },
  };
}

function reasonOf(reason: Json): Reason {
  const documents = Array.isArray(reason["defenseDocumentTypes"]) ? listOf(reason, "defenseDocumentTypes") : [];
  const codes = (types: readonly Json[]): string[] => types.map((type) => textOf(type, "defenseDocumentTypeCode"));
  return {
    code: textOf(reason, "defenseReasonCode"),
    documents: codes(documents),
    required: codes(documents.filter((type) => type["requirementLevel"] === "Required" && type["available"] !== true)),
  };
}

/** The defense to send, or what the organization has to add first. */
function defenseOf(offered: readonly Reason[], evidence: readonly Evidence[]): { reason: string; documents: object[] } {
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
  const documents = filesIn(evidence).map(({ name, contentType, content }: EvidenceFile) => {
    const type = reason.documents.length === 1 ? reason.documents[0] : reason.documents.find((code) => code === name);
    if (type === undefined)
      throw new Refusal(
        "document_type_unknown",
        `name each file by what it is for ${reason.code}: ${reason.documents.join(", ")}`,
      );
    return { defenseDocumentTypeCode: type, contentType, content: content.toString("base64") };
  });
  const missing = reason.required.filter((code) => !documents.some((one) => one.defenseDocumentTypeCode === code));
  if (missing.length > 0)
    throw new Refusal("document_required", `adyen demands for ${reason.code}: ${missing.join(", ")}`);
  return { reason: reason.code, documents };
}
