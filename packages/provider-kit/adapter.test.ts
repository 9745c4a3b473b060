import { describe, expect, test } from "vitest";
import { guarded } from "./adapter.ts";
import { InvalidCallback, ProviderUnavailable } from "./errors.ts";
import { OutboundError } from "./outbound.ts";
import type { Provider } from "./provider.ts";
import { settingsOf } from "./settings.ts";
import { createSpeaker, moving, preparing, Refusal } from "./speak.ts";
import { MalformedAnswer, Undecided } from "./wire.ts";

/** An adapter whose every method fails in one way. */
function failingBy(error: Error): Provider {
  const fail = async (): Promise<never> => {
    throw error;
  };
  return guarded({
    name: "wise",
    displayName: "Wise",
    corridors: [],
    settings: settingsOf({}),
    codes: { inbound: {}, outbound: {} },
    settlesWithinMs: 0,
    dispatch: fail,
    submitAction: fail,
    refund: fail,
    submitEvidence: fail,
    acceptDispute: fail,
    openVirtualAccount: fail,
    fetchStatus: fail,
    fetchByOwnId: fail,
    resumeAfterReturn: fail,
    fetchRefund: fail,
    fetchHandPaid: fail,
    fetchIncidents: fail,
    fetchBalance: fail,
    fetchSettlements: fail,
    fetchStatement: fail,
    resolveAccount: fail,
    verifyCallback: () => null,
    parseCallback: () => {
      throw error;
    },
  });
}
const MOVING = ["dispatch", "submitAction", "refund", "submitEvidence", "acceptDispute", "openVirtualAccount"] as const;
const ASKING = [
  "fetchStatus",
  "fetchByOwnId",
  "resumeAfterReturn",
  "fetchRefund",
  "fetchHandPaid",
  "fetchIncidents",
  "fetchBalance",
  "fetchSettlements",
  "fetchStatement",
] as const;

/** What a method of a failing adapter answers. */
async function answerOf(provider: Provider, name: keyof Provider): Promise<unknown> {
  return (provider[name] as unknown as () => Promise<unknown>)();
}

const NOT_SENT = new OutboundError("x", "not_sent", "connect");
const BROKEN = new OutboundError("x", "unknown", "broken");
const REFUSED = new Refusal("declined", "no");
const MALFORMED = new MalformedAnswer("status");
const UNDECIDED = new Undecided("answered 500");

describe("a failure", () => {
  test.each([
    ["that the provider refused", REFUSED, { outcome: "refused", code: "declined", reason: "no" }],
    ["before anything was sent", NOT_SENT, { outcome: "refused", code: "unreachable" }],
    ["of a request that may have arrived", BROKEN, { outcome: "unknown" }],
    ["to read the answer", MALFORMED, { outcome: "unknown" }],
    ["of the answer to say anything", UNDECIDED, { outcome: "unknown", reason: "answered 500" }],
  ])("%s decides what every method that may move money answers", async (_, error, answer) => {
    const provider = failingBy(error);
    for (const name of MOVING) expect(await answerOf(provider, name)).toMatchObject(answer);
  });

  test.each([REFUSED, NOT_SENT, BROKEN, MALFORMED, UNDECIDED])("of a query proves nothing: %s", async (error) => {
    const provider = failingBy(error);
    for (const name of ASKING)
      expect(await answerOf(provider, name)).toEqual({ outcome: "unknown", reason: error.message });
    await expect(answerOf(provider, "resolveAccount")).rejects.toThrow(ProviderUnavailable);
  });

  test("of our own code is no answer of the provider", async () => {
    const provider = failingBy(new TypeError("ours"));
    for (const name of [...MOVING, ...ASKING]) await expect(answerOf(provider, name)).rejects.toThrow("ours");
    await expect(answerOf(provider, "resolveAccount")).rejects.toThrow(TypeError);
    expect(() => provider.parseCallback({ rawBody: Buffer.alloc(0), path: "/" })).toThrow(TypeError);
  });

  test("to read a callback names the provider", () => {
    const parse = () => failingBy(MALFORMED).parseCallback({ rawBody: Buffer.alloc(0), path: "/" });
    expect(parse).toThrow(InvalidCallback);
    expect(parse).toThrow(/^wise: .*status/);
  });
});

test("a method that an adapter does not have is not there", () => {
  const { refund: _refund, resolveAccount: _resolveAccount, ...less } = failingBy(REFUSED);
  expect(guarded(less)).not.toHaveProperty("refund");
  expect(guarded(less)).not.toHaveProperty("resolveAccount");
});

describe("a connection that fails in a call that may move money", () => {
  const failing = (sent: "not_sent" | "unknown") => Promise.reject(new OutboundError("POST", sent, "connect"));
  const speakerAt = (...answers: (() => Promise<never> | Promise<{ statusCode: number }>)[]) =>
    createSpeaker({
      baseUrl: "https://api.example.com",
      outbound: { request: async () => ({ headers: {}, body: Buffer.alloc(0), ...(await answers.shift()!()) }) },
      secrets: [],
    });
  const signal = AbortSignal.timeout(60_000);
  const answered = async () => ({ statusCode: 409 });
  const unreached = () => failing("not_sent");

  test.each([
    ["behind an answer is in doubt", [answered, unreached], "unknown"],
    ["behind a request whose answer was lost is in doubt", [() => failing("unknown"), unreached], "unknown"],
    ["behind another that was not sent is a refusal", [unreached, unreached], "refused"],
  ])("%s", async (_, answers, outcome) => {
    const speaker = speakerAt(...answers);
    const call = async () => {
      await speaker.post("/transfers", {}, signal).catch(() => undefined);
      return speaker.get("/transfers?reference=1", signal);
    };
    expect(await moving(call)).toMatchObject({ outcome });
  });

  test("behind a step that moves none, or a question, is a refusal: nothing was sent", async () => {
    const speaker = speakerAt(answered, answered, unreached);
    const call = async () => {
      await preparing(() => speaker.post("/token", {}, signal));
      await speaker.get("/banks", signal);
      return speaker.post("/transfers", {}, signal);
    };
    expect(await moving(call)).toMatchObject({ outcome: "refused" });
  });
});
