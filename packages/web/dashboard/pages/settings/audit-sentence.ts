import type { Row } from "@corridor/shared/operations.ts";

/** An entry of the audit log as a sentence, and what changed, before and after. Pure. */
export type Entry = Row<"/organizations/{org_id}/audit-log">;

export function sentenceOf(entry: Entry, names: ReadonlyMap<string, string>): string {
  return `${actorOf(entry, names)} ${deedOf(entry)}`;
}

function actorOf({ actor_type, actor_id, actor_user_id }: Entry, names: ReadonlyMap<string, string>): string {
  if (actor_type === "system") return "The system";
  const name = names.get(actor_id);
  if (actor_type === "user") return name ?? "A person";
  const person = actor_user_id === null ? undefined : names.get(actor_user_id);
  return `${name === undefined ? "An API key" : `The key ${name}`}${person === undefined ? "" : ` of ${person}`}`;
}

/** Actions that the rule below would put badly. */
const DEEDS: ReadonlyMap<string, string> = new Map([
  ["invite.sent_again", "sent an invite again"],
  ["payment.settled_by_hand", "settled a payment by hand"],
  ["payout_batch.checking", "had a payout batch checked"],
  ["payout_batch.ready", "checked a payout batch"],
  ["payout_batch.sending", "started a payout batch"],
  ["user.password_reset", "reset a password"],
  ["user.sign_in_refused", "refused a sign-in"],
  ["user.signed_in", "signed in"],
  ["user.signed_up", "signed up"],
  ["webhook.test_sent", "sent a test to a webhook"],
]);

/** `api_key.revoked` becomes "revoked an API key": the subject comes first in an action, the verb last. */
function deedOf({ action, resource_type }: Entry): string {
  const known = DEEDS.get(action);
  if (known !== undefined) return known;
  const parts = action.split(".");
  const deed = plain(parts.at(-1)!);
  const subject = parts.length > 1 ? plain(parts.slice(0, -1).join(" ")) : plain(resource_type);
  const [, part, verb] = /^(.+) (\w+ed)$/.exec(deed) ?? [];
  // `member.role_changed` becomes "changed the role of a member".
  const whole = `${articleOf(subject)} ${subject}`;
  return part === undefined ? `${deed} ${whole}` : `${verb} the ${part} of ${whole}`;
}

const plain = (text: string): string =>
  text
    .replaceAll("_", " ")
    .replace(/^api\b/, "API")
    .replace(/^kyb\b/, "business verification");
const articleOf = (noun: string): string => (/^[aeio]/i.test(noun) ? "an" : "a");

export type Change = { field: string; before: string | null; after: string | null };

/** Entries contain `{ from, to }`, or that for each field, or only the new values. */
export function changesOf(changes: Entry["changes"]): Change[] {
  const fields = Object.entries(changes ?? {});
  if (isPair(changes)) {
    const others = fields
      .filter(([name]) => name !== "from" && name !== "to")
      .map(([name, value]) => setTo(name, value));
    return [{ field: "Status", before: textOf(changes.from), after: textOf(changes.to) }, ...others];
  }
  return fields.map(([name, value]) =>
    isPair(value) ? { field: nameOf(name), before: textOf(value.from), after: textOf(value.to) } : setTo(name, value),
  );
}

function isPair(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === "object" && value !== null && "from" in value && "to" in value;
}

const setTo = (name: string, value: unknown): Change => ({ field: nameOf(name), before: null, after: textOf(value) });
const nameOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => textOf(one) ?? "–").join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
}
