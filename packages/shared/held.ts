/** Why a payment waits for other people stands in the note of its first entry, for the service and for the pages. */
const WAITS = "waits for approval: ";

export function heldNote(reasons: readonly string[]): string {
  return `${WAITS}${reasons.join("; ")}`;
}

type Held = {
  readonly status: string;
  readonly attempts: readonly unknown[];
  readonly timeline: readonly { readonly note: string | null }[];
};

/** The reasons for which a payment waits for approval; null: it does not. */
export function whyHeld({ status, attempts, timeline }: Held): string | null {
  if ((status !== "initiated" && status !== "reviewed") || attempts.length > 0) return null;
  return timeline.find(({ note }) => note?.startsWith(WAITS))?.note?.slice(WAITS.length) ?? null;
}
