import classes from "./status-badge.module.css";

type Tone = "good" | "busy" | "waiting" | "bad" | "neutral";

/**
 * One set of colors for every status of every resource: the word is always there, the color only helps. A status
 * without a color here does not compile.
 */
const TONES = {
  completed: "good",
  active: "good",
  paid: "good",
  approved: "good",
  delivered: "good",
  succeeded: "good",
  funded: "good",
  disbursed: "good",
  accepted: "good",
  resolved: "good",
  closed_paid: "good",
  processing: "busy",
  running: "busy",
  erasing: "busy",
  confirmed: "busy",
  dispatching: "busy",
  releasing: "busy",
  delivering: "busy",
  partially_funded: "busy",
  contract_submitted: "busy",
  partially_refunded: "busy",
  pending: "waiting",
  initiated: "waiting",
  reviewed: "waiting",
  requested: "waiting",
  draft: "waiting",
  retrying: "waiting",
  open: "waiting",
  invited: "waiting",
  not_started: "waiting",
  unknown: "waiting",
  frozen: "waiting",
  unfunded: "waiting",
  failed: "bad",
  rejected: "bad",
  refused: "bad",
  dead: "bad",
  dead_letter: "bad",
  revoked: "bad",
  suspended: "bad",
  expired: "bad",
  reversed: "bad",
  refunded: "neutral",
  merged: "neutral",
  erased: "neutral",
  returned: "neutral",
  used: "neutral",
  canceled: "neutral",
  disabled: "neutral",
  closed: "neutral",
  inactive: "neutral",
  ignored: "neutral",
} as const satisfies Record<string, Tone>;

export function wordsOf(value: string): string {
  const text = value.replaceAll(/[_.]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export type Status = keyof typeof TONES;

export function StatusBadge({ status, label }: { status: Status; label?: string }) {
  return (
    <span className={classes.badge} data-tone={TONES[status]}>
      {label ?? wordsOf(status)}
    </span>
  );
}
