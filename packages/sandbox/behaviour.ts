export const SANDBOX_PROVIDERS = ["fiat", "hybrid", "crypto"] as const;
export type SandboxProvider = (typeof SANDBOX_PROVIDERS)[number];

/**
 * By the last four digits of the customer's number. "The primary" is `fiat`, or `crypto` for the fiat legs of a ramp;
 * `hybrid` is the fallback of both.
 */
export type Behaviour =
  | "complete"
  | "collect_otp"
  | "refuse"
  | "refuse_as_primary"
  | "lose_answer"
  | "pay_by_link"
  | "redirect"
  | "repeat_callbacks"
  | "no_callback"
  | "unreachable_as_primary"
  | "dispute"
  | Decline;

export type Failure = { code: string; reason: string };

/** How an accepted payment fails. */
const DECLINES = {
  fail: { code: "declined_by_institution", reason: "declined by the customer's institution" },
  no_reaction: { code: "no_reaction", reason: "timed out: no reaction on the phone" },
  decline: { code: "declined_by_customer", reason: "declined by the customer" },
  no_funds: { code: "insufficient_funds", reason: "insufficient funds" },
  over_limit: { code: "limit_reached", reason: "the customer's daily limit is reached" },
  wrong_pin: { code: "wrong_pin", reason: "wrong PIN" },
  network_down: { code: "network_down", reason: "the network is down" },
  not_allowed: { code: "not_allowed", reason: "the account is not allowed to pay this" },
  fail_as_primary: { code: "provider_fault", reason: "a fault of the provider" },
  fail_late_as_primary: { code: "provider_fault", reason: "a fault of the provider, found after a day" },
  complete_after_all_as_primary: { code: "provider_fault", reason: "a fault of the provider, or so it seems" },
} as const satisfies Record<string, Failure>;
type Decline = keyof typeof DECLINES;

export const ENDINGS: readonly (readonly [ending: string, behaviour: Behaviour, meaning: string])[] = [
  ["0001", "collect_otp", "asks for a one-time password; the code is 123456, and three wrong ones fail the payment"],
  ["0002", "refuse", "refused by every provider"],
  ["0003", "refuse_as_primary", "refused by the primary, accepted by the fallback"],
  [
    "0004",
    "lose_answer",
    "accepted, but neither the answer nor a callback ever arrives: only polling finds the outcome",
  ],
  ["0005", "fail", "accepted, then fails by callback"],
  ["0006", "pay_by_link", "answers with a payment link"],
  ["0007", "redirect", "redirects to the sandbox's own payment page (approve or decline)"],
  ["0008", "repeat_callbacks", "accepted; the callback comes three times and out of order"],
  ["0009", "no_callback", "accepted; the callback never comes, and only polling finds the outcome"],
  [
    "0010",
    "unreachable_as_primary",
    "the primary's connection is refused before anything is sent; the fallback accepts",
  ],
  [
    "0011",
    "dispute",
    "completes, and is disputed a moment later: evidence wins (unless it says `lose`), accepting or a week of " +
      "silence loses",
  ],
  ["0012", "no_reaction", "accepted; nobody reacts on the phone, and after ten times the delay it fails as timed out"],
  ["0013", "decline", "accepted, then declined by the customer"],
  ["0014", "no_funds", "accepted, then fails: not enough money"],
  ["0015", "over_limit", "accepted, then fails: over a limit of the customer's account"],
  ["0016", "wrong_pin", "accepted, then fails: wrong PIN"],
  ["0017", "network_down", "accepted, then fails: the network is down"],
  ["0018", "not_allowed", "accepted, then fails: the account may not pay this"],
  ["0019", "fail_as_primary", "accepted by the primary, then fails by its fault; the fallback accepts and completes"],
  ["0020", "fail_late_as_primary", "the same, but the primary reports the failure only after a day"],
  ["0021", "complete_after_all_as_primary", "like 0019, but later the primary reports that it completed after all"],
];

const byEnding = new Map(ENDINGS.map(([ending, behaviour]) => [ending, behaviour]));
const ENDING_LENGTH = 4;

/** `customerNumber`: of the card, phone or bank account, with whatever spaces and signs it was written. */
export function behaviourOf(customerNumber: string | null): Behaviour {
  if (customerNumber === null) return "complete";
  return byEnding.get(customerNumber.replace(/\D/g, "").slice(-ENDING_LENGTH)) ?? "complete";
}

/** A fault of the primary is none of the fallback. */
export function behaviourAt(provider: SandboxProvider, customerNumber: string | null): Behaviour {
  const behaviour = behaviourOf(customerNumber);
  const isFaultOfPrimary = failureOf(behaviour)?.code === "provider_fault";
  return isFaultOfPrimary && provider === "hybrid" ? "complete" : behaviour;
}

/** Null for a payment that does not fail. */
export function failureOf(behaviour: Behaviour): Failure | null {
  return Object.hasOwn(DECLINES, behaviour) ? DECLINES[behaviour as Decline] : null;
}

const DAY_MS = 86_400_000;
/** A contradiction comes as much later as the end of a prompt that nobody answers. */
const LATER_BY_DELAYS = 10;

export function failsAfterMs(behaviour: Behaviour, delayMs: number): number {
  if (behaviour === "fail_late_as_primary") return DAY_MS;
  return behaviour === "no_reaction" ? LATER_BY_DELAYS * delayMs : delayMs;
}

/** How long after its failure a payment completes all the same; null for one whose failure is true. */
export function contradictedAfterMs(behaviour: Behaviour, delayMs: number): number | null {
  return behaviour === "complete_after_all_as_primary" ? LATER_BY_DELAYS * delayMs : null;
}

export function isRefusedBy(provider: SandboxProvider, behaviour: Behaviour): boolean {
  if (behaviour === "refuse") return true;
  // The ending 0010 makes callers use a closed port. Who reaches the sandbox is refused, with the same end.
  return (behaviour === "refuse_as_primary" || behaviour === "unreachable_as_primary") && provider !== "hybrid";
}

/** The ending 0004 sends no callback either, so that only polling finds the outcome. */
export function callbackStyle(behaviour: Behaviour): "once" | "repeated" | "never" {
  if (behaviour === "repeat_callbacks") return "repeated";
  return behaviour === "no_callback" || behaviour === "lose_answer" ? "never" : "once";
}
