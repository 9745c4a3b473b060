import type { CertifyFlags } from "@corridor/provider-kit/certification/run-certification.ts";
import { PAYMENT_METHODS } from "@corridor/provider-kit/provider.ts";
import { Command, InvalidArgumentError, Option } from "commander";
import { COMMIT, VERSION } from "#src/kernel/version.ts";
import { integer } from "#src/setting-types.ts";
import type { BackupFlags, RestoreFlags } from "./backup.ts";
import type { AddCellFlags } from "./cells.ts";
import { addClientCommands } from "./client/client-commands.ts";
import type { CreateAdminFlags, JsonFlags, MigrateFlags, VerifyFlags } from "./maintain.ts";
import type { ProveFlags } from "./prove.ts";
import type { SetFlags, SettingsFlags } from "./settings.ts";
import type { StartFlags } from "./start.ts";
import type { ScopeFlags, StopFlags } from "./stops.ts";

const JSON_OPTION = ["--json", "print JSON for programs"] as const;

/** The command line. Each command loads only what it runs. */
export function commandLine(): Command {
  const program = new Command("corridor")
    .description("Self-hosted payment orchestration")
    .version(`${VERSION} (${COMMIT})`)
    .showHelpAfterError();

  const assignments: string[] = [];
  program.option(
    "--set <NAME=value>",
    "set a setting; may be repeated, and wins over the environment",
    (value: string) => assignments.push(value),
  );

  const add = (name: string, description: string, parent: Command = program): Command =>
    parent.command(name).description(description);

  add("start", "run everything in one process, with an embedded database unless DATABASE_URL is set")
    .option("--quiet", "print one line when ready, then warnings and errors only")
    .action(async (options: StartFlags) => (await import("./start.ts")).start(assignments, options));
  add("api", "answer requests; needs DATABASE_URL").action(async () =>
    (await import("./serve.ts")).serveApi(assignments),
  );
  add("worker", "run the background jobs; needs DATABASE_URL").action(async () =>
    (await import("./serve.ts")).serveWorker(assignments),
  );
  add("sandbox", "serve the sandbox providers").action(async () =>
    (await import("./serve.ts")).serveSandbox(assignments),
  );
  add("migrate", "bring the database's schema up to date")
    .option("--plan", "print the migrations to apply and what they would block, without changing anything")
    .option(...JSON_OPTION)
    .action(async (options: MigrateFlags) => (await import("./maintain.ts")).migrateCommand(assignments, options));
  add("create-admin", "create a platform admin and print the password; needed once where there is no demo data")
    .requiredOption("--email <address>", "e-mail address of the new admin")
    .requiredOption("--name <name>", "name of the new admin")
    .option("--subject <subject>", "the admin's subject at IDENTITY_ISSUER (`sub` of the tokens), if that is set")
    .option(...JSON_OPTION)
    .action(async (options: CreateAdminFlags) =>
      (await import("./maintain.ts")).createAdminCommand(assignments, options),
    );
  add("seed", "put demo data into an empty development database and print it").action(async () =>
    (await import("./maintain.ts")).seedCommand(assignments),
  );
  add("verify", "recompute the ledger and the audit log, and name the first broken row")
    .option(
      "--against <file>",
      "compare the chains with exported signed heads (EVIDENCE_HEADS), in a file or s3://bucket/folder",
    )
    .option("--since <file>", "verify only what is newer than the newest signed head of each chain in such a file")
    .option(
      "--nightly",
      "with --since: keep the heads that were reached in that file, and verify a seventh of the organizations whole",
    )
    .option(...JSON_OPTION)
    .action(async (options: VerifyFlags) => (await import("./maintain.ts")).verifyCommand(assignments, options));
  const cells = add("cells", "schemas that each hold the tables of their organizations");
  add("list", "print the cells, and how many organizations live in each", cells)
    .option(...JSON_OPTION)
    .action(async (options: JsonFlags) => (await import("./cells.ts")).listCellsCommand(assignments, options));
  add("add", "add a cell, which accepts organizations once it is opened", cells)
    .option("--country <code...>", "accept new organizations of these countries only")
    .option(...JSON_OPTION)
    .action(async (options: AddCellFlags) => (await import("./cells.ts")).addCellCommand(assignments, options));
  const opened =
    "open a cell for new organizations, which go to the emptiest one; restart every process after adding the cell";
  for (const [name, state, description] of [
    ["open", "active", opened],
    ["drain", "draining", "send no new organizations to a cell"],
  ] as const)
    add(name, description, cells)
      .argument("<number>", "number of the cell", wholeNumber(0, 4_095))
      .option(...JSON_OPTION)
      .action(async (number: number, options: JsonFlags) =>
        (await import("./cells.ts")).setCellStateCommand(assignments, number, state, options),
      );
  add("move", "move a cell to another node of a Citus cluster, while the service runs", cells)
    .argument("<number>", "number of the cell", wholeNumber(0, 4_095))
    .argument("<node>", "host:port, as the cluster knows the node")
    .option(...JSON_OPTION)
    .action(async (number: number, node: string, options: JsonFlags) =>
      (await import("./cells.ts")).moveCellCommand(assignments, number, node, options),
    );
  add("backup", "write an encrypted backup while the service runs")
    .option("--to <place>", "folder or s3://bucket/folder; BACKUP_TO by default")
    .option(...JSON_OPTION)
    .action(async (options: BackupFlags) => (await import("./backup.ts")).backupCommand(assignments, options));
  const from = ["--from <backup>", "file or s3:// address of one backup; by default the newest in BACKUP_TO"] as const;
  add("restore", "fill an empty database from a backup")
    .option(...from)
    .option(...JSON_OPTION)
    .action(async (options: RestoreFlags) => (await import("./backup.ts")).restoreCommand(assignments, options));
  add("drill", "restore a backup into a scratch database beside the running service, verify it and drop it")
    .option(...from)
    .option(...JSON_OPTION)
    .action(async (options: RestoreFlags) => (await import("./backup.ts")).drillCommand(assignments, options));
  for (const [flow, kept] of [
    ["payouts", "held: refunds and ramps are refused meanwhile"],
    ["payins", "refused"],
    ["writes", "refused: the API answers only reads"],
  ] as const) {
    const parent = add(flow, `stop and start ${flow}, in every process within a second`);
    const scoped = (command: Command): Command =>
      (flow === "writes"
        ? command
        : command
            .option("--country <code>", "of this country only")
            .addOption(new Option("--method <method>", "by this method only").choices(PAYMENT_METHODS))
      )
        .option("--org <org_id>", "of this organization only")
        .option(...JSON_OPTION);
    scoped(add("stop", `stop ${flow}; new ones are ${kept}`, parent))
      .requiredOption("--reason <text>", "why, for everybody who uses the service")
      .action(async (flags: StopFlags) => (await import("./stops.ts")).stopCommand(assignments, flow, flags));
    scoped(add("start", `start ${flow} again, that were stopped with the same options`, parent)).action(
      async (flags: ScopeFlags) => (await import("./stops.ts")).startCommand(assignments, flow, flags),
    );
    add("list", "print what is stopped", parent)
      .option(...JSON_OPTION)
      .action(async (flags: JsonFlags) => (await import("./stops.ts")).listStopsCommand(assignments, flow, flags));
  }
  const prove = "inject faults into a separate deployment while it moves sandbox money, and check the result";
  add("prove", `${prove}; needs the source tree`)
    .option("--faults <count>", "how many faults to inject", wholeNumber(1, 1_000_000), 1_000)
    .option("--minutes <minutes>", "stop injecting faults after this time", wholeNumber(1, 10_000), 30)
    .option("--rounds <count>", "how many runs, each with the next seed", wholeNumber(1, 10_000), 1)
    .option("--seed <seed>", "repeat the faults of an earlier run", wholeNumber(0, 2 ** 31))
    .option(...JSON_OPTION)
    .action(async (options: ProveFlags) => (await import("./prove.ts")).proveCommand(options));
  add("reseal", "encrypt stored secrets again with CORRIDOR_SECRET, so that an earlier secret can be removed")
    .option(...JSON_OPTION)
    .action(async (options: JsonFlags) => (await import("./maintain.ts")).resealCommand(assignments, options));
  add("rebuild", "make the statistics and the search keys again, from the payments")
    .option(...JSON_OPTION)
    .action(async (options: JsonFlags) => (await import("./maintain.ts")).rebuildCommand(assignments, options));
  const certify = "run an adapter against the provider's own sandbox, and print every unexpected answer";
  const provider = add("provider", "tools for third-party providers");
  add("new <name>", "write a package of a new provider, in a folder of its own", provider).action(
    async (name: string) => (await import("./new-provider.ts")).newProviderCommand(name),
  );
  add("certify <name>", certify, provider)
    .option(
      "--settings <file>",
      "JSON file with the settings of your sandbox account, as `PUT /payments/providers/{provider}/settings` takes " +
        "them; without it, the environment (PAWAPAY_API_TOKEN, ...)",
    )
    .option("--record <file>", "record the requests and answers in this file, without secrets")
    .option("--by <name>", "who certifies: prints what the adapter then says of it")
    .option(
      "--public-url <url>",
      "public address at which callbacks reach --port, e.g. of a tunnel; without it callbacks are not tried",
    )
    .option("--port <port>", "port that receives callbacks", wholeNumber(0, 65_535), 4001)
    .option(...JSON_OPTION)
    .action(async (name: string, options: CertifyFlags) =>
      (await import("./certify.ts")).certifyCommand(assignments, name, options),
    );
  const settings = add("settings", "print every setting")
    .option("--effective", "print what each setting is now, and where that comes from; never a secret")
    .option(...JSON_OPTION)
    .action(async (options: SettingsFlags) => (await import("./settings.ts")).settingsCommand(assignments, options));
  add("set", "change settings that are set while the service runs; all of them or none", settings)
    .argument("[NAME=value...]", "each setting and its value")
    .option("--file <path>", "read lines of NAME=value from a file: what is typed here, others may see")
    .action(async (given: string[], flags: SetFlags) =>
      (await import("./settings.ts")).setSettingsCommand(assignments, given, flags),
    );
  add("unset", "give such settings their defaults again", settings)
    .argument("<NAME...>", "the names of the settings")
    .action(async (names: string[]) => (await import("./settings.ts")).unsetSettingsCommand(assignments, names));

  addClientCommands(program, assignments);
  return program;
}

export async function runCommandLine(): Promise<void> {
  const program = commandLine();
  if (process.argv.length === FIRST_ARGUMENT) return program.outputHelp();

  try {
    await program.parseAsync();
  } catch (error) {
    const explanation = (await import("./explain-failure.ts")).explainFailure(error);
    if (explanation === null) throw error;
    process.stderr.write(`${explanation}\n`);
    process.exit(1);
  }
}

/** Index in `process.argv`, after Node and this program. */
const FIRST_ARGUMENT = 2;

function wholeNumber(minimum: number, maximum: number): (raw: string) => number {
  return (raw) => {
    const parsed = integer(minimum, maximum)(raw);
    if ("problem" in parsed) throw new InvalidArgumentError(`It ${parsed.problem}.`);
    return parsed.value;
  };
}
