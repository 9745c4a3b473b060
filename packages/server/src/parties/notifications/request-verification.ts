import Type, { type Static } from "typebox";
import { Named, Nullable, OneOf, Shape } from "#src/kernel/http/schemas.ts";
import { actorIn, audit } from "#src/record/audit/index.ts";
import { type Beneficiary, findBeneficiary } from "#src/parties/beneficiaries/index.ts";
import { isMember, type LimitMailTo } from "#src/parties/organizations/index.ts";
import { findUser, type User } from "#src/parties/users/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { type Call, type Scope, scopeOf } from "#src/kernel/http/caller.ts";
import { conflict, type ErrorDetail, invalidFields, notFound } from "#src/kernel/http/errors.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { type Priority, PrioritySchema } from "./notification.ts";
import { insertNotifications } from "./queries.ts";
import { type MailQueueDeps, queueEmails } from "./queue-email.ts";
import {
  insertVerificationRequest,
  selectVerificationRequests,
  type VerificationRow,
  WRITTEN_TO,
  type WrittenTo,
} from "./verification-queries.ts";

export const TARGET_TYPES = ["beneficiary", "sender", "both"] as const;
export type TargetType = (typeof TARGET_TYPES)[number];
export type Target = Exclude<TargetType, "both">;
export const VERIFICATION_TYPES = ["bvn", "nin"] as const;
export type VerificationType = (typeof VERIFICATION_TYPES)[number];

const MAX_MESSAGE_LENGTH = 2_000;
const MAX_TRIGGER_LENGTH = 200;
const MAX_ID_LENGTH = 100;

export const VerificationBody = Named("VerificationRequest", {
  user_id: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description: "The user who sent the transaction" }),
  target_type: [OneOf(TARGET_TYPES), "Whose identity data is requested: the sender's, the beneficiary's or both"],
  transaction_id: [Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }), "The transaction that is checked"],
  verification_type: [OneOf(VERIFICATION_TYPES), "The identity number that is requested"],
  triggered_by: [
    Type.String({ minLength: 1, maxLength: MAX_TRIGGER_LENGTH }),
    "The person or system that requests the data",
  ],
  beneficiary_id: [
    Type.Optional(Nullable(Type.String({ maxLength: MAX_ID_LENGTH }))),
    "Required when target_type is beneficiary or both",
  ],
  sender_id: Type.Optional(
    Nullable(Type.String({ maxLength: MAX_ID_LENGTH, description: "Required when target_type is sender or both" })),
  ),
  message: [Type.Optional(Nullable(Type.String({ maxLength: MAX_MESSAGE_LENGTH }))), "Replaces the default text"],
  priority: [
    Type.Optional(Type.Unsafe<Priority>({ ...PrioritySchema, default: "high" })),
    "Priority of the notification and of its e-mail",
  ],
});
export type VerificationRequest = Static<typeof VerificationBody>;

export const WrittenToSchema = OneOf(WRITTEN_TO, {
  title: "WrittenTo",
  description: "registrar: the member who registered the beneficiary",
});
export const TargetResultSchema = Shape({
  target: [OneOf(["beneficiary", "sender"]), "Whom the request is about: the sender or the beneficiary"],
  message: [Type.String(), "What became of the notification, for people"],
  target_id: [Type.String(), "Id of the user or beneficiary that the request is about"],
  user_id: [Type.String(), "The user who was notified; else the sender, or the user who asked"],
  written_to: [Type.Optional(WrittenToSchema), "Who was written to; absent: nobody"],
  request_id: [Type.String(), "Id of the request for identity data"],
  status: [
    OneOf(["sent", "forwarded", "failed"]),
    "forwarded: to the member who registered the beneficiary; failed: to nobody",
  ],
  success: [Type.Boolean(), "Whether the target itself was written to"],
});
export type TargetResult = Static<typeof TargetResultSchema>;
const DEFAULT_PRIORITY: Priority = "high";
const DATA_NAMES: Readonly<Record<VerificationType, string>> = {
  bvn: "Bank Verification Number (BVN)",
  nin: "National Identification Number (NIN)",
};

export type VerificationDeps = MailQueueDeps & {
  readonly db: Db;
  readonly limitMailTo: LimitMailTo;
  /** Payments belong to a higher module, so the lookup is passed in: by transaction id, in any organization. */
  findByTransactionId(transactionId: string): Promise<PaymentOfTransaction | undefined>;
  profileOf(orgId: string): Promise<{ readonly name: string }>;
};

type PaymentOfTransaction = { readonly orgId: string; readonly transactionId: string; readonly userId: string };
type Transaction = PaymentOfTransaction & { readonly organizationName: string };

type Reached = {
  readonly name: string;
  readonly reader: User | undefined;
  readonly email: string | undefined;
  readonly keeper?: User | undefined;
};

/**
 * What can be sent is sent, and every try is stored. 404 when no target exists. `repeatableId`: reserved by an
 * `Idempotency-Key`; rows under it come from the same request before a crash.
 */
export async function requestVerification(
  deps: VerificationDeps,
  call: Call,
  request: VerificationRequest,
  repeatableId: string | undefined,
): Promise<TargetResult[]> {
  const targets: Target[] = request.target_type === "both" ? ["beneficiary", "sender"] : [request.target_type];
  requireTargetIds(request, targets);
  const transaction = await visibleTransaction(deps, scopeOf(call.caller), request.transaction_id);
  const ids = idsOfTargets(repeatableId ?? newId());
  const earlier =
    repeatableId === undefined ? [] : await selectVerificationRequests(deps.db, transaction.orgId, Object.values(ids));
  if (earlier.length > 0) return earlier.map((row) => resultOf(row, row.reader_id));
  if ((await findPersonOf(deps.db, transaction, request.user_id)) === undefined) throw notFound("User");

  const reached = await Promise.all(
    targets.map((target) => reach(deps.db, transaction, target, targetIdOf(request, target))),
  );
  if (reached.every((each) => each === undefined)) throw notFound(titleOf(targets[0]!));
  if (targets.length === 1 && problemOf(targets[0]!, reached[0]) !== null)
    throw conflict(problemOf(targets[0]!, reached[0])!);

  return deps.db.transaction(async (tx) => {
    const results: TargetResult[] = [];
    for (const [index, target] of targets.entries())
      results.push(
        await ask(tx, deps, { requestId: ids[target], transaction, request, target, reached: reached[index] }),
      );
    const { verification_type, triggered_by } = request;
    const sent = results.map(({ target, request_id, status }) => ({ target, request_id, status }));
    const by = { orgId: transaction.orgId, actor: actorIn(call), at: deps.clock.now(), resourceType: "transaction" };
    const changes = { verification_type, triggered_by, targets: sent };
    await audit(tx, by, "verification.requested", transaction.transactionId, changes);
    return results;
  });
}

async function visibleTransaction(deps: VerificationDeps, scope: Scope, transactionId: string): Promise<Transaction> {
  const payment = isId(transactionId) ? await deps.findByTransactionId(transactionId.toLowerCase()) : undefined;
  if (payment === undefined || ("orgId" in scope && scope.orgId !== payment.orgId)) throw notFound("Transaction");
  const { orgId, userId } = payment;
  return { orgId, userId, transactionId: payment.transactionId, organizationName: (await deps.profileOf(orgId)).name };
}

/** A person to whom this organization may write: a member, or the sender of the transaction. */
async function findPersonOf(db: Db, transaction: Transaction, id: string): Promise<User | undefined> {
  const userId = id.toLowerCase();
  if (!isId(userId) || (userId !== transaction.userId && !(await isMember(db, transaction.orgId, userId))))
    return undefined;
  return (await findUser(db, userId)) ?? undefined;
}

/** The one reserved id finds both rows: their ids differ only in the last digit. */
function idsOfTargets(id: string): Readonly<Record<Target, string>> {
  const other = (15 - Number.parseInt(id.slice(-1), 16)).toString(16);
  return { beneficiary: id, sender: id.slice(0, -1) + other };
}

function requireTargetIds(request: VerificationRequest, targets: readonly Target[]): void {
  const details: ErrorDetail[] = targets
    .filter((target) => targetIdOf(request, target) === "")
    .map((target) => ({ path: `${target}_id`, message: `is required when target_type is ${request.target_type}` }));
  if (details.length > 0) throw invalidFields(details);
}

function targetIdOf(request: VerificationRequest, target: Target): string {
  return (target === "beneficiary" ? request.beneficiary_id : request.sender_id)?.trim() ?? "";
}

async function reach(db: Db, transaction: Transaction, target: Target, targetId: string): Promise<Reached | undefined> {
  if (target === "sender") {
    const sender = await findPersonOf(db, transaction, targetId);
    return sender === undefined ? undefined : { name: sender.name, reader: sender, email: sender.email };
  }
  const beneficiary = await findBeneficiary(db, transaction.orgId, targetId);
  if (beneficiary === undefined) return undefined;
  // A beneficiary has no account here: its creator sees the request, and it gets the e-mail if we know an address.
  const keeper = await findPersonOf(db, transaction, beneficiary.beneficiaryOf);
  const name = nameOf(beneficiary);
  return beneficiary.email === null
    ? { name, reader: keeper, email: keeper?.email, keeper }
    : { name, reader: keeper, email: beneficiary.email };
}

function problemOf(target: Target, reached: Reached | undefined): string | null {
  if (reached === undefined) return `${titleOf(target)} not found`;
  if (reached.reader === undefined && reached.email === undefined)
    return `${titleOf(target)} cannot be reached: neither a user nor an e-mail address is known`;
  return null;
}

function nameOf(beneficiary: Beneficiary): string {
  return beneficiary.lname === null ? beneficiary.fname : `${beneficiary.fname} ${beneficiary.lname}`;
}

async function ask(
  tx: Tx,
  deps: VerificationDeps,
  input: {
    requestId: string;
    transaction: Transaction;
    request: VerificationRequest;
    target: Target;
    reached: Reached | undefined;
  },
): Promise<TargetResult> {
  const { requestId, transaction, request, target, reached } = input;
  const { orgId, transactionId: transaction_id } = transaction;
  const { user_id, verification_type, triggered_by } = request;
  const target_id = targetIdOf(request, target);
  const createdAt = deps.clock.now();
  const priority = request.priority ?? DEFAULT_PRIORITY;
  const problem = problemOf(target, reached);
  const body = messageOf(request, transaction);

  let emailId: string | null = null;
  let notificationId: string | null = null;
  if (problem === null && reached !== undefined) {
    const toTarget = `${transaction.organizationName} requests your ${DATA_NAMES[verification_type]}`;
    const toKeeper = `${DATA_NAMES[verification_type]} of ${reached.name} is requested`;
    if (reached.email !== undefined) {
      if (reached.email !== reached.reader?.email) await deps.limitMailTo(tx, reached.email);
      const mail =
        reached.keeper === undefined
          ? { subject: toTarget, text: mailTextOf(reached.name, body, transaction) }
          : { subject: toKeeper, text: keeperTextOf(reached.keeper.name, reached.name, body, transaction) };
      [emailId = null] = await queueEmails(tx, deps, [{ orgId, to: reached.email, ...mail, priority }]);
    }
    if (reached.reader !== undefined) {
      notificationId = newId();
      await insertNotifications(tx, [
        {
          org_id: orgId,
          notification_id: notificationId,
          user_id: reached.reader.user_id,
          type: "verification.requested",
          priority,
          email_id: emailId,
          created_at: createdAt,
          title: target === "sender" ? toTarget : toKeeper,
          body,
          data: { request_id: requestId, transaction_id, target, target_id, verification_type },
        },
      ]);
    }
  }
  const row: VerificationRow = {
    org_id: orgId,
    request_id: requestId,
    transaction_id,
    user_id,
    target,
    target_id,
    verification_type,
    triggered_by,
    message: body,
    priority,
    status: problem === null ? "sent" : "failed",
    reason: problem,
    written_to: problem !== null ? null : reached?.keeper === undefined ? target : "registrar",
    notification_id: notificationId,
    email_id: emailId,
    created_at: createdAt,
  };
  await insertVerificationRequest(tx, row);
  return resultOf(row, reached?.reader?.user_id ?? null);
}

const READERS: Readonly<Record<WrittenTo, string>> = {
  beneficiary: "the beneficiary",
  sender: "the sender",
  registrar: "the member who registered the beneficiary, whose own e-mail address is not known",
};

/** A beneficiary is no user: if no user was notified, the result names the one who asked. */
function resultOf(row: VerificationRow, readerId: string | null): TargetResult {
  const { target, target_id, request_id, written_to: to } = row;
  return {
    target,
    message: to === null ? (row.reason ?? "Verification request sent") : `Verification request sent to ${READERS[to]}`,
    target_id,
    user_id: readerId ?? (target === "sender" ? target_id : row.user_id),
    ...(to === null ? {} : { written_to: to }),
    request_id,
    status: to === "registrar" ? "forwarded" : row.status,
    success: row.status === "sent" && to !== "registrar",
  };
}

function messageOf(request: VerificationRequest, transaction: Transaction): string {
  const own = request.message?.trim() ?? "";
  return own !== ""
    ? own
    : `To continue a payment, ${transaction.organizationName} needs the ${DATA_NAMES[request.verification_type]}.`;
}

function mailTextOf(name: string, body: string, { organizationName, transactionId }: Transaction): string {
  return (
    `Hello ${name},\n\n${body}\n\nOrganization: ${organizationName}\nTransaction: ${transactionId}\n\n` +
    `Please do not send the number by e-mail: give it to ${organizationName} in the way you usually deal with them. ` +
    `If you do not know them, do nothing.\n`
  );
}

function keeperTextOf(keeper: string, name: string, body: string, transaction: Transaction): string {
  return (
    `Hello ${keeper},\n\n${body}\n\nThe number belongs to your beneficiary ${name}, whose e-mail address is not ` +
    `known here: please ask them for it.\n\n` +
    `Organization: ${transaction.organizationName}\nTransaction: ${transaction.transactionId}\n`
  );
}

function titleOf(target: Target) {
  return target === "beneficiary" ? "Beneficiary" : "Sender";
}
