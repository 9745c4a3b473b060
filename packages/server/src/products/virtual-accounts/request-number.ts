import type { Router } from "#src/pricing/routing/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import { Money } from "@corridor/base/money.ts";
import { callbackUrlOf, type Provider, type ProviderName } from "@corridor/provider-kit/provider.ts";
import { assignNumber, claimDueNumbers, type DueNumber, scheduleNumber } from "./queries.ts";
import { NO_NUMBER_PROVIDER } from "./virtual-account.ts";

/**
 * The account's id is our reference, and a provider opens one number per reference, so a repeated request is safe.
 *
 *   due --opened--> has a number
 *       --unknown--> due later, same provider
 *       --refused--> due now, next provider | none
 */
export type AccountNumbers = {
  /** The first provider to try; `manual` when none gives numbers for this country. */
  firstProvider(account: Depositable): Promise<{ name: string; givesNumbers: boolean }>;
  /** Tries once, now, and never throws: the job handles every failure. */
  requestNow(account: DueNumber): Promise<void>;
  readonly job: Job;
};

type Depositable = Pick<DueNumber, "orgId" | "currency" | "country">;

export type AccountNumbersDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  router: Router;
  providers: ReadonlyMap<ProviderName, Provider>;
  publicBaseUrl: string;
};

const JOB_ROWS = 20;
const JOB_INTERVAL_MS = 10_000;
const LEASE_MS = 60_000;
const PROVIDER_TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;
/** Routes also depend on the amount; an account has none, so an ordinary deposit is assumed. */
const ORDINARY_DEPOSIT = "100";

type NumberGiver = Provider & Required<Pick<Provider, "openVirtualAccount">>;

export function createAccountNumbers(deps: AccountNumbersDeps): AccountNumbers {
  const { db, clock, log } = deps;

  /** Providers that give numbers in this corridor, in the order in which deposits would be routed. */
  async function candidates({ orgId, currency, country }: Depositable): Promise<NumberGiver[]> {
    const corridor = { country, paymentMethod: "bank_transfer", direction: "inbound" } as const;
    const route = await deps.router.route(corridor, orgId, Money.parse(ORDINARY_DEPOSIT, currency));
    return route.taken
      .map((candidate) => deps.providers.get(candidate.provider))
      .filter((provider): provider is NumberGiver => provider?.openVirtualAccount !== undefined);
  }

  async function ask({ accountId: reference, currency, country, name }: DueNumber, provider: NumberGiver) {
    const callbackUrl = callbackUrlOf(deps.publicBaseUrl, provider.name);
    try {
      return await provider.openVirtualAccount(
        { reference, currency, country, name, callbackUrl },
        AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      );
    } catch (error) {
      const about = { err: error, account_id: reference, provider: provider.name };
      log.warn(about, "the provider could not be asked for an account number");
      return { outcome: "unknown", reason: "no answer" } as const;
    }
  }

  async function request(account: DueNumber, tries: number): Promise<void> {
    const givers = await candidates(account);
    const current = givers.findIndex((giver) => giver.name === account.provider);
    for (const giver of givers.slice(Math.max(0, current))) {
      const about = { account_id: account.accountId, provider: giver.name };
      const answer = await ask(account, giver);
      const now = clock.now();
      if (answer.outcome === "opened") {
        if (await db.transaction((tx) => assignNumber(tx, account, giver.name, answer.details, now))) return;
        log.error(about, "the provider gave a number that belongs to another account");
      } else if (answer.outcome === "unknown") {
        const retryMs = Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, tries - 1), MAX_RETRY_MS);
        return scheduleNumber(db, account, giver.name, new Date(now.getTime() + retryMs));
      } else {
        log.warn({ ...about, reason: answer.reason }, "the provider gives no account number");
      }
    }
    await scheduleNumber(db, account, NO_NUMBER_PROVIDER, null);
  }

  return {
    async firstProvider(account) {
      const [first] = await candidates(account);
      return first === undefined
        ? { name: NO_NUMBER_PROVIDER, givesNumbers: false }
        : { name: first.name, givesNumbers: true };
    },
    async requestNow(account) {
      try {
        await request(account, 1);
      } catch (error) {
        const about = { err: error, account_id: account.accountId };
        log.error(about, "an account number could not be requested; the job tries again");
      }
    },
    job: {
      name: "virtual-account-numbers",
      intervalMs: JOB_INTERVAL_MS,
      async runOnce() {
        const now = clock.now();
        const leaseUntil = new Date(now.getTime() + LEASE_MS);
        const due = await db.transaction((tx) => claimDueNumbers(tx, now, leaseUntil, JOB_ROWS));
        await Promise.all(due.map((account) => request(account, account.tries)));
        return due.length;
      },
    },
  };
}
