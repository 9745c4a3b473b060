import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import type { Accepted, DispatchRequest, Evidence, Provider } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import {
  type AdyenStage,
  cardPayment,
  deadline,
  eur,
  openAdyen,
  refundOf,
  settingsAt,
  standardWebhook,
  statusQuery,
} from "./adyen.fixtures.ts";
import { ADYEN } from "./adyen.ts";

/** Adyen with the settings of an ordinary account, which may not handle card numbers. */
let stage: AdyenStage;
let outbound: Outbound;
let provider: Provider;
beforeAll(async () => {
  stage = await openAdyen();
  outbound = createOutbound();
  const { direct_card_charges: _, ...ordinary } = settingsAt(stage.server.url);
  provider = ADYEN.create(ordinary, { outbound, clock: stage.clock });
});
afterAll(async () => {
  await stage.close();
  await outbound.close();
});

async function opened(): Promise<{ request: DispatchRequest; id: string }> {
  const request = cardPayment("1234", { amount: eur("15.25") });
  const result = (await provider.dispatch(request, deadline())) as Accepted;
  const nextAction = { type: "redirect", redirect_url: expect.stringMatching(/^https:\/\/test\.adyen\.link\/PL/) };
  expect(result).toMatchObject({ outcome: "accepted", status: "pending", providerStatus: "active", nextAction });
  return { request, id: result.providerPaymentId };
}
const authorisation = (request: DispatchRequest, success: "true" | "false", paymentLinkId: string) =>
  standardWebhook(
    [
      {
        eventCode: "AUTHORISATION",
        merchantReference: request.reference,
        pspReference: "PSP77",
        success,
        amount: { currency: "EUR", value: 1525 },
      },
    ],
    { additionalData: { paymentLinkId } },
  );

test("a card is paid on Adyen's page unless the settings say otherwise; neither its number nor an invented browser goes there", async () => {
  const { request, id } = await opened();
  const body = stage.server.links.get(id)!;
  expect(body).toMatchObject({
    reference: request.reference,
    amount: { currency: "EUR", value: 1525 },
    allowedPaymentMethods: ["scheme"],
    reusable: false,
  });
  for (const name of ["paymentMethod", "browserInfo"]) expect(body).not.toHaveProperty(name);
  expect(JSON.stringify(body)).not.toContain(request.card!.card_number);
  expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "accepted", providerPaymentId: id });
});

test("a card that is refused on the page is no end; the webhook of one that is authorised completes the payment and names the id that refunds need", async () => {
  const { request, id } = await opened();
  expect(await provider.fetchStatus(statusQuery(request, id), deadline())).toMatchObject({
    outcome: "found",
    update: { status: "pending" },
  });
  expect(provider.parseCallback(authorisation(request, "false", id))).toMatchObject([{ isOfOneTry: true }]);
  stage.server.links.get(id)!["status"] = "completed";
  expect(await provider.fetchStatus(statusQuery(request, id), deadline())).toMatchObject({
    outcome: "found",
    update: { status: "processing" },
  });
  expect(await provider.refund!(refundOf(request, id), deadline())).toMatchObject({
    outcome: "refused",
    code: "payment_not_known",
  });
  const update = {
    status: "completed",
    reference: request.reference,
    providerPaymentId: "PSP77",
    receivedAmount: request.amount,
  };
  expect(provider.parseCallback(authorisation(request, "true", id))).toMatchObject([update]);
});

test("a link whose address was lost with the answer counts as never made: nobody can pay by it", async () => {
  const request = cardPayment("0004", { amount: eur("15.25") });
  stage.server.lose(1);
  expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "unknown" });
  expect(await provider.fetchStatus(statusQuery(request), deadline())).toEqual({ outcome: "not_found" });
});

test("a page is closed by a cancelation; one that was paid on is not", async () => {
  const { request, id } = await opened();
  const cancel = ({ reference }: DispatchRequest, providerPaymentId: string) =>
    provider.submitAction!({ reference, providerPaymentId, action: "cancel" }, deadline());
  expect(await cancel(request, id)).toEqual({ outcome: "done", status: "failed", providerStatus: "expired" });
  expect(await provider.fetchStatus(statusQuery(request, id), deadline())).toMatchObject({
    outcome: "found",
    update: { status: "failed" },
  });
  const paid = await opened();
  stage.server.links.get(paid.id)!["status"] = "completed";
  expect(await cancel(paid.request, paid.id)).toEqual({ outcome: "refused", reason: "it has been paid" });
  expect(await cancel(paid.request, "PSP1")).toMatchObject({ outcome: "refused" });
});

test("a dispute is accepted where the address of the Disputes API is set; a 200 that says no is a refusal, and what says neither is unknown", async () => {
  expect(provider.acceptDispute).toBeUndefined();
  let answer: { status: number; body: object } = { status: 200, body: { disputeServiceResult: { success: true } } };
  const server = await scriptedServer(
    (response) => void response.writeHead(answer.status).end(JSON.stringify(answer.body)),
  );
  const accepting = ADYEN.create(
    { ...settingsAt(stage.server.url), disputes_base_url: `${server.url}/v30` },
    { outbound, clock: stage.clock },
  );
  const accept = () =>
    accepting.acceptDispute!({ disputeId: "DISPUTE1", paymentReference: "x", amount: eur("10.00") }, deadline());
  expect(await accept()).toEqual({ outcome: "done", status: "accepted", providerStatus: "Accepted" });
  expect(server.requests.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ["/v30/acceptDispute", { disputePspReference: "DISPUTE1", merchantAccountCode: "CorridorCOM" }],
  ]);
  answer = { status: 200, body: { disputeServiceResult: { success: false, errorMessage: "The dispute is closed" } } };
  expect(await accept()).toMatchObject({ outcome: "refused", reason: "The dispute is closed" });
  for (answer of [
    { status: 200, body: {} },
    { status: 500, body: {} },
  ])
    expect(await accept()).toMatchObject({ outcome: "unknown" });
  await server.close();
});

test("a defense names a reason that Adyen offers and brings its documents; nothing is handed over while one is missing", async () => {
  const type = (code: string, requirementLevel: string) => ({
    defenseDocumentTypeCode: code,
    requirementLevel,
    available: false,
  });
  const defenseReasons = [
    {
      defenseReasonCode: "GoodsWereDelivered",
      defenseDocumentTypes: [type("DeliveryProof", "Required"), type("Invoice", "Optional")],
      satisfied: false,
    },
    { defenseReasonCode: "AirlineFlightProvided", defenseDocumentTypes: [], satisfied: false },
  ];
  let refused: string | null = null;
  const server = await scriptedServer((response, { url }) => {
    const result = { success: !url!.endsWith(refused ?? "/nothing"), errorMessage: "Not now" };
    response
      .writeHead(200)
      .end(JSON.stringify(url!.endsWith("DefenseReasons") ? { defenseReasons } : { disputeServiceResult: result }));
  });
  const defending = ADYEN.create(
    { ...settingsAt(stage.server.url), disputes_base_url: `${server.url}/v30` },
    { outbound, clock: stage.clock },
  );
  const submit = (evidence: Evidence[]) =>
    defending.submitEvidence!(
      { disputeId: "DISPUTE1", paymentReference: "x", amount: eur("10.00"), evidence },
      deadline(),
    );
  const reason = { name: "defense_reason", text: " GoodsWereDelivered " };
  const proof = { name: "DeliveryProof", contentType: "application/pdf", content: Buffer.from("%PDF-1.7") };

  expect(await submit([proof])).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("GoodsWereDelivered, AirlineFlightProvided"),
  });
  expect(await submit([{ ...reason, text: "Made up" }, proof])).toMatchObject({ outcome: "refused" });
  expect(await submit([reason])).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("DeliveryProof"),
  });
  expect(await submit([reason, { ...proof, name: "Photograph" }])).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("DeliveryProof, Invoice"),
  });
  expect(server.requests.every(({ url }) => url === "/v30/retrieveApplicableDefenseReasons")).toBe(true);

  refused = "/supplyDefenseDocument";
  expect(await submit([reason, proof])).toMatchObject({ outcome: "refused", reason: "Not now" });
  expect(server.requests.some(({ url }) => url === "/v30/defendDispute")).toBe(false);
  refused = null;
  server.requests.length = 0;
  expect(await submit([reason, proof])).toEqual({
    outcome: "done",
    status: "under_review",
    providerStatus: "Responded",
  });
  const whose = { disputePspReference: "DISPUTE1", merchantAccountCode: "CorridorCOM" };
  expect(server.requests.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ["/v30/retrieveApplicableDefenseReasons", whose],
    [
      "/v30/supplyDefenseDocument",
      {
        defenseDocuments: [
          { defenseDocumentTypeCode: "DeliveryProof", contentType: "application/pdf", content: "JVBERi0xLjc=" },
        ],
        ...whose,
      },
    ],
    ["/v30/defendDispute", { defenseReasonCode: "GoodsWereDelivered", ...whose }],
  ]);
  await server.close();
});
