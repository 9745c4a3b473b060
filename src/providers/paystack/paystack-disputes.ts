import type { Outbound } from "#src/platform/outbound.ts";
import type { DisputeActionResult, Evidence, Provider } from "../provider.ts";
import { isSuccess, moving, preparing, Refusal, type Speaker } from "../speak.ts";
import { type Json, MalformedAnswer, objectOf, textOf, webAddressOf } from "../wire.ts";
import type { Get } from "./paystack-requests.ts";
import { type Clean, dataOf, readAnswer } from "./paystack-wire.ts";

/**
 * Evidence at Paystack: one file, uploaded to an address that Paystack signs for it, and a message; then the dispute is declined with both. Paystack
 * accepts no response without a file. Accepting a dispute stays on its dashboard, where a person confirms it.
 */
const EVIDENCE_FILES = { contentTypes: ["application/pdf", "image/jpeg", "image/png"], maxFiles: 1 } as const;
const MAX_MESSAGE = 2_000;
const UPLOAD_TIMEOUT_MS = 15_000;

type Tools = { get: Get; send: Speaker["send"]; outbound: Outbound; headers: Readonly<Record<string, string>>; baseUrl: string; clean: Clean };
type EvidenceFile = Extract<Evidence, { content: Buffer }>;

export function createPaystackDisputes(tools: Tools): Required<Pick<Provider, "submitEvidence" | "evidenceFiles">> {
  const { get, send, outbound, headers, baseUrl, clean } = tools;

  /** The name under which Paystack keeps the file. */
  async function upload(disputeId: string, { contentType, content }: EvidenceFile, signal: AbortSignal): Promise<string> {
    const place = objectOf(dataOf(readAnswer(await get(`/dispute/${encodeURIComponent(disputeId)}/upload_url`, signal)), clean), "data");
    const request = { method: "PUT", url: uploadAddressOf(place, baseUrl), headers: { "content-type": contentType }, body: content } as const;
    const answer = await outbound.request({ ...request, timeoutMs: UPLOAD_TIMEOUT_MS, signal });
    if (!isSuccess(answer)) throw new Refusal("evidence_refused", `the file was answered with ${answer.statusCode}`);
    return textOf(place, "fileName");
  }

  return {
    evidenceFiles: EVIDENCE_FILES,
    submitEvidence: ({ disputeId, evidence }, signal) =>
      moving<DisputeActionResult>(async () => {
        const file = evidence.find((piece): piece is EvidenceFile => "content" in piece);
        if (file === undefined) throw new Refusal("file_required", "Paystack takes no answer without a file; add one, and submit again");
        const message = messageOf(evidence);
        const uploaded_filename = await preparing(() => upload(disputeId, file, signal));
        const body = JSON.stringify({ resolution: "declined", message, refund_amount: 0, uploaded_filename });
        const path = `/dispute/${encodeURIComponent(disputeId)}/resolve`;
        const answer = readAnswer(await send({ method: "PUT", path, headers: { ...headers, "content-type": "application/json" }, body, signal }));
        return resolvedAs(objectOf(dataOf(answer, clean), "data"), disputeId);
      }),
  };
}

/** `resolved: declined` only states our wish; the bank's decision comes as an event. */
function resolvedAs(data: Json, disputeId: string): DisputeActionResult {
  if (String(data["id"]) !== disputeId) throw new MalformedAnswer("id");
  return { outcome: "done", status: "under_review", providerStatus: textOf(data, "status") };
}

/** The address contains its own permission. It belongs to another company, and must be encrypted if Paystack's own is. */
function uploadAddressOf(place: Json, baseUrl: string): string {
  const address = webAddressOf(place, "signedUrl");
  if (new URL(address).protocol !== new URL(baseUrl).protocol) throw new MalformedAnswer("signedUrl");
  return address;
}

function messageOf(evidence: readonly Evidence[]): string {
  const message = evidence.map((piece) => ("text" in piece ? `${piece.name}: ${piece.text}` : piece.name)).join("\n");
  if (message.length > MAX_MESSAGE) throw new Refusal("evidence_too_long", `Paystack is given at most ${MAX_MESSAGE} characters of evidence`);
  return message;
}
