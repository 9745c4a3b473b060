import { constants, createPublicKey, generateKeyPairSync, privateDecrypt, publicEncrypt } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import {
  accepted,
  acceptedAs,
  address,
  bodyOf,
  checkAccess,
  createKeptReading,
  createOnce,
  createSpeaker,
  digestId,
  FAILED_SINCE,
  foundAs,
  hmacOf,
  isRecent,
  isSame,
  isSuccess,
  type Json,
  keepOne,
  type Made,
  Money,
  moneyOf,
  partOf,
  preparing,
  providerKind,
  readJson,
  Refusal,
  secret,
  settingsOf,
  textOf,
  timeOf,
  undecided,
  wordIn,
} from "@corridor/provider-kit/index.ts";
import {
  dispatchRequest,
  HTTP_RULES,
  RULES,
  scriptedServer,
  stageOf,
  SteppedClock,
} from "@corridor/provider-kit/testing.ts";

/** Providers outside of the repository, made with the kit from the providers' public pages. */
const say = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

describe("Wave's checkout, which takes every creation as a new session", () => {
  const [KEY, SECRET] = ["wave_sn_prod_0123456789abcdef", "wave_sn_WHS_0123456789abcdef"];
  const PAYMENT = { processing: "pending", cancelled: "failed", succeeded: "completed" } as const;
  type Session = Made & { json: Json };

  const WAVE = providerKind(
    {
      name: "wave",
      displayName: "Wave",
      kit: "^1.0.0",
      corridors: [{ direction: "inbound", method: "mobile_money", countries: ["SN"], currencies: ["XOF"] }],
      settings: settingsOf({
        base_url: address("API", "https://api.wave.com"),
        api_key: secret("Key"),
        webhook_secret: secret("Secret of webhooks"),
      }),
      hosts: ["api.wave.com"],
      callbacks: ["signature"],
    },
    ({ base_url, api_key, webhook_secret }, { outbound }) => {
      const headers = { authorization: `Bearer ${api_key}` };
      const secrets = [api_key, webhook_secret];
      const { get, post, clean } = createSpeaker({ baseUrl: base_url, outbound, headers, secrets });
      const once = createOnce<Session>();
      const sessionOf = (json: Json): Session => ({
        id: textOf(json, "id"),
        isPaid: textOf(json, "payment_status") === "succeeded",
        createdAt: timeOf(json, "when_created"),
        json,
      });
      async function open(reference: string, signal: AbortSignal): Promise<Session[]> {
        const { result } = bodyOf(await get(`/v1/checkout/sessions/search?client_reference=${reference}`, signal));
        const sessions = (Array.isArray(result) ? result : [partOf({}, "result")]).map((one) => sessionOf(one as Json));
        return sessions.filter(({ json }) => textOf(json, "checkout_status") !== "expired");
      }
      const expire = (signal: AbortSignal) => async (double: Session) => {
        const answer = await post(`/v1/checkout/sessions/${double.id}/expire`, {}, signal);
        if (!isSuccess(answer) && answer.statusCode !== 409) throw undecided(answer); // 409: paid or expired meanwhile.
      };
      const sightingOf = ({ id, json }: Session) => ({
        booked: moneyOf(textOf(json, "amount"), textOf(json, "currency")),
        update: {
          kind: "payment" as const,
          reference: textOf(json, "client_reference"),
          providerPaymentId: id,
          providerStatus: textOf(json, "payment_status"),
          status: wordIn(PAYMENT, json, "payment_status"),
        },
      });
      return {
        codes: { inbound: {}, outbound: {} },
        async dispatch(request, signal) {
          if (request.method !== "mobile_money") throw new Refusal("method_not_supported", "Wave serves mobile money");
          const { reference, amount } = request;
          const body = { amount: amount.toDatabase(), currency: amount.currency, client_reference: reference };
          const session = await once(reference, {
            find: () => open(reference, signal),
            async create() {
              const answer = await post("/v1/checkout/sessions", body, signal);
              if (isSuccess(answer)) return sessionOf(readJson(answer.body));
              if (![400, 401, 403, 422].includes(answer.statusCode)) throw undecided(answer);
              const said = readJson(answer.body);
              throw new Refusal(clean(textOf(said, "code")), clean(textOf(said, "message")));
            },
            expire: expire(signal),
          });
          return acceptedAs(request, sightingOf(session), () => FAILED_SINCE);
        },
        async fetchStatus({ reference }, signal) {
          const session = await keepOne(await open(reference, signal), expire(signal));
          return session === null ? { outcome: "not_found" } : foundAs(reference, sightingOf(session));
        },
        verifyCallback({ headers, rawBody }, now) {
          const [, seconds = "", given = ""] =
            /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["wave-signature"] ?? "") ?? [];
          const expected = hmacOf("sha256", webhook_secret, seconds, rawBody).toString("hex");
          return isSame(given, expected) && isRecent(seconds, now) ? { externalId: digestId(rawBody) } : null;
        },
        parseCallback({ rawBody }) {
          const event = readJson(rawBody);
          const isOurs = textOf(event, "type") === "checkout.session.completed";
          return isOurs ? [sightingOf(sessionOf(partOf(event, "data"))).update] : [];
        },
        checkAccess: (signal) =>
          checkAccess(clean, [{ ask: () => get("/v1/balance", signal), isKnown: ({ json }) => "amount" in json }]),
      };
    },
  );

  async function startWave() {
    const sessions: Record<string, string>[] = [];
    const state = { isSearchCut: false };
    const server = await scriptedServer((response, { method, url = "" }, text) => {
      const [path, query] = url.split("?") as [string, string?];
      const [, id = ""] = /sessions\/([^/]+)\/expire$/.exec(path) ?? [];
      if (method === "GET") {
        if (state.isSearchCut && sessions.length > 0) return void response.destroy();
        const reference = new URLSearchParams(query).get("client_reference");
        return say(response, 200, { result: sessions.filter((one) => one["client_reference"] === reference) });
      }
      if (id !== "") {
        const session = sessions.find((one) => one["id"] === id)!;
        if (session["checkout_status"] !== "open") return say(response, 409, { code: "not-open", message: "no" });
        return say(response, 200, Object.assign(session, { checkout_status: "expired" }));
      }
      const body = JSON.parse(text) as Record<string, string>;
      if (body["amount"] === "1") return say(response, 422, { code: "kyb-limits-exceeded", message: "too little" });
      say(response, 200, make(body));
    });
    const make = (body: Record<string, string>) => {
      const opened = { checkout_status: "open", payment_status: "processing" };
      const when_created = new Date(Date.UTC(2026, 0, 5, 9, 0, sessions.length)).toISOString();
      const session = { ...body, ...opened, id: `cos-${sessions.length + 1}`, when_created };
      sessions.push(session);
      return session;
    };
    return { ...server, sessions, state, make };
  }

  async function openStage() {
    const server = await startWave();
    const clock = new SteppedClock();
    const amount = Money.parse("1500", "XOF");
    const base = { direction: "inbound", method: "mobile_money", country: "SN", amount } as const;
    const ofReference = (reference: string) => server.sessions.find((one) => one["client_reference"] === reference)!;
    return {
      server,
      stage: stageOf({
        kind: WAVE,
        settings: (base_url) => ({ base_url, api_key: KEY, webhook_secret: SECRET }),
        server,
        url: server.url,
        clock,
        accepted: (fields) => dispatchRequest({ ...base, ...fields }),
        refused: () => dispatchRequest({ ...base, amount: Money.parse("1", "XOF") }),
        bookedAmount: async (reference) => ofReference(reference)["amount"]!,
        amounts: [["XOF", "9999999999"]],
        async completionCallback(reference) {
          const data = Object.assign(ofReference(reference), {
            checkout_status: "complete",
            payment_status: "succeeded",
          });
          const rawBody = Buffer.from(JSON.stringify({ id: "EV_1", type: "checkout.session.completed", data }));
          const seconds = String(Math.floor(clock.now().getTime() / 1_000));
          const signature = hmacOf("sha256", SECRET, seconds, rawBody).toString("hex");
          const headers = { "wave-signature": `t=${seconds},v1=${signature}` };
          return { headers, rawBody, path: "/v1/callbacks/wave" };
        },
        prelude: ({ method }) => (method === "GET" ? { status: 200, body: '{"result":[]}' } : undefined),
        refusalSaying: (message) => ({ status: 422, body: JSON.stringify({ code: "echo", message }) }),
        unknownEvents: [{ id: "EV_2", type: "merchant.payment_received", data: {} }],
        cancelsOnly: true,
        traits: {
          foundBy: "reference",
          neverHad: "not_found",
          genuineBy: "signature",
          toleranceMs: 300_000,
          callbackIs: "word",
        },
      }),
    };
  }

  /** Its poll is the search that goes before a creation, which the stage's prelude answers for the rules on faults. */
  const SEARCHES = /unknown for a dispatch, a refund and a question alike|somebody else's payment|while we wait/;
  test.each([...RULES, ...HTTP_RULES].filter(({ rule }) => !SEARCHES.test(rule)))("$rule", async ({ check }) => {
    const { stage } = await openStage();
    expect(await check(stage, { name: "wave" })).toBeUndefined();
    await stage.close();
  });

  test("refuses nothing because the search for doubles behind a creation failed", async () => {
    const { server, stage } = await openStage();
    server.state.isSearchCut = true;
    const result = await stage.provider.dispatch(stage.accepted(), AbortSignal.timeout(5_000));
    expect(result).toMatchObject({ outcome: "accepted", providerPaymentId: "cos-1" });
    await stage.close();
  });

  test("keeps the session that is paid, or else the oldest, of a request that arrived late beside another", async () => {
    const { server, stage } = await openStage();
    const request = stage.accepted();
    const { reference } = request;
    const body = { amount: "1500", currency: "XOF", client_reference: reference };
    const first = await stage.provider.dispatch(request, AbortSignal.timeout(5_000));
    expect(first).toMatchObject({ outcome: "accepted", providerPaymentId: "cos-1" });
    server.make(body);
    const states = () => server.sessions.map((one) => one["checkout_status"]);
    const poll = () =>
      stage.provider.fetchStatus(
        { reference, providerPaymentId: "cos-1", direction: "inbound" },
        AbortSignal.timeout(5_000),
      );
    expect(await poll()).toMatchObject({ update: { providerPaymentId: "cos-1", status: "pending" } });
    expect(states()).toEqual(["open", "expired"]);
    Object.assign(server.make(body), { checkout_status: "complete", payment_status: "succeeded" });
    expect(await poll()).toMatchObject({ update: { providerPaymentId: "cos-3", status: "completed" } });
    expect(states()).toEqual(["expired", "expired", "complete"]);
    expect(await stage.provider.dispatch(request, AbortSignal.timeout(5_000))).toMatchObject({
      providerPaymentId: "cos-3",
    });
    await stage.close();
  });
});

describe("Orange's cash-in, whose PIN is encrypted by a key that is fetched", () => {
  const PIN = "4711";
  let pair = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  let [fetched, isDown] = [0, false];
  const server = scriptedServer((response, { url = "" }, text) => {
    if (isDown) return say(response, 503, {});
    if (url === "/api/account/v1/publicKeys") {
      fetched += 1;
      const key = pair.publicKey.export({ type: "spki", format: "der" }).toString("base64");
      return say(response, 200, { key, keyId: "1", keySize: 2048, keyType: "USER_PIN" });
    }
    const { partner, reference } = JSON.parse(text) as { partner: { encryptedPinCode: string }; reference: string };
    const padding = constants.RSA_PKCS1_PADDING;
    try {
      const pin = privateDecrypt({ key: pair.privateKey, padding }, Buffer.from(partner.encryptedPinCode, "base64"));
      if (pin.toString() === PIN) return say(response, 200, { transactionId: reference, status: "SUCCESS" });
    } catch {
      // Encrypted by another key.
    }
    say(response, 400, { code: "4003", title: "the key was revoked" });
  });
  afterAll(async () => (await server).close());

  const ORANGE = providerKind(
    {
      name: "orange_money",
      displayName: "Orange Money",
      kit: "^1.0.0",
      corridors: [{ direction: "outbound", method: "mobile_money", countries: ["SN"], currencies: ["XOF"] }],
      settings: settingsOf({ base_url: address("API", "https://api.orange-sonatel.com"), pin: secret("PIN") }),
      hosts: ["api.orange-sonatel.com"],
      callbacks: ["signature"],
    },
    ({ base_url, pin }, { outbound, clock }) => {
      const { get, post } = createSpeaker({ baseUrl: base_url, outbound, secrets: [pin] });
      const publicKey = createKeptReading(
        async () => textOf(bodyOf(await get("/api/account/v1/publicKeys", AbortSignal.timeout(5_000))), "key"),
        clock,
        60 * 60_000,
      );
      const encrypted = (key: string): string => {
        const spki = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
        return publicEncrypt({ key: spki, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(pin)).toString("base64");
      };
      return {
        codes: { inbound: {}, outbound: {} },
        async dispatch({ reference }, signal) {
          const send = (key: string) =>
            post("/api/eWallet/v1/cashins", { partner: { encryptedPinCode: encrypted(key) }, reference }, signal);
          let answer = await send(await preparing(() => publicKey()));
          // The provider could not read the PIN, so it did nothing.
          if (answer.statusCode === 400 && readJson(answer.body)["code"] === "4003")
            answer = await send(await preparing(() => publicKey(true)));
          return accepted(textOf(bodyOf(answer), "transactionId"), "SUCCESS", "completed");
        },
        fetchStatus: async () => ({ outcome: "unknown", reason: "not asked here" }),
        verifyCallback: () => null,
        parseCallback: () => [],
      };
    },
  );

  test("keeps the key, fetches it anew when it was revoked, and sends nothing without one", async () => {
    const { url } = await server;
    const clock = new SteppedClock();
    const base = { direction: "outbound", method: "mobile_money", country: "SN" } as const;
    const { provider, close } = stageOf({
      kind: ORANGE,
      settings: (base_url: string) => ({ base_url, pin: PIN }),
      server: { close: async () => undefined },
      url,
      clock,
    } as unknown as Parameters<typeof stageOf>[0]);
    const pay = () => provider.dispatch(dispatchRequest({ ...base, reference: newId() }), AbortSignal.timeout(5_000));
    for (const _ of [1, 2]) expect((await pay()).outcome).toBe("accepted");
    expect(fetched).toBe(1);
    pair = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    expect((await pay()).outcome).toBe("accepted");
    expect(fetched).toBe(2);
    clock.advance(60 * 60_000);
    isDown = true;
    expect(await pay()).toMatchObject({ outcome: "refused", code: "unreachable" });
    await close();
  });
});
