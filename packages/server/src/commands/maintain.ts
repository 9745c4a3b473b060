import { Check } from "typebox/value";
import type { Config } from "#src/config.ts";
import { STATISTICS } from "#src/back-office/analytics/index.ts";
import { SEARCH_KEYS } from "#src/payments/store/index.ts";
import { catchUp } from "#src/record/events/index.ts";
import { type Starts, verifyHeads } from "#src/record/evidence/index.ts";
import { createAdmin, resealSigningKeys, resealTotp } from "#src/parties/identity/index.ts";
import { sealAccounts } from "#src/parties/beneficiaries/index.ts";
import { markEntries } from "#src/record/audit/index.ts";
import { resealPlatformSettings } from "#src/pricing/platform-settings/index.ts";
import { resealProviderSettings } from "#src/pricing/provider-accounts/index.ts";
import { resealWebhookSecrets } from "#src/record/webhooks/index.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { grantService } from "#src/kernel/db/grant-service.ts";
import { s3SettingsOf } from "#src/kernel/db/backup/backup-places.ts";
import { isUpToDate, migrate, planMigrations, type PlannedMigration } from "#src/kernel/db/migrate.ts";
import { Email } from "#src/kernel/http/schemas.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { isEmpty, seedDemo } from "./seed.ts";
import { print, printJson } from "./client/output.ts";
import { readConfig, secretsOf } from "./parts.ts";
import { overEveryCell, withEachCell } from "./cells.ts";
import { recorded } from "./record-run.ts";
import { type BooksReport, describeBooks, describeHeads, joinBooks, verifyBooks, verifySince } from "./verify-books.ts";
import { describePowers, verifyPowers } from "./verify-powers.ts";
import { withDatabase } from "./with-database.ts";

/** Commands that do one thing to the database and end. The service may run meanwhile. */
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;

export type JsonFlags = { json?: true };
export type MigrateFlags = JsonFlags & { plan?: true };

/** As the owner, if DATABASE_OWNER_URL names one; the role of DATABASE_URL then gets the service's rights. */
export async function migrateCommand(assignments: readonly string[], { plan, json }: MigrateFlags): Promise<void> {
  if (plan === true) {
    const planned = await withDatabase(assignments, (url) => planMigrations({ url }));
    return json === true ? printJson({ planned }) : printPlan(planned);
  }
  const { databaseOwnerUrl } = readConfig(assignments);
  const { applied, grantedTo } = await withDatabase(assignments, async (url) => {
    const owner = databaseOwnerUrl ?? url;
    const applied = await migrate({ url: owner });
    const grantedTo =
      databaseOwnerUrl === undefined ? null : await grantService({ ownerUrl: databaseOwnerUrl, serviceUrl: url });
    return { applied, grantedTo };
  });
  if (json === true) return printJson({ applied, granted_to: grantedTo });
  if (grantedTo !== null) print(`Granted the role ${grantedTo} the rights that the service needs.`);
  print(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
}

function printPlan(planned: readonly PlannedMigration[]): void {
  if (planned.length === 0) return print("The database is up to date.");
  for (const { name, isOutside, locks } of planned) {
    print(`${name}${isOutside ? " (outside of a transaction)" : ""}`);
    if (locks.length === 0) print("  touches no table that is there already");
    for (const { table, change, waits, growsWithRows, rows: many } of locks) {
      const duration = growsWithRows ? `for as long as about ${rows(many)} rows take` : "for a moment";
      print(`  ${table}: ${waits === "nobody" ? "nobody waits" : `${waits} wait ${duration}`}: ${change}`);
    }
  }
  print(`${planned.length} due. Nothing was changed; \`migrate\` applies them.`);
}

const rows = (count: number): string => Math.round(count).toLocaleString("en");

export async function seedCommand(assignments: readonly string[]): Promise<void> {
  if (readConfig(assignments).environment === "production") {
    process.stderr.write(
      "ENVIRONMENT is production, so no demo data is created. Run `create-admin` to create the first person.\n",
    );
    process.exit(EXIT_CONFIG);
  }
  const demo = await withDatabase(assignments, async (url, db) => {
    await migrate({ url });
    return (await isEmpty(db)) ? seedDemo({ db, clock: systemClock }) : null;
  });
  if (demo !== null) return print(JSON.stringify(demo, null, 2));
  process.stderr.write("The database already has organizations or people; nothing was seeded.\n");
  process.exitCode = 1;
}

export type CreateAdminFlags = JsonFlags & { email: string; name: string; subject?: string };

/** The first admin of a deployment without demo data, or another one if all others are lost. */
export async function createAdminCommand(assignments: readonly string[], flags: CreateAdminFlags): Promise<void> {
  const { email, name, subject, json } = flags;
  const { embeddedIdentity, identityIssuer } = readConfig(assignments);
  if (!Check(Email, email)) refuse("--email must be an e-mail address");
  if (embeddedIdentity && subject !== undefined)
    refuse("--subject belongs to an external issuer; without IDENTITY_ISSUER people sign in with a password");
  if (!embeddedIdentity && subject === undefined)
    refuse("--subject is required: it identifies the person at IDENTITY_ISSUER (`sub` of their tokens)");
  const identity = subject === undefined ? "password" : { issuer: identityIssuer, subject };
  const created = await withDatabase(assignments, async (url, db) => {
    await migrate({ url });
    return createAdmin({ db, clock: systemClock }, { email, name, identity });
  });
  if (json === true) return printJson({ email, user_id: created.userId, password: created.password });
  print(`${email} is an admin of the platform (user ${created.userId}).`);
  if (created.password !== null) print(`Password, shown only now: ${created.password}`);
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(EXIT_USAGE);
}

export type VerifyFlags = JsonFlags & { against?: string; since?: string; nightly?: true };

/** The exit code says whether the books match their hashes and the exported heads, and the log explains all powers. */
export async function verifyCommand(assignments: readonly string[], flags: VerifyFlags): Promise<void> {
  const { against, since, nightly, json } = flags;
  if (nightly === true && since === undefined) refuse("--nightly needs --since: the file where it keeps signed heads");
  const night = nightly === true ? systemClock.now() : null;
  const { books, unexplained, heads, began, sound } = await withDatabase(assignments, async (url, db, config) => {
    if (!(await isUpToDate({ url })))
      throw new OperatorError("The database does not have the schema of this version; run `migrate` first.");
    return recorded(
      db,
      "verify",
      () => verifyAll(url, db, config),
      ({ sound }) => sound,
    );
  });

  async function verifyAll(url: string, db: Db, config: Config) {
    const rule = { secrets: secretsOf(config), environment: config.environment };
    const evidence = { ...rule, s3: s3SettingsOf(config) };
    const verify = async (starts?: Starts): Promise<BooksReport> =>
      joinBooks(await withEachCell(config, url, db, (_cell, there) => verifyBooks(there, starts)));
    const { books, since: began } =
      since === undefined
        ? { books: await verify(), since: null }
        : await overEveryCell(config, url, db, (all) => verifySince({ db: all, ...evidence }, since, night, verify));
    const ofCells = await withEachCell(config, url, db, ({ number }, there) =>
      verifyPowers(there, { ...rule, isFirst: number === FIRST_CELL }),
    );
    const unexplained = ofCells.flat();
    const heads =
      against === undefined
        ? null
        : await overEveryCell(config, url, db, (every) => verifyHeads({ db: every, ...evidence }, against));
    const sound = books.sound && unexplained.length === 0 && !heads?.broken && !began?.broken;
    return { books, unexplained, heads, began, sound };
  }

  process.exitCode = sound ? 0 : 1;
  if (json === true) return printJson({ ...books, unexplained, heads, since: began, sound });
  for (const line of [...describeBooks(books), ...describePowers(unexplained)]) print(line);
  if (began !== null) {
    print(describeHeads(since!, began));
    const oldest = began.all_whole_since === null ? "" : `, and every one since ${began.all_whole_since}`;
    print(`Since: ${began.whole} of ${began.chains} chains were verified from their start now${oldest}.`);
  }
  if (heads !== null) print(describeHeads(against!, heads));
}

/** Makes what follows the changes of payments again. The service may run meanwhile. */
export async function rebuildCommand(assignments: readonly string[], { json }: JsonFlags): Promise<void> {
  await withDatabase(assignments, async (url, db, config) => {
    await migrate({ url });
    await withEachCell(config, url, db, async (_cell, there) => {
      for (const follower of [STATISTICS, SEARCH_KEYS]) {
        await follower.rebuild(there);
        await catchUp(there, follower);
      }
    });
  });
  if (json === true) return printJson({ rebuilt: true });
  print("The statistics and the search keys were made again from the payments.");
}

/** The last step of changing the master secret. The service may run meanwhile. */
export async function resealCommand(assignments: readonly string[], { json }: JsonFlags): Promise<void> {
  const secrets = secretsOf(readConfig(assignments));
  const [endpoints, accounts, entries, keys, providers, factors, settings] = await withDatabase(
    assignments,
    async (url, db, config) => {
      await migrate({ url });
      const counts = await withEachCell(config, url, db, async (_cell, there) => [
        await resealWebhookSecrets({ db: there, secrets }),
        await sealAccounts({ db: there, secrets }),
        await markEntries({ db: there, secrets }),
      ]);
      return [
        ...[0, 1, 2].map((kind) => counts.reduce((sum, ofCell) => sum + ofCell[kind]!, 0)),
        await resealSigningKeys({ db, secrets }),
        await resealProviderSettings({ db, secrets }),
        await resealTotp({ db, secrets }),
        await resealPlatformSettings({ db, secrets, clock: systemClock }),
      ];
    },
  );
  if (json === true)
    return printJson({
      webhook_endpoints: endpoints,
      signing_keys: keys,
      providers,
      second_factors: factors,
      accounts,
      entries,
      settings,
    });
  print(
    `Sealed again: the secrets of ${endpoints} webhook endpoints, ${keys} signing keys, the settings of ${providers} ` +
      `providers, ${settings} platform settings, ${factors} second factors, the accounts of ${accounts} beneficiaries, ` +
      `the marks of ${entries} entries of the audit log.`,
  );
}
