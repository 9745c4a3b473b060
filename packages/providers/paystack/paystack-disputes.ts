import type { Money } from "@corridor/base/money.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";
import type { DisputeActionResult, Evidence, Provider } from "@corridor/provider-kit/provider.ts";
import { isSuccess, moving, preparing, Refusal, type Speaker } from "@corridor/provider-kit/speak.ts";
import { type Json, MalformedAnswer, objectOf, textOf, webAddressOf } from "@corridor/provider-kit/wire.ts";
import { type Get, minorOf } from "./paystack-requests.ts";
import { type Clean, dataOf, readAnswer } from "./paystack-wire.ts";

/**
 * Responses to disputes at Paystack: one file, uploaded to an address that Paystack signs for it, and a message; then
 * the dispute is resolved with both, `declined` or `merchant-accepted`. Paystack takes neither without a file. An
 * acceptance has no evidence, so its file is a page that says what is accepted.
 */
const EVIDENCE_FILES = { contentTypes: ["application/pdf", "image/jpeg", "image/png"], maxFiles: 1 } as const;
const MAX_MESSAGE = 2_000;
const UPLOAD_TIMEOUT_MS = 15_000;

type Tools = {
  get: Get;
  send: Speaker["send"];
  outbound: Outbound;
  headers: Readonly<Record<string, string>>;
  baseUrl: string;
  clean: Clean;
};
type EvidenceFile = Extract<Evidence, { content: Buffer }>;
type Resolution = { resolution: "declined" | "merchant-accepted"; message: string; refund_amount: number };

export function createPaystackDisputes(
  tools: Tools,
): Required<Pick<Provider, "submitEvidence" | "evidenceFiles" | "acceptDispute">> {
  const { get, send, outbound, headers, baseUrl, clean } = tools;

  /** The name under which Paystack keeps the file. */
  async function upload(
    disputeId: string,
    { contentType, content }: Omit<EvidenceFile, "name">,
    signal: AbortSignal,
  ): Promise<string> {
    const place = objectOf(
      dataOf(readAnswer(await get(`/dispute/${encodeURIComponent(disputeId)}/upload_url`, signal)), clean),
      "data",
    );
    const request = {
      method: "PUT",
      url: uploadAddressOf(place, baseUrl),
      headers: { "content-type": contentType },
      body: content,
    } as const;
    const answer = await outbound.request({ ...request, timeoutMs: UPLOAD_TIMEOUT_MS, signal });
    if (!isSuccess(answer))
      throw new Refusal("evidence_refused", `the upload of the file was answered with ${answer.statusCode}`);
    return textOf(place, "fileName");
  }

  /** Returns the dispute as Paystack reports it now. */
  async function resolve(
    disputeId: string,
    resolution: Resolution,
    file: Omit<EvidenceFile, "name">,
    signal: AbortSignal,
  ): Promise<Json> {
    const uploaded_filename = await preparing(() => upload(disputeId, file, signal));
    const body = JSON.stringify({ ...resolution, uploaded_filename });
    const path = `/dispute/${encodeURIComponent(disputeId)}/resolve`;
    const answer = readAnswer(
      await send({ method: "PUT", path, headers: { ...headers, "content-type": "application/json" }, body, signal }),
    );
    const data = objectOf(dataOf(answer, clean), "data");
    if (String(data["id"]) !== disputeId) throw new MalformedAnswer("id");
    return data;
  }

  return {
    evidenceFiles: EVIDENCE_FILES,
    submitEvidence: ({ disputeId, evidence }, signal) =>
      moving<DisputeActionResult>(async () => {
        const file = evidence.find((piece): piece is EvidenceFile => "content" in piece);
        if (file === undefined)
          throw new Refusal("file_required", "Paystack accepts no response without a file; add one, and submit again");
        const data = await resolve(
          disputeId,
          { resolution: "declined", message: messageOf(evidence), refund_amount: 0 },
          file,
          signal,
        );
        // `resolved: declined` only states our wish; the bank's decision comes as an event.
        return { outcome: "done", status: "under_review", providerStatus: textOf(data, "status") };
      }),
    acceptDispute: ({ disputeId, amount }, signal) =>
      moving<DisputeActionResult>(async () => {
        const resolution = {
          resolution: "merchant-accepted",
          message: "Accepted by the merchant",
          refund_amount: minorOf(amount),
        } as const;
        const file = { contentType: "application/pdf", content: acceptancePage(disputeId, amount) };
        const data = await resolve(disputeId, resolution, file, signal);
        if (data["resolution"] !== "merchant-accepted") throw new MalformedAnswer("resolution");
        return { outcome: "done", status: "accepted", providerStatus: textOf(data, "status") };
      }),
  };
}

/** A PDF of one line. Characters that could end the line are removed from Paystack's dispute id. */
function acceptancePage(disputeId: string, amount: Money): Buffer {
  const line = `The merchant accepts dispute ${disputeId.replaceAll(/[^\w-]/g, "?")} over ${amount.toString()}.`;
  const text = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const header = "%PDF-1.4\n";
  const starts = objects.map((_, index) => header.length + objects.slice(0, index).join("").length);
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const body = header + objects.join("");
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R ` +
      `>>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}

/**
 * The upload address contains the permission to use it. It belongs to another company's server, and must use TLS if
 * Paystack's own address does.
 */
function uploadAddressOf(place: Json, baseUrl: string): string {
  const address = webAddressOf(place, "signedUrl");
  if (new URL(address).protocol !== new URL(baseUrl).protocol) throw new MalformedAnswer("signedUrl");
  return address;
}

function messageOf(evidence: readonly Evidence[]): string {
  const message = evidence.map((piece) => ("text" in piece ? `${piece.name}: ${piece.text}` : piece.name)).join("\n");
  if (message.length > MAX_MESSAGE)
    throw new Refusal("evidence_too_long", `Paystack accepts at most ${MAX_MESSAGE} characters of evidence`);
  return message;
}
