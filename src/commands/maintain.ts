import { Check } from "typebox/value";
import { describeSettings } from "#src/config.ts";
import { rebuildStats } from "#src/modules/views/analytics/rebuild-stats.ts";
import { verifyAudit } from "#src/modules/books/audit/verify-audit.ts";
import { createAdmin } from "#src/modules/people/identity/create-admin.ts";
import { resealTotp } from "#src/modules/people/identity/second-factor.ts";
import { resealSigningKeys } from "#src/modules/people/identity/signing-keys.ts";
import { printLedgerVerification } from "#src/modules/books/ledger/verify-ledger.ts";
import { resealProviderSettings } from "#src/modules/terms/providers/write-settings.ts";
import { resealWebhookSecrets } from "#src/modules/delivery/webhooks/reseal-secrets.ts";
import { systemClock } from "#src/platform/clock.ts";
import { connect, type Db } from "#src/platform/db/client.ts";
import { openDataDirectory } from "#src/platform/db/data-directory.ts";
import { startEmbedded } from "#src/platform/db/embedded.ts";
import { isUpToDate, migrate } from "#src/platform/db/migrate.ts";
import { Email } from "#src/platform/http/schemas.ts";
import { OperatorError } from "#src/platform/operator-error.ts";
import { createSecretBox } from "#src/platform/secrets.ts";
import { isEmpty, seedDemo } from "#src/commands/seed.ts";
import { loggerOf, readConfig, withSecret } from "./parts.ts";

/** Commands that do one thing to the database and end: it is the one named by DATABASE_URL, or the embedded one while nothing else uses it. */
const CONNECTIONS = 4;
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function withDatabase<T>(assignments: readonly string[], work: (url: string, db: Db) => Promise<T>): Promise<T> {
  const config = readConfig(assignments);
  const directory = config.embeddedDatabase ? openDataDirectory(config.dataDir) : null;
  const embedded = directory === null ? null : await startEmbedded({ directory: directory.path, durable: true });
  const url = embedded?.url ?? config.databaseUrl;
  const db = connect({ url, maxConnections: CONNECTIONS, applicationName: "corridor-maintenance", log: loggerOf(config) });
  try {
    return await work(url, db);
  } finally {
    await db.close();
    await embedded?.stop();
    directory?.release();
  }
}

export async function migrateCommand(assignments: readonly string[]): Promise<void> {
  const applied = await withDatabase(assignments, (url) => migrate({ url }));
  print(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
}

export async function seedCommand(assignments: readonly string[]): Promise<void> {
  if (readConfig(assignments).environment === "production") {
    process.stderr.write("ENVIRONMENT is production, which takes no demo data; `create-admin` makes its first person.\n");
    process.exit(EXIT_CONFIG);
  }
  const demo = await withDatabase(assignments, async (url, db) => {
    await migrate({ url });
    return (await isEmpty(db)) ? seedDemo({ db, clock: systemClock }) : null;
  });
  if (demo !== null) return print(JSON.stringify(demo, null, 2));
  process.stderr.write("The database already holds organizations or people; nothing was seeded.\n");
  process.exitCode = 1;
}

export type CreateAdminFlags = { email: string; name: string; subject?: string };

/** The first admin of a deployment without demo data, and another one should all others be lost. */
export async function createAdminCommand(assignments: readonly string[], { email, name, subject }: CreateAdminFlags): Promise<void> {
  const { embeddedIdentity, identityIssuer } = readConfig(assignments);
  if (!Check(Email, email)) refuse("--email must be an e-mail address");
  if (embeddedIdentity && subject !== undefined) refuse("--subject belongs to an external issuer; without IDENTITY_ISSUER people sign in with a password");
  if (!embeddedIdentity && subject === undefined) refuse("--subject must be given: IDENTITY_ISSUER knows its people by it (`sub` of their tokens)");
  const identity = subject === undefined ? "password" : { issuer: identityIssuer, subject };
  const created = await withDatabase(assignments, async (url, db) => {
    await migrate({ url });
    return createAdmin({ db, clock: systemClock }, { email, name, identity });
  });
  print(`${email} is an admin of the platform (user ${created.userId}).`);
  if (created.password !== null) print(`Password, shown only now: ${created.password}`);
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(EXIT_USAGE);
}

/** Recomputes the ledger and the audit log from their rows; the exit code says whether both hold. */
export async function verifyCommand(assignments: readonly string[]): Promise<void> {
  const sound = await withDatabase(assignments, async (url, db) => {
    if (!(await isUpToDate({ url }))) throw new OperatorError("The database has not the schema of this version; run `migrate` first.");
    const ledger = await printLedgerVerification(db, print);
    const audit = await verifyAudit(db);
    print(
      audit.broken === null
        ? `Audit log: ${audit.checked} entries hold, ${audit.unsealed} not yet sealed.`
        : `Audit log: BROKEN at position ${audit.broken.position} of ${audit.broken.orgId} (${audit.broken.auditId ?? "missing"}): ${audit.broken.reason}`,
    );
    return ledger && audit.broken === null;
  });
  process.exitCode = sound ? 0 : 1;
}

/** For payments that came in past the payment core, such as an import. The service may run on meanwhile. */
export async function rebuildStatsCommand(assignments: readonly string[]): Promise<void> {
  await withDatabase(assignments, async (url, db) => {
    await migrate({ url });
    await rebuildStats({ db });
  });
  print("The statistics were counted anew from the payments.");
}

/** The last step of changing the master secret: what the earlier ones sealed for long is sealed under the new one. The service may run on meanwhile. */
export async function resealCommand(assignments: readonly string[]): Promise<void> {
  const { secret, previousSecrets } = withSecret(readConfig(assignments));
  const secrets = createSecretBox({ masterSecret: secret, previousMasterSecrets: previousSecrets });
  const [endpoints, keys, providers, factors] = await withDatabase(assignments, async (url, db) => {
    await migrate({ url });
    return [
      await resealWebhookSecrets({ db, secrets }),
      await resealSigningKeys({ db, secrets }),
      await resealProviderSettings({ db, secrets }),
      await resealTotp({ db, secrets }),
    ];
  });
  print(`Sealed anew: the secrets of ${endpoints} webhook endpoints, ${keys} signing keys, the settings of ${providers} providers, ${factors} second factors.`);
}

export function settingsCommand(): void {
  print(describeSettings());
}
