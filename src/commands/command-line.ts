import { Command, InvalidArgumentError } from "commander";
import { integer } from "#src/setting-types.ts";
import type { CertifyFlags } from "./certify.ts";
import type { ListenFlags } from "./listen.ts";
import type { CreateAdminFlags } from "./maintain.ts";
import type { ProveFlags } from "./prove.ts";

/** The command line. Each command loads only what it runs. */
export async function runCommandLine(): Promise<void> {
  const program = new Command("corridor").description("Self-hosted payment orchestration").showHelpAfterError();

  // Without this a mistyped command would be taken for an argument of the default one.
  program.hook("preSubcommand", (_program, chosen) => {
    const [given] = program.args;
    if (given !== undefined && !given.startsWith("-") && given !== chosen.name()) program.error(`error: unknown command '${given}'`);
  });

  const assignments: string[] = [];
  program.option("--set <NAME=value>", "set a setting; may be repeated, and wins over the environment", (value: string) => assignments.push(value));

  program
    .command("start", { isDefault: true })
    .description("run everything in one process, with an embedded database unless DATABASE_URL is set")
    .action(async () => (await import("./start.ts")).start(assignments));
  program
    .command("api")
    .description("answer requests; needs DATABASE_URL")
    .action(async () => (await import("./serve.ts")).serveApi(assignments));
  program
    .command("worker")
    .description("run the background jobs; needs DATABASE_URL")
    .action(async () => (await import("./serve.ts")).serveWorker(assignments));
  program
    .command("sandbox")
    .description("serve the sandbox providers")
    .action(async () => (await import("./serve.ts")).serveSandbox(assignments));
  program
    .command("migrate")
    .description("bring the database's schema up to date")
    .action(async () => (await import("./maintain.ts")).migrateCommand(assignments));
  program
    .command("create-admin")
    .description("make an admin of the platform and print the password: the first one, where there is no demo data")
    .requiredOption("--email <address>", "e-mail address of the new admin")
    .requiredOption("--name <name>", "name of the new admin")
    .option("--subject <subject>", "who they are at IDENTITY_ISSUER (`sub` of their tokens), where one is set")
    .action(async (options: CreateAdminFlags) => (await import("./maintain.ts")).createAdminCommand(assignments, options));
  program
    .command("seed")
    .description("put demo data into an empty development database and print it")
    .action(async () => (await import("./maintain.ts")).seedCommand(assignments));
  program
    .command("verify")
    .description("recompute the ledger and the audit log, and name the first broken row")
    .action(async () => (await import("./maintain.ts")).verifyCommand(assignments));
  program
    .command("prove")
    .description("break a deployment of its own while it moves sandbox money, and judge what is left; needs the source tree")
    .option("--faults <count>", "how many faults to strike", wholeNumber(1, 1_000_000), 1_000)
    .option("--minutes <minutes>", "stop striking after as long", wholeNumber(1, 10_000), 30)
    .option("--seed <seed>", "strike the faults of an earlier run again", wholeNumber(0, 2 ** 31))
    .action(async (options: ProveFlags) => (await import("./prove.ts")).proveCommand(options));
  program
    .command("reseal")
    .description("seal stored secrets anew under CORRIDOR_SECRET, so that an earlier one can go")
    .action(async () => (await import("./maintain.ts")).resealCommand(assignments));
  program
    .command("rebuild-stats")
    .description("count the statistics anew from the payments, after an import")
    .action(async () => (await import("./maintain.ts")).rebuildStatsCommand(assignments));
  program
    .command("listen")
    .description("receive webhooks at your desk and print them as they arrive")
    .option("--port <port>", "port to listen on", wholeNumber(0, 65_535), 4000)
    .option("--base-url <url>", "register with this service, e.g. http://127.0.0.1:3000/v1; it must run with ALLOW_INSECURE_WEBHOOKS=true")
    .option("--api-key <key>", "API key to register with")
    .option("--secret <secret>", "signing secret of an endpoint that was registered by hand")
    .option("--events <types>", "comma-separated event types; all unless given")
    .option("--answer <status>", "status to answer with", wholeNumber(200, 599), 200)
    .action(async (options: ListenFlags) => (await import("./listen.ts")).listenCommand(options));
  program
    .command("provider")
    .description("tools for providers of other companies")
    .command("certify <name>")
    .description("go an adapter's journey at the provider's own sandbox, and print what differs from what the adapter expects")
    .requiredOption("--settings <file>", "JSON file with the settings of your sandbox account, as `PUT /payments/providers/{provider}/settings` takes them")
    .option("--record <file>", "keep the conversation there, with secrets removed")
    .option("--public-url <url>", "public address at which callbacks reach --port, e.g. of a tunnel; without it callbacks are not tried")
    .option("--port <port>", "port at which callbacks are taken", wholeNumber(0, 65_535), 4001)
    .action(async (name: string, options: CertifyFlags) => (await import("./certify.ts")).certifyCommand(name, options));
  program
    .command("settings")
    .description("print every setting")
    .action(async () => (await import("./maintain.ts")).settingsCommand());

  try {
    await program.parseAsync();
  } catch (error) {
    const explanation = (await import("./explain-failure.ts")).explainFailure(error);
    if (explanation === null) throw error;
    process.stderr.write(`${explanation}\n`);
    process.exit(1);
  }
}

function wholeNumber(minimum: number, maximum: number): (raw: string) => number {
  return (raw) => {
    const parsed = integer(minimum, maximum)(raw);
    if ("problem" in parsed) throw new InvalidArgumentError(`It ${parsed.problem}.`);
    return parsed.value;
  };
}
