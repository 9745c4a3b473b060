import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { isDeclared } from "@corridor/provider-kit/manifest.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { Evidence } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { TEST_KEY } from "./paystack.fixtures.ts";
import { PAYSTACK } from "./paystack.ts";
import { readCallback } from "./paystack-wire.ts";

const reference = newId();
/** A dispute as Paystack's documentation shows it. */
const dispute = {
  id: 358950,
  refund_amount: 5800,
  currency: "NGN",
  status: "awaiting-merchant-feedback",
  resolution: null,
  domain: "live",
  transaction: { id: 896467688, domain: "live", status: "success", reference, amount: 5800, currency: "NGN" },
  category: "chargeback",
  dueAt: "2026-01-07T18:00:00.000Z",
  resolvedAt: null,
};
const read = (event: string, change: object = {}) =>
  readCallback(Buffer.from(JSON.stringify({ event, data: { ...dispute, ...change } })), (text) => text);

test("a dispute names our payment, the amount and the deadline", () => {
  expect(read("charge.dispute.create")).toEqual([
    {
      kind: "dispute",
      disputeId: "358950",
      reference,
      providerPaymentId: null,
      providerStatus: "awaiting-merchant-feedback",
      status: "needs_response",
      amount: Money.parse("58.00", "NGN"),
      reason: "chargeback",
      respondBy: new Date("2026-01-07T18:00:00.000Z"),
    },
  ]);
});

test.each([
  ["charge.dispute.remind", { status: "awaiting-merchant-feedback" }, "needs_response"],
  ["charge.dispute.create", { status: "awaiting-bank-feedback" }, "under_review"],
  ["charge.dispute.create", { status: "pending" }, "under_review"],
  ["charge.dispute.resolve", { status: "resolved", resolution: "merchant-accepted" }, "accepted"],
  ["charge.dispute.resolve", { status: "resolved", resolution: "declined" }, "won"],
  ["charge.dispute.resolve", { status: "resolved", resolution: "auto-accepted" }, "expired"],
])("%s %j: %s", (event, change, status) => {
  expect(read(event, change)).toMatchObject([{ kind: "dispute", status }]);
});

test("without an amount of its own it is about the whole payment", () => {
  expect(read("charge.dispute.create", { refund_amount: null, currency: null })).toMatchObject([
    { amount: Money.parse("58.00", "NGN") },
  ]);
});

test.each([{ status: "resolved", resolution: "something-new" }, { status: "something-new" }, { transaction: null }])(
  "%j cannot be read, and is kept",
  (change) => {
    expect(() => read("charge.dispute.resolve", change)).toThrow(/malformed/);
  },
);

const FILE: Evidence = { name: "waybill", contentType: "image/png", content: Buffer.from("picture") };
const NOTE: Evidence = { name: "note", text: "Delivered." };

/**
 * Answers a dispute against a Paystack that gives this answer to the last step; `uploads` is its answer to the file.
 * Without evidence the dispute is accepted.
 */
async function submit(
  evidence: readonly Evidence[] | null,
  uploads = 200,
  resolved: { status: number; body: object } | "silent" = RESOLVED,
) {
  const outbound = createOutbound();
  const answerWith = (response: ServerResponse, status: number, body: object) =>
    void response.writeHead(status).end(JSON.stringify(body));
  const server = await scriptedServer((response, request) => {
    if (request.url === "/uploads/1") return answerWith(response, uploads, {});
    const data = { signedUrl: `${server.url}/uploads/1`, fileName: "qesp8a4df" };
    if (request.method === "GET")
      return answerWith(response, 200, { status: true, message: "Upload url generated", data });
    return resolved === "silent" ? void response.destroy() : answerWith(response, resolved.status, resolved.body);
  });
  try {
    const provider = PAYSTACK.create(
      { secret_key: TEST_KEY, base_url: server.url },
      { outbound, clock: new SteppedClock() },
    );
    const request = { disputeId: "358950", paymentReference: reference, amount: Money.parse("58.00", "NGN") };
    const signal = AbortSignal.timeout(60_000);
    const result = await (evidence === null
      ? provider.acceptDispute!(request, signal)
      : provider.submitEvidence!({ ...request, evidence }, signal));
    return { result, requests: server.requests };
  } finally {
    await server.close();
    await outbound.close();
  }
}
const resolvedAs = (resolution: string) => ({
  status: 200,
  body: {
    status: true,
    message: "Dispute successfully resolved",
    data: { ...dispute, status: "resolved", resolution },
  },
});
const RESOLVED = resolvedAs("declined");

test("the address that Paystack signs, as in its documents, is at a host of the manifest", () => {
  const signed = new URL("https://s3.eu-west-1.amazonaws.com/files.paystack.co/qesp8a4df1xejihd9x5q");
  expect(isDeclared(signed, PAYSTACK.hosts)).toBe(true);
});

test("evidence is a file under an address that Paystack signs, and a message; the bank still has to decide", async () => {
  const { result, requests } = await submit([FILE, NOTE]);
  expect(result).toEqual({ outcome: "done", status: "under_review", providerStatus: "resolved" });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /dispute/358950/upload_url?upload_filename=evidence.png",
    "PUT /uploads/1",
    "PUT /dispute/358950/resolve",
  ]);
  expect(requests[1]!.body).toBe("picture");
  expect(JSON.parse(requests[2]!.body)).toEqual({
    resolution: "declined",
    message: "waybill\nnote: Delivered.",
    refund_amount: 0,
    uploaded_filename: "qesp8a4df",
  });
});

test("evidence without a file, one whose file is not taken, and one that Paystack refuses can be submitted again; one without an answer cannot", async () => {
  const none = await submit([NOTE]);
  expect([none.result, none.requests]).toEqual([
    { outcome: "refused", code: "file_required", reason: expect.stringMatching(/add one/) },
    [],
  ]);
  const untaken = await submit([FILE], 403);
  expect([untaken.result.outcome, untaken.requests.length]).toEqual(["refused", 2]);
  const refused = {
    status: 400,
    body: { status: false, message: "Dispute is resolved already", code: "invalid_params" },
  };
  expect((await submit([FILE], 200, refused)).result).toMatchObject({
    outcome: "refused",
    reason: "Dispute is resolved already",
  });
  expect((await submit([FILE], 200, "silent")).result).toMatchObject({ outcome: "unknown" });
});

test("a dispute is accepted over its whole amount, with a page that says so as the file that Paystack insists on", async () => {
  const { result, requests } = await submit(null, 200, resolvedAs("merchant-accepted"));
  expect(result).toEqual({ outcome: "done", status: "accepted", providerStatus: "resolved" });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /dispute/358950/upload_url?upload_filename=evidence.pdf",
    "PUT /uploads/1",
    "PUT /dispute/358950/resolve",
  ]);
  const page = requests[1]!.body;
  expect(page).toContain("(The merchant accepts dispute 358950 over 58.00 NGN.) Tj");
  const startOfTable = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(page)![1]);
  expect(page.slice(startOfTable)).toMatch(/^xref\n0 6\n/);
  const starts = [...page.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, start]) => Number(start));
  expect(starts.map((start) => page.slice(start, start + 7))).toEqual([
    "1 0 obj",
    "2 0 obj",
    "3 0 obj",
    "4 0 obj",
    "5 0 obj",
  ]);
  expect(JSON.parse(requests[2]!.body)).toEqual({
    resolution: "merchant-accepted",
    message: "Accepted by the merchant",
    refund_amount: 5800,
    uploaded_filename: "qesp8a4df",
  });
});

test("an acceptance that Paystack refuses can be sent again; one without an answer, or answered with another resolution, is in doubt", async () => {
  expect((await submit(null, 403)).result.outcome).toBe("refused");
  const refused = {
    status: 400,
    body: { status: false, message: "Dispute is resolved already", code: "invalid_params" },
  };
  expect((await submit(null, 200, refused)).result).toMatchObject({
    outcome: "refused",
    reason: "Dispute is resolved already",
  });
  expect((await submit(null, 200, "silent")).result).toMatchObject({ outcome: "unknown" });
  expect((await submit(null, 200, resolvedAs("declined"))).result).toMatchObject({ outcome: "unknown" });
});
