import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { isMember } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { isFiat } from "@corridor/base/currencies.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountNumbers } from "./request-number.ts";
import { findAccount, insertAccount } from "./queries.ts";
import type { VirtualAccount } from "./virtual-account.ts";

export type OpenAccountDeps = {
  db: Db;
  clock: Clock;
  numbers: AccountNumbers;
  profileOf(orgId: string): Promise<{ name: string; country: string }>;
};

export type OpenAccountRequest = Pick<VirtualAccount, "orgId" | "accountId" | "userId" | "currency" | "customerId"> & {
  orgName: string | null;
  actor: AuditActor;
};

/** The account works without a number (money can come from other accounts), so a slow provider only delays it. */
export async function openAccount(deps: OpenAccountDeps, request: OpenAccountRequest): Promise<VirtualAccount> {
  const { orgId, accountId, userId, currency, customerId, actor } = request;
  if (!isFiat(currency)) throw invalidField("currency", "must be an ISO 4217 currency code");
  if (!(await isMember(deps.db, orgId, userId))) throw notFound("User");
  const { name, country } = await deps.profileOf(orgId);
  const provider = await deps.numbers.firstProvider({ orgId, currency, country });
  const at = deps.clock.now();
  const account: VirtualAccount = {
    orgId,
    accountId,
    userId: userId.toLowerCase(),
    customerId,
    name: request.orgName ?? name,
    currency,
    country,
    status: "active",
    provider: provider.name,
    number: null,
    balance: Money.zero(currency),
    held: Money.zero(currency),
    eventSequence: 0,
    createdAt: at,
    updatedAt: at,
  };
  const inserted = await deps.db.transaction(async (tx) => {
    if (!(await insertAccount(tx, account, provider.givesNumbers ? at : null))) return false;
    const changes = { user_id: userId, currency, customer_id: customerId };
    const about = { orgId, resourceType: "virtual_account", resourceId: accountId, at };
    await appendAudit(tx, [{ ...about, actor, action: "virtual_account.opened", changes }]);
    return true;
  });
  if (!inserted) return repeated(deps, request);
  if (provider.givesNumbers) await deps.numbers.requestNow(account);
  return (await findAccount(deps.db, { orgId }, accountId))!;
}

/** The same request, repeated after a crash, finds its own account; another request learns that one exists. */
async function repeated(deps: OpenAccountDeps, request: OpenAccountRequest): Promise<VirtualAccount> {
  const own = await findAccount(deps.db, { orgId: request.orgId }, request.accountId);
  if (own === undefined)
    throw conflict(
      `This user has a ${request.currency} account already${request.customerId === null ? "" : " for this customer"}`,
      "ACCOUNT_EXISTS",
    );
  return own;
}
