import type { SandboxProvider } from "./sandbox-provider.ts";

/**
 * What the last four digits of the customer's number make the sandbox do. Two rows mention "the primary": that is
 * `fiat`, or `crypto` for the fiat legs of a ramp; `hybrid` is the fallback of both.
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

/** How an accepted payment fails: the provider's reason. */
const DECLINES = {
  fail: "declined by the customer's institution",
  no_reaction: "timed out: no reaction on the phone",
  decline: "declined by the customer",
  no_funds: "insufficient funds",
  over_limit: "the customer's daily limit is reached",
  wrong_pin: "wrong PIN",
  network_down: "the network is down",
  not_allowed: "the account is not allowed to pay this",
} as const;
type Decline = keyof typeof DECLINES;

export const ENDINGS: readonly { ending: string; behaviour: Behaviour; meaning: string }[] = [
  {
    ending: "0001",
    behaviour: "collect_otp",
    meaning: "asks for a one-time password; the code is 123456, and three wrong ones fail the payment",
  },
  { ending: "0002", behaviour: "refuse", meaning: "refused by every provider" },
  { ending: "0003", behaviour: "refuse_as_primary", meaning: "refused by the primary, accepted by the fallback" },
  {
    ending: "0004",
    behaviour: "lose_answer",
    meaning: "accepted, but neither the answer nor a callback ever arrives: only polling finds the outcome",
  },
  { ending: "0005", behaviour: "fail", meaning: "accepted, then fails by callback" },
  { ending: "0006", behaviour: "pay_by_link", meaning: "answers with a payment link" },
  {
    ending: "0007",
    behaviour: "redirect",
    meaning: "redirects to the sandbox's own payment page (approve or decline)",
  },
  {
    ending: "0008",
    behaviour: "repeat_callbacks",
    meaning: "accepted; the callback comes three times and out of order",
  },
  {
    ending: "0009",
    behaviour: "no_callback",
    meaning: "accepted; the callback never comes, and only polling finds the outcome",
  },
  {
    ending: "0010",
    behaviour: "unreachable_as_primary",
    meaning: "the primary's connection is refused before anything is sent; the fallback accepts",
  },
  {
    ending: "0011",
    behaviour: "dispute",
    meaning:
      "completes, and is disputed a moment later: evidence wins (unless it says `lose`), accepting or a week of " +
      "silence loses",
  },
  {
    ending: "0012",
    behaviour: "no_reaction",
    meaning: "accepted; nobody reacts on the phone, and after ten times the delay it fails as timed out",
  },
  { ending: "0013", behaviour: "decline", meaning: "accepted, then declined by the customer" },
  { ending: "0014", behaviour: "no_funds", meaning: "accepted, then fails: not enough money" },
  { ending: "0015", behaviour: "over_limit", meaning: "accepted, then fails: over a limit of the customer's account" },
  { ending: "0016", behaviour: "wrong_pin", meaning: "accepted, then fails: wrong PIN" },
  { ending: "0017", behaviour: "network_down", meaning: "accepted, then fails: the network is down" },
  { ending: "0018", behaviour: "not_allowed", meaning: "accepted, then fails: the account may not pay this" },
];

const byEnding = new Map(ENDINGS.map((row) => [row.ending, row.behaviour]));
const ENDING_LENGTH = 4;

/**
 * `customerNumber`: the card number, the mobile money phone or the bank account number, with whatever spaces and signs
 * it was written.
 */
export function behaviourOf(customerNumber: string | null): Behaviour {
  if (customerNumber === null) return "complete";
  return byEnding.get(customerNumber.replace(/\D/g, "").slice(-ENDING_LENGTH)) ?? "complete";
}

/** Null for a payment that does not fail. */
export function declineReasonOf(behaviour: Behaviour): string | null {
  return Object.hasOwn(DECLINES, behaviour) ? DECLINES[behaviour as Decline] : null;
}

/** An unanswered prompt ends later than an answered one. */
export function failsAfterDelays(behaviour: Behaviour): number {
  return behaviour === "no_reaction" ? 10 : 1;
}

export function isRefusedBy(provider: SandboxProvider, behaviour: Behaviour): boolean {
  if (behaviour === "refuse") return true;
  // The ending 0010 makes callers use a closed port. A caller that reached the sandbox all the same is refused, with
  // the same outcome.
  return (behaviour === "refuse_as_primary" || behaviour === "unreachable_as_primary") && provider !== "hybrid";
}

/**
 * How an operation reports its changes. The ending 0004 sends no callback either, so that only polling finds the
 * outcome.
 */
export function callbackStyle(behaviour: Behaviour): "once" | "repeated" | "never" {
  if (behaviour === "repeat_callbacks") return "repeated";
  return behaviour === "no_callback" || behaviour === "lose_answer" ? "never" : "once";
}
