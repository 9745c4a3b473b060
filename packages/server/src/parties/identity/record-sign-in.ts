import { audit } from "#src/record/audit/index.ts";
import { storedUserAgent } from "#src/kernel/http/use-recorder.ts";
import type { IdentityDeps } from "./identity.ts";

export type SignInTrace = {
  userId: string;
  email: string;
  address: string;
  userAgent: string | null;
  isKnownDevice: boolean;
  requestId: string;
  at: Date;
};

export type SignInOutcome = "user.signed_in" | "user.sign_in_refused";

/** Records a sign-in without waiting: an answer that took longer for existing accounts would reveal which exist. */
export function recordSignIn(
  deps: Pick<IdentityDeps, "db" | "log">,
  outcome: SignInOutcome,
  trace: SignInTrace,
  more: object = {},
): void {
  const { userId, requestId, at } = trace;
  const changes = {
    address: trace.address,
    user_agent: storedUserAgent(trace.userAgent),
    known_device: trace.isKnownDevice,
    ...more,
  };
  // Nobody knows who was behind a refused sign-in.
  const actor =
    outcome === "user.signed_in"
      ? ({ type: "user", id: userId, userId } as const)
      : ({ type: "system", id: "identity" } as const);
  void deps.db
    .transaction((tx) => audit(tx, { orgId: null, actor: { ...actor, requestId }, at }, outcome, userId, changes))
    .catch((error: unknown) => deps.log.error({ err: error, user_id: userId }, "a sign-in could not be recorded"));
}

export const NOTICE_OF_GUESSING = {
  type: "user.codes_guessed",
  priority: "urgent",
  subject: "Somebody is guessing the codes of your second factor",
  text:
    `Too many wrong codes were given for your account today. Whoever gave them knows your password, or can read your ` +
    `e-mail.\n\nUntil tomorrow no code of your authenticator app is accepted, from anybody. Your passkeys and ` +
    `recovery codes work. If it was not you, change your password and that of your e-mail.\n`,
} as const;

export function mailNewDevice(deps: Pick<IdentityDeps, "log" | "sendMail">, trace: SignInTrace): void {
  const text =
    `Somebody signed in to your account with your password in a browser that has not been used for it before.\n\n` +
    `When: ${trace.at.toISOString()}\nFrom: ${trace.address}\nWith: ` +
    `${storedUserAgent(trace.userAgent) ?? "an unknown browser"}\n\n` +
    `If it was you, do nothing. If it was not, change your password at once: that ends every session.\n`;
  void deps
    .sendMail({ to: trace.email, subject: "A new sign-in to your account", text })
    .catch((error: unknown) =>
      deps.log.error({ err: error, user_id: trace.userId }, "the e-mail about a new device could not be sent"),
    );
}
