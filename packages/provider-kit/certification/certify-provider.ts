import { setTimeout } from "node:timers/promises";
import type { Clock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type {
  DispatchRequest,
  DispatchResult,
  Journey,
  Leg,
  Provider,
  ProviderUpdate,
  RawCallback,
  RefundResult,
  StatusQuery,
} from "../provider.ts";
import { failureCauseIn } from "../failures.ts";
import { requestOf } from "./journey.ts";

/**
 * An adapter's journey against the real service: access, what it says of its own money and of an account, then for
 * each direction a payment and everything that its safety rests on. Without access nothing further is tried; a step is
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
  /** The references of the steps; new ones unless a recording is replayed. */
  references?: Readonly<Record<string, string>>;
  /** Null when no more arrive in time. Absent when callbacks cannot reach the certifying machine. */
  waitForCallback?(request: DispatchRequest): Promise<RawCallback | null>;
  /** A recording contains no signatures, so its callbacks are only parsed. */
  isReplay?: boolean;
};

const STEP_TIMEOUT_MS = 20_000;
const DAY_MS = 86_400_000;
const LATE_MS = 3 * 60_000;
const DECLINE_POLLS = 10;
const DECLINE_POLL_PAUSE_MS = 1_000;
const NOT_SUPPORTED = "the adapter does not support this request";
const soon = (): AbortSignal => AbortSignal.timeout(STEP_TIMEOUT_MS);

export async function certifyProvider(options: CertificationOptions): Promise<Step[]> {
  const { provider, journey, clock } = options;
  const access = await checkAccess(provider);
  if (access.verdict === "differs") return [access];
  const steps: Step[] = [access, await askBalance(provider), await askSettlements(provider, clock.now())];
  if (journey.payout?.bankAccount !== undefined) steps.push(await lookUp(provider, journey.payout));
  for (const name of ["payin", "payout"] as const) {
    const [leg, declined] = [journey[name], journey.declined?.[name]];
    if (leg === undefined) continue;
    steps.push(await askUnknown(options, name));
    steps.push(
      declined === undefined
        ? notTried(`${name} declined`, "the provider documents no test account that it declines")
        : await decline(options, name, declined),
    );
    steps.push(...(await travel(options, name, leg)));
  }
  return steps;
}

const directionOf = (name: "payin" | "payout") => (name === "payin" ? "inbound" : "outbound");
const referenceOf = ({ references }: CertificationOptions, step: string): string => references?.[step] ?? newId();

async function checkAccess({ checkAccess: check }: Provider): Promise<Step> {
  if (check === undefined) return notTried("access", NOT_SUPPORTED);
  const answer = await check(soon());
  if (answer.outcome === "works") return judged("access", true);
  const problem = answer.outcome === "refused" ? "the keys or the account are wrong" : "the host does not answer";
  return judged("access", false, `${problem}, so nothing else was tried: ${answer.reason}`);
}

async function askBalance({ fetchBalance }: Provider): Promise<Step> {
  if (fetchBalance === undefined) return notTried("balance", NOT_SUPPORTED);
  return found("balance", await fetchBalance(soon()));
}

/** Of yesterday, on which a new account has none: an empty list is an answer too. */
async function askSettlements({ fetchSettlements, fetchStatement }: Provider, now: Date): Promise<Step> {
  const day = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  if (fetchSettlements !== undefined) return found("settlement", await fetchSettlements({ day, cursor: null }, soon()));
  if (fetchStatement === undefined) return notTried("settlement", NOT_SUPPORTED);
  return found("settlement", await fetchStatement({ day, cursor: null, mark: null }, soon()));
}

async function lookUp({ resolveAccount }: Provider, { bankAccount, country }: Leg): Promise<Step> {
  const { account_number, bank_code, account_name } = bankAccount!;
  if (resolveAccount === undefined || bank_code == null) return notTried("look-up", NOT_SUPPORTED);
  try {
    await resolveAccount({ account_number, bank_code, country, account_name }, soon());
    return judged("look-up", true);
  } catch (error) {
    return judged("look-up", false, (error as Error).message);
  }
}

/** "Not found" must be told from "do not know", and neither may be taken for a payment. */
async function askUnknown(options: CertificationOptions, name: "payin" | "payout"): Promise<Step> {
  const step = `${name} unknown`;
  const reference = referenceOf(options, step);
  const query = {
    reference,
    providerPaymentId: null,
    direction: directionOf(name),
    sentAt: options.clock.now(),
  } as const;
  const answer = await options.provider.fetchStatus(query, soon());
  const difference = "a payment was found under a reference that was never sent";
  return { ...judged(step, answer.outcome !== "found", difference), reference };
}

async function decline(options: CertificationOptions, name: "payin" | "payout", leg: Leg): Promise<Step> {
  const { provider, clock, publicUrl } = options;
  const step = `${name} declined`;
  const reference = referenceOf(options, step);
  const request = requestOf(leg, directionOf(name), reference, publicUrl, provider.name);
  const result = await provider.dispatch(request, soon());
  if (result.outcome !== "accepted")
    return { ...judged(step, isDecline(result), `expected a decline, got ${codeIn(result)}`), reference };
  const query = { reference, providerPaymentId: result.providerPaymentId, direction: request.direction };
  let last: string = result.status;
  for (let polls = 0; polls < DECLINE_POLLS; polls++) {
    const answer = await provider.fetchStatus({ ...query, sentAt: clock.now() }, soon());
    last = answer.outcome === "found" ? answer.update.status : answer.outcome;
    if (last === "failed" || last === "completed" || options.isReplay === true) break;
    await setTimeout(DECLINE_POLL_PAUSE_MS);
  }
  return { ...judged(step, last === "failed", `expected a decline, got ${last}`), reference };
}

/** A wrong key declines nothing. */
function isDecline(result: DispatchResult): boolean {
  return result.outcome === "refused" && failureCauseIn({}, result.code) !== "credentials_refused";
}

function codeIn(result: DispatchResult): string {
  return result.outcome === "refused" ? `refused ${result.code}` : result.outcome;
}

async function travel(options: CertificationOptions, name: "payin" | "payout", leg: Leg): Promise<Step[]> {
  const { provider } = options;
  const reference = referenceOf(options, name);
  const request = requestOf(leg, directionOf(name), reference, options.publicUrl, provider.name);
  const result = await provider.dispatch(request, soon());
  if (result.outcome !== "accepted") {
    return [{ ...judged(name, false, `expected accepted, got ${codeIn(result)}: ${result.reason}`), reference }];
  }
  const steps: Step[] = [{ ...judged(name, true), reference }];
  const query: StatusQuery = {
    reference,
    providerPaymentId: result.providerPaymentId,
    direction: request.direction,
    sentAt: options.clock.now(),
  };
  steps.push(await sendAgain(options, name, request, result.providerPaymentId));
  steps.push(await askStatus(provider, name, query, leg.isToldOnly === true));
  const [callback, raw] = await takeCallback(options, name, request);
  steps.push(callback);
  if (raw !== null) steps.push(await hearAgain(options, name, request, raw));
  if (name === "payin")
    steps.push(...(await refund(options, request, { ...query, ...receiptNamedBy(provider, callback) })));
  return steps;
}

/** The second request may be answered as the first, or with doubt. A refusal would send the payment elsewhere too. */
async function sendAgain(
  options: CertificationOptions,
  name: string,
  request: DispatchRequest,
  firstId: string,
): Promise<Step> {
  const step = `${name} sent twice`;
  const again = await options.provider.dispatch(request, soon());
  if (again.outcome === "accepted")
    return judged(step, again.providerPaymentId === firstId, `a second payment was made: ${again.providerPaymentId}`);
  return judged(step, again.outcome === "unknown", `it was refused, although the first was accepted: ${again.reason}`);
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
  if (answer.outcome === "found" && answer.update.status === "failed") return judged(step, false, FAILED);
  if (answer.outcome === "found")
    return judged(step, answer.update.reference === query.reference, "the status is of another payment");
  return found(step, answer);
}

const FAILED = "a payment that must succeed is read as failed";

/** Providers also report other payments, and one payment several times: those callbacks are skipped. */
async function takeCallback(
  options: CertificationOptions,
  name: string,
  request: DispatchRequest,
): Promise<[Step, RawCallback | null]> {
  const step = `${name} callback`;
  if (options.waitForCallback === undefined)
    return [notTried(step, "no public address was given at which callbacks arrive"), null];
  let problem: string | null = null;
  for (let others = 0; ; others++) {
    const callback = await options.waitForCallback(request);
    if (callback === null && problem !== null) return [judged(step, false, problem), null];
    if (callback === null)
      return [notTried(step, `no callback about this payment came in time; ${others} were about other payments`), null];
    const sight = await lookAt(options, callback, request);
    const kept = { path: callback.path, body: callback.rawBody.toString("utf8") };
    if (sight === "ours") return [{ ...judged(step, true), callback: kept }, callback];
    if (sight !== "another's") problem = sight;
  }
}

/** Providers repeat a callback, and one may come late, after a poll has told the end: it must be the same event. */
async function hearAgain(
  options: CertificationOptions,
  name: string,
  request: DispatchRequest,
  callback: RawCallback,
): Promise<Step> {
  const { provider, clock, isReplay } = options;
  const step = `${name} callback again`;
  const at = (afterMs: number): Date => new Date(clock.now().getTime() + afterMs);
  const [first, second] = await Promise.all([0, LATE_MS].map(async (ms) => provider.verifyCallback(callback, at(ms))));
  if (isReplay !== true && first?.externalId !== second?.externalId)
    return judged(step, false, "a callback that is repeated three minutes later is not known as the same");
  return judged(
    step,
    (await lookAt(options, callback, request)) === "ours",
    "a repeated callback is read as another one",
  );
}

async function lookAt(
  { provider, clock, isReplay }: CertificationOptions,
  callback: RawCallback,
  { reference }: DispatchRequest,
): Promise<string> {
  if (isReplay !== true && (await provider.verifyCallback(callback, clock.now())) === null)
    return "the callback's signature or secret address is invalid";
  try {
    const isOurs = (update: ProviderUpdate): boolean =>
      (update.kind === "payment" && update.reference === reference) ||
      (update.kind === "notice" && (update.reference ?? reference) === reference);
    const ours = provider.parseCallback(callback).filter(isOurs);
    if (ours.some((update) => update.kind === "payment" && update.status === "failed")) return FAILED;
    return ours.length > 0 ? "ours" : "another's";
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

/**
 * Only a completed payment can be refunded; in a sandbox that may need a callback or a person. Half of it first, then
 * the rest: some providers refund the whole amount only.
 */
async function refund(options: CertificationOptions, request: DispatchRequest, query: StatusQuery): Promise<Step[]> {
  const { provider } = options;
  if (provider.refund === undefined) return [notTried("refund", "the adapter makes no refunds")];
  const now = await provider.fetchStatus(query, soon());
  if (now.outcome !== "found" || now.update.status !== "completed") {
    const state = now.outcome === "found" ? now.update.providerStatus : now.outcome;
    return [notTried("refund", `the payin is not completed: ${state}`)];
  }
  const { callbackUrl, amount } = request;
  const receipt = now.update.data?.["receipt"];
  const order = {
    paymentReference: request.reference,
    providerPaymentId: now.update.providerPaymentId ?? query.providerPaymentId!,
    ...(typeof receipt === "string" && { receipt }),
    reason: "certification",
    callbackUrl,
  };
  const half = Money.ofMinor(amount.minor / 2n, amount.currency);
  const partial = referenceOf(options, "partial refund");
  const first = await provider.refund({ ...order, reference: partial, amount: half, isPartial: true }, soon());
  const isWholeOnly = first.outcome === "refused" && first.code === "partial_refund";
  const reference = referenceOf(options, "refund");
  const rest = isWholeOnly ? amount : amount.minus(half);
  const second = await provider.refund({ ...order, reference, amount: rest, isPartial: !isWholeOnly }, soon());
  return [
    isWholeOnly
      ? notTried("partial refund", "the provider refunds the whole amount only")
      : { ...accepted("partial refund", first), reference: partial },
    { ...accepted("refund", second), reference },
  ];
}

function accepted(step: string, result: RefundResult): Step {
  if (result.outcome === "accepted") return judged(step, true);
  return judged(step, false, `expected accepted, got ${result.outcome}: ${result.reason}`);
}

function found(step: string, answer: { outcome: string; reason?: string }): Step {
  const why = answer.reason === undefined ? "" : `: ${answer.reason}`;
  return judged(step, answer.outcome === "found", `expected found, got ${answer.outcome}${why}`);
}

function notTried(step: string, detail: string): Step {
  return { step, verdict: "not tried", detail };
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
