import type { Clock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import type { DispatchRequest, Provider, ProviderUpdate, RawCallback, StatusQuery } from "../provider.ts";
import { type Journey, requestOf } from "./journey.ts";

/**
 * An adapter's journey against the real service: access, payin and payout with status and callback, refund. A step is
 * not tried when one that it needs has failed.
 */
export type Step = {
  step: string;
  verdict: "as expected" | "differs" | "not tried";
  /** The actual result, or why the step was not tried. */
  detail: string;
  reference?: string;
  callback?: { path: string; body: string };
};

export type CertificationOptions = {
  provider: Provider;
  journey: Journey;
  clock: Clock;
  publicUrl: string;
  /** The references of the payin, the refund and the payout; new ones unless a recording is replayed. */
  references?: readonly string[];
  /** Null when no more arrive in time. Absent when callbacks cannot reach the certifying machine. */
  waitForCallback?(request: DispatchRequest): Promise<RawCallback | null>;
  /** A recording contains no signatures, so its callbacks are only parsed. */
  isReplay?: boolean;
};

const STEP_TIMEOUT_MS = 20_000;
const soon = (): AbortSignal => AbortSignal.timeout(STEP_TIMEOUT_MS);

export async function certifyProvider(options: CertificationOptions): Promise<Step[]> {
  const { provider, journey, references = [newId(), newId(), newId()] } = options;
  const [payinReference, refundReference, payoutReference] = references;
  const steps: Step[] = [await checkAccess(provider)];
  if (journey.payin !== undefined) steps.push(...(await travel(options, "payin", payinReference!, refundReference!)));
  if (journey.payout !== undefined) steps.push(...(await travel(options, "payout", payoutReference!)));
  return steps;
}

async function checkAccess({ checkAccess: check }: Provider): Promise<Step> {
  if (check === undefined)
    return { step: "access", verdict: "not tried", detail: "the adapter does not support this request" };
  const answer = await check(soon());
  return judged(
    "access",
    answer.outcome === "works",
    answer.outcome === "works" ? "" : `expected works, got ${answer.outcome}: ${answer.reason}`,
  );
}

async function travel(
  options: CertificationOptions,
  name: "payin" | "payout",
  reference: string,
  refundReference?: string,
): Promise<Step[]> {
  const { provider } = options;
  const leg = options.journey[name]!;
  const direction = name === "payin" ? "inbound" : "outbound";
  const request = requestOf(leg, direction, reference, options.publicUrl, provider.name);
  const result = await provider.dispatch(request, soon());
  if (result.outcome !== "accepted") {
    const code = result.outcome === "refused" ? ` ${result.code}` : "";
    return [{ ...judged(name, false, `expected accepted, got ${result.outcome}${code}: ${result.reason}`), reference }];
  }
  const steps: Step[] = [{ ...judged(name, true), reference }];
  const query: StatusQuery = {
    reference,
    providerPaymentId: result.providerPaymentId,
    direction: request.direction,
    sentAt: options.clock.now(),
  };
  steps.push(await askStatus(provider, name, query, leg.isToldOnly === true));
  const callback = await takeCallback(options, name, request);
  steps.push(callback);
  if (refundReference !== undefined)
    steps.push(await refund(options, request, { ...query, ...receiptNamedBy(provider, callback) }, refundReference));
  return steps;
}

async function askStatus(provider: Provider, name: string, query: StatusQuery, isToldOnly: boolean): Promise<Step> {
  const answer = await provider.fetchStatus(query, soon());
  const step = `${name} status`;
  if (isToldOnly)
    return judged(
      step,
      answer.outcome === "unknown",
      `expected unknown, because the provider reports only by callback, got ${answer.outcome}`,
    );
  if (answer.outcome === "found")
    return judged(step, answer.update.reference === query.reference, "the status is of another payment");
  return judged(
    step,
    false,
    `expected found, got ${answer.outcome}${answer.outcome === "unknown" ? `: ${answer.reason}` : ""}`,
  );
}

/** Providers also report other payments, and one payment several times: those callbacks are skipped. */
async function takeCallback(options: CertificationOptions, name: string, request: DispatchRequest): Promise<Step> {
  const step = `${name} callback`;
  if (options.waitForCallback === undefined)
    return { step, verdict: "not tried", detail: "no public address was given at which callbacks arrive" };
  let problem: string | null = null;
  for (let others = 0; ; others++) {
    const callback = await options.waitForCallback(request);
    if (callback === null && problem !== null) return judged(step, false, problem);
    if (callback === null)
      return {
        step,
        verdict: "not tried",
        detail: `no callback about this payment came in time; ${others} were about other payments`,
      };
    const sight = lookAt(options, callback, request);
    const kept = { path: callback.path, body: callback.rawBody.toString("utf8") };
    if (sight === "ours") return { ...judged(step, true), callback: kept };
    if (sight !== "another's") problem = sight;
  }
}

function lookAt(
  { provider, clock, isReplay }: CertificationOptions,
  callback: RawCallback,
  { reference }: DispatchRequest,
): string {
  if (isReplay !== true && provider.verifyCallback(callback, clock.now()) === null)
    return "the callback's signature or secret address is invalid";
  try {
    const isOurs = (update: ProviderUpdate): boolean =>
      (update.kind === "payment" && update.reference === reference) ||
      (update.kind === "notice" && (update.reference ?? reference) === reference);
    return provider.parseCallback(callback).some(isOurs) ? "ours" : "another's";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Some providers name the receipt, which a refund needs, only in the callback. */
function receiptNamedBy(provider: Provider, { callback }: Step): { receipt?: string } {
  if (callback === undefined) return {};
  const updates = provider.parseCallback({ path: callback.path, rawBody: Buffer.from(callback.body) });
  const receipt = updates
    .map((update) => (update.kind === "notice" ? update.receipt : undefined))
    .find((one) => one !== undefined);
  return receipt === undefined ? {} : { receipt };
}

/** Only a completed payment can be refunded; in a sandbox that may need a callback or a person. */
async function refund(
  { provider }: CertificationOptions,
  request: DispatchRequest,
  query: StatusQuery,
  reference: string,
): Promise<Step> {
  const step = "refund";
  if (provider.refund === undefined) return { step, verdict: "not tried", detail: "the adapter makes no refunds" };
  const now = await provider.fetchStatus(query, soon());
  if (now.outcome !== "found" || now.update.status !== "completed")
    return {
      step,
      verdict: "not tried",
      detail: `the payin is not completed: ${now.outcome === "found" ? now.update.providerStatus : now.outcome}`,
      reference,
    };
  const { callbackUrl, amount } = request;
  const providerPaymentId = now.update.providerPaymentId ?? query.providerPaymentId!;
  const receipt = now.update.data?.["receipt"];
  const named = typeof receipt === "string" ? { receipt } : {};
  const order = {
    reference,
    paymentReference: request.reference,
    providerPaymentId,
    amount,
    ...named,
    reason: "certification",
    callbackUrl,
  };
  const result = await provider.refund(order, soon());
  return {
    ...judged(
      step,
      result.outcome === "accepted",
      result.outcome === "accepted" ? "" : `expected accepted, got ${result.outcome}: ${result.reason}`,
    ),
    reference,
  };
}

function judged(step: string, isRight: boolean, difference = ""): Step {
  return { step, verdict: isRight ? "as expected" : "differs", detail: isRight ? "" : difference };
}

export function reportOf(displayName: string, steps: readonly Step[]): string {
  const width = Math.max(...steps.map(({ step }) => step.length));
  const lines = steps.map(
    ({ step, verdict, detail }) => `  ${step.padEnd(width)}  ${verdict}${detail === "" ? "" : `: ${detail}`}`,
  );
  const differing = steps.filter(({ verdict }) => verdict === "differs").length;
  const verdict =
    differing === 0
      ? `${displayName} answers as its adapter expects.`
      : `${displayName} gave answers that its adapter does not expect in ${differing} of ${steps.length} steps.`;
  return [verdict, ...lines].join("\n");
}
