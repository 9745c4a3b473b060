import type { Money } from "@corridor/base/money.ts";
import { type EvidenceFile, evidenceText, filesIn } from "@corridor/provider-kit/evidence.ts";
import type { Sender } from "@corridor/provider-kit/outbound.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { isSuccess, preparing, Refusal, type Speaker } from "@corridor/provider-kit/speak.ts";
import { type Json, partOf, requireSame, textOf, webAddressOf } from "@corridor/provider-kit/wire.ts";
import { minorOf } from "./paystack-requests.ts";
import { readAnswer, yesOf } from "./paystack-wire.ts";

/**
 * A response is one file, uploaded to an address that Paystack signs for it, and a message; the dispute is then
 * resolved with both, `declined` or `merchant-accepted`. Paystack takes neither without a file: for an acceptance it
 * is a page that says what is accepted.
 */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};
const EVIDENCE_FILES = { contentTypes: Object.keys(EXTENSIONS), maxFiles: 1 } as const;
const MAX_MESSAGE = 2_000;
const UPLOAD_TIMEOUT_MS = 15_000;

type Tools = {
  speaker: Speaker;
  ask(path: string, signal: AbortSignal): Promise<Json>;
  outbound: Sender;
  baseUrl: string;
};
type Resolution = { resolution: "declined" | "merchant-accepted"; message: string; refund_amount: number };

export function createPaystackDisputes({
  speaker: { send, clean },
  ask,
  outbound,
  baseUrl,
}: Tools): Required<Pick<Provider, "submitEvidence" | "evidenceFiles" | "acceptDispute">> {
  async function upload(
    disputeId: string,
    { contentType, content }: Omit<EvidenceFile, "name">,
    signal: AbortSignal,
  ): Promise<string> {
    const named = `upload_filename=evidence.${EXTENSIONS[contentType]!}`;
    const place = partOf(await ask(`/dispute/${encodeURIComponent(disputeId)}/upload_url?${named}`, signal), "data");
    const answer = await outbound.request({
      method: "PUT",
      url: uploadAddressOf(place, baseUrl),
      headers: { "content-type": contentType },
      body: content,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal,
    });
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
    const response = await send({
      method: "PUT",
      path: `/dispute/${encodeURIComponent(disputeId)}/resolve`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...resolution, uploaded_filename }),
      signal,
    });
    const data = partOf(yesOf(readAnswer(response), clean), "data");
    requireSame("id", String(data["id"]), disputeId);
    return data;
  }

  return {
    evidenceFiles: EVIDENCE_FILES,
    async submitEvidence({ disputeId, evidence }, signal) {
      const [file] = filesIn(evidence);
      if (file === undefined)
        throw new Refusal("file_required", "Paystack accepts no response without a file; add one, and submit again");
      const message = evidenceText(evidence, MAX_MESSAGE, "Paystack");
      const data = await resolve(disputeId, { resolution: "declined", message, refund_amount: 0 }, file, signal);
      // `resolved: declined` only states our wish; the bank's decision comes as an event.
      return { outcome: "done", status: "under_review", providerStatus: textOf(data, "status") };
    },
    async acceptDispute({ disputeId, amount }, signal) {
      const [resolution, refund_amount] = ["merchant-accepted", minorOf(amount)] as const;
      const file = { contentType: "application/pdf", content: acceptancePage(disputeId, amount) };
      const wish: Resolution = { resolution, message: "Accepted by the merchant", refund_amount };
      const data = await resolve(disputeId, wish, file, signal);
      requireSame("resolution", data["resolution"], resolution);
      return { outcome: "done", status: "accepted", providerStatus: textOf(data, "status") };
    },
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

/** The upload address permits its use. It is another company's, and must use TLS if Paystack's own does. */
function uploadAddressOf(place: Json, baseUrl: string): string {
  const address = webAddressOf(place, "signedUrl");
  requireSame("signedUrl", new URL(address).protocol, new URL(baseUrl).protocol);
  return address;
}
