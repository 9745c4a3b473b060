import type {
  AccountRef,
  AccountStatus,
  LedgerTransaction,
  PostingOutcome,
} from "@corridor/server/record/ledger/ledger.ts";

/**
 * A second, simple implementation of the ledger that shares no code with the product: a few maps and the rules. Every
 * outcome of the real ledger is compared with it, in the order in which the real one applied them.
 */
type Account = { balance: bigint; held: bigint; status: AccountStatus; creditLine: bigint };
type Hold = { account: string; left: bigint; captured: bigint; released: bigint };

export class ReferenceModel {
  readonly accounts = new Map<string, Account>();
  readonly holds = new Map<string, Hold>();
  readonly posted = new Set<string>();

  static accountName(orgId: string, account: AccountRef, currency: string): string {
    return [orgId, account.purpose, account.ownerId ?? "", currency].join("/");
  }

  /** Whether a settlement account that the operation touched is now below its floor. */
  overdrew({ orgId, postings }: LedgerTransaction): boolean {
    return postings.some(({ account, amount }) => {
      const known = this.accounts.get(ReferenceModel.accountName(orgId, account, amount.currency));
      return (
        account.purpose === "settlement" && known !== undefined && known.balance - known.held + known.creditLine < 0n
      );
    });
  }

  apply(transaction: LedgerTransaction): PostingOutcome {
    const cause = `${transaction.orgId}/${transaction.cause}`;
    if (this.posted.has(cause)) return "already_posted";
    const accounts = new Map<string, Account>();
    const holds = new Map<string, Hold>();
    const accountOf = (ref: AccountRef, currency: string): [string, Account] => {
      const name = ReferenceModel.accountName(transaction.orgId, ref, currency);
      const account = accounts.get(name) ?? {
        ...(this.accounts.get(name) ?? { balance: 0n, held: 0n, status: "active" as const, creditLine: 0n }),
      };
      accounts.set(name, account);
      return [name, account];
    };
    const holdOf = (holdId: string): Hold | undefined => {
      const known = holds.get(holdId) ?? this.holds.get(holdId);
      if (known === undefined) return undefined;
      const hold = { ...known };
      holds.set(holdId, hold);
      return hold;
    };

    for (const { account: ref, amount, captures } of transaction.postings) {
      const [name, account] = accountOf(ref, amount.currency);
      if (account.status === "closed") return "closed";
      if (captures === undefined) {
        if (amount.minor < 0n && account.status === "frozen") return "frozen";
      } else {
        const hold = holdOf(captures);
        if (hold === undefined || hold.account !== name || hold.left < -amount.minor) return "hold_exceeded";
        hold.left += amount.minor;
        hold.captured -= amount.minor;
        account.held += amount.minor;
      }
      account.balance += amount.minor;
    }
    for (const { holdId, account: ref, amount } of transaction.reserves ?? []) {
      const [name, account] = accountOf(ref, amount.currency);
      if (account.status !== "active") return account.status;
      holds.set(holdId, { account: name, left: amount.minor, captured: 0n, released: 0n });
      account.held += amount.minor;
    }
    for (const { holdId, account: ref, amount } of transaction.releases ?? []) {
      const [name, account] = accountOf(ref, amount.currency);
      if (account.status === "closed") return "closed";
      const hold = holdOf(holdId);
      if (hold === undefined || hold.account !== name || hold.left < amount.minor) return "hold_exceeded";
      hold.left -= amount.minor;
      hold.released += amount.minor;
      account.held -= amount.minor;
    }
    if (transaction.accountStatus !== undefined) {
      const { account: ref, currency, status } = transaction.accountStatus;
      const [, account] = accountOf(ref, currency);
      if (account.status === "closed") return "closed";
      if (status === "closed" && (account.balance !== 0n || account.held !== 0n)) return "not_empty";
      account.status = status;
    }
    if (transaction.floorChange !== undefined) {
      const { account: ref, floor } = transaction.floorChange;
      const [, account] = accountOf(ref, floor.currency);
      if (account.status === "closed") return "closed";
      account.creditLine = -floor.minor;
    }
    for (const [name, account] of accounts) {
      const customer = name.includes("/virtual_account/") || name.includes("/escrow/");
      if (customer && account.balance < account.held) return "insufficient_funds";
      if (!name.includes("/settlement/") || transaction.hasHappened === true) continue;
      const before = this.accounts.get(name);
      const taken = (before?.balance ?? 0n) - (before?.held ?? 0n) - (account.balance - account.held);
      if (taken > 0n && account.balance - account.held + account.creditLine < 0n) return "insufficient_funds";
    }

    for (const [name, account] of accounts) this.accounts.set(name, account);
    for (const [holdId, hold] of holds) this.holds.set(holdId, hold);
    this.posted.add(cause);
    return "posted";
  }
}
