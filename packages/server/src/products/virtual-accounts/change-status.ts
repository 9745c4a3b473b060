import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import { postTransactions } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { countEvents, findAccount, hasUnfinishedTransactions, setStatus } from "./queries.ts";
import { accountRecordOf, ledgerAccountOf, type VirtualAccount, type VirtualAccountStatus } from "./virtual-account.ts";

export type StatusAction = "freeze" | "unfreeze" | "close";

const ACTIONS = {
  freeze: { from: ["active"], to: "frozen", event: "virtual_account.frozen" },
  unfreeze: { from: ["frozen"], to: "active", event: "virtual_account.unfrozen" },
  close: { from: ["active", "frozen"], to: "closed", event: null },
} as const satisfies Record<
  StatusAction,
  { from: readonly VirtualAccountStatus[]; to: VirtualAccountStatus; event: string | null }
>;

/** The ledger comes first: its lock decides the order against concurrent money, and it alone knows what is empty. */
export async function changeStatus(
  deps: { db: Db; clock: Clock },
  action: StatusAction,
  request: { orgId: string; accountId: string; reason: string | null; actor: AuditActor },
): Promise<VirtualAccount> {
  const { orgId, accountId, reason } = request;
  const { from, to, event } = ACTIONS[action];
  const done = to === "active" ? "unfrozen" : to;
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const before = await findAccount(tx, { orgId }, accountId);
    if (before === undefined) throw notFound("Virtual account");
    const [outcome] = await postTransactions(tx, [
      {
        orgId,
        cause: `${accountId}:${to}:${newId()}`,
        description: `Virtual account: ${action}`,
        at,
        postings: [],
        accountStatus: { account: ledgerAccountOf(accountId), currency: before.currency, status: to },
      },
    ]);
    if (outcome === "not_empty")
      throw conflict("The account still has money; it can be closed when its balance is zero", "ACCOUNT_NOT_EMPTY");
    if (outcome === "closed") throw conflict("The account is closed");
    if (action === "close" && (await hasUnfinishedTransactions(tx, request)))
      throw conflict("A withdrawal is still in progress; close the account after it has ended");
    if (!(await setStatus(tx, request, from, to, at)))
      throw conflict(`Only an account that is ${from.join(" or ")} can be ${done}`);

    const sequences = event === null ? null : await countEvents(tx, [{ orgId, accountId, events: 1 }]);
    const after = (await findAccount(tx, { orgId }, accountId))!;
    const about = { orgId, resourceType: "virtual_account", resourceId: accountId, at };
    if (event !== null) {
      const data = { ...accountRecordOf(after), previous_status: before.status, reason };
      await appendEvents(tx, [{ ...about, type: event, sequence: sequences!.get(accountId)!, data }]);
    }
    const changes = { from: before.status, to, reason };
    await appendAudit(tx, [{ ...about, actor: request.actor, action: `virtual_account.${done}`, changes }]);
    return after;
  });
}
