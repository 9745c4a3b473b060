import { Check } from "typebox/value";
import { describeSettings, listSettings } from "#src/config.ts";
import { rebuildStats } from "#src/back-office/analytics/index.ts";
import { verifyHeads } from "#src/record/evidence/index.ts";
import { createAdmin, resealSigningKeys, resealTotp } from "#src/parties/identity/index.ts";
import { sealAccounts } from "#src/parties/beneficiaries/index.ts";
import { resealProviderSettings } from "#src/pricing/provider-accounts/index.ts";
import { resealWebhookSecrets } from "#src/record/webhooks/index.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";
import { grantService } from "#src/kernel/db/grant-service.ts";
import { s3SettingsOf } from "#src/kernel/db/backup/backup-places.ts";
import { isUpToDate, migrate, planMigrations, type PlannedMigration } from "#src/kernel/db/migrate.ts";
import { Email } from "#src/kernel/http/schemas.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { isEmpty, seedDemo } from "./seed.ts";
import { print, printJson } from "./client/output.ts";
import { readConfig, secretsOf } from "./parts.ts";
import { overEveryCell, sealAccountsAfter, withEachCell } from "./cells.ts";
import { describeBooks, joinBooks, verifyBooks } from "./verify-books.ts";
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
  const { applied, grantedTo } = await withDatabase(assignments, async (url, _db, config) => {
    const owner = databaseOwnerUrl ?? url;
    const applied = await migrate({ url: owner });
    await sealAccountsAfter(applied, config, owner);
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

export type VerifyFlags = JsonFlags & { against?: string };

/** The exit code says whether the books match their hashes and the exported heads, and the log explains all powers. */
export async function verifyCommand(assignments: readonly string[], { against, json }: VerifyFlags): Promise<void> {
  const { books, unexplained, heads } = await withDatabase(assignments, async (url, db, config) => {
    if (!(await isUpToDate({ url })))
      throw new OperatorError("The database does not have the schema of this version; run `migrate` first.");
    const books = joinBooks(await withEachCell(config, url, db, (_cell, there) => verifyBooks(there)));
    const rule = { secrets: secretsOf(config), environment: config.environment };
    const ofCells = await withEachCell(config, url, db, ({ number }, there) =>
      verifyPowers(there, { ...rule, isFirst: number === FIRST_CELL }),
    );
    const unexplained = ofCells.flat();
    if (against === undefined) return { books, unexplained, heads: null };
    const evidence = { ...rule, s3: s3SettingsOf(config) };
    const heads = await overEveryCell(config, url, db, (every) => verifyHeads({ db: every, ...evidence }, against));
    return { books, unexplained, heads };
  });
  const sound = books.sound && unexplained.length === 0 && (heads === null || heads.broken === null);
  process.exitCode = sound ? 0 : 1;
  if (json === true) return printJson({ ...books, unexplained, heads, sound });
  for (const line of [...describeBooks(books), ...describePowers(unexplained)]) print(line);
  if (heads !== null)
    print(
      heads.broken === null
        ? `Heads: the chains match the ${heads.checked} signed heads in ${against}.`
        : `Heads: BROKEN at line ${heads.broken.line} of ${against}: ${heads.broken.reason}`,
    );
}

/** After payments were written without the payment core, as by an import. The service may run meanwhile. */
export async function rebuildStatsCommand(assignments: readonly string[], { json }: JsonFlags): Promise<void> {
  await withDatabase(assignments, async (url, db, config) => {
    await migrate({ url });
    await withEachCell(config, url, db, (_cell, there) => rebuildStats({ db: there }));
  });
  if (json === true) return printJson({ rebuilt: true });
  print("The statistics were counted again from the payments.");
}

/** The last step of changing the master secret. The service may run meanwhile. */
export async function resealCommand(assignments: readonly string[], { json }: JsonFlags): Promise<void> {
  const secrets = secretsOf(readConfig(assignments));
  const [endpoints, accounts, keys, providers, factors] = await withDatabase(assignments, async (url, db, config) => {
    await migrate({ url });
    const counts = await withEachCell(config, url, db, async (_cell, there) => [
      await resealWebhookSecrets({ db: there, secrets }),
      await sealAccounts({ db: there, secrets }),
    ]);
    return [
      ...counts.reduce(([a, b], [one, other]) => [a! + one!, b! + other!], [0, 0]),
      await resealSigningKeys({ db, secrets }),
      await resealProviderSettings({ db, secrets }),
      await resealTotp({ db, secrets }),
    ];
  });
  if (json === true)
    return printJson({
      webhook_endpoints: endpoints,
      signing_keys: keys,
      providers,
      second_factors: factors,
      accounts,
    });
  print(
    `Sealed again: the secrets of ${endpoints} webhook endpoints, ${keys} signing keys, the settings of ${providers} ` +
      `providers, ${factors} second factors, the accounts of ${accounts} beneficiaries.`,
  );
}

export function settingsCommand({ json }: JsonFlags): void {
  if (json === true) return printJson(listSettings());
  print(describeSettings());
}
