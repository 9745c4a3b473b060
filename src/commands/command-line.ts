import { Command, InvalidArgumentError } from "commander";
import packageFile from "../../package.json" with { type: "json" };
import { integer } from "#src/setting-types.ts";
import type { BackupFlags, RestoreFlags } from "./backup.ts";
import type { AddCellFlags } from "./cells.ts";
import type { CertifyFlags } from "./certify.ts";
import { addClientCommands } from "./client/client-commands.ts";
import type { CreateAdminFlags, JsonFlags, MigrateFlags, VerifyFlags } from "./maintain.ts";
import type { ProveFlags } from "./prove.ts";
import type { StartFlags } from "./start.ts";

const JSON_OPTION = ["--json", "print JSON for programs"] as const;

/** The command line. Each command loads only what it runs. */
export async function runCommandLine(): Promise<void> {
  const program = new Command("corridor").description("Self-hosted payment orchestration").version(packageFile.version).showHelpAfterError();

  const assignments: string[] = [];
  program.option("--set <NAME=value>", "set a setting; may be repeated, and wins over the environment", (value: string) => assignments.push(value));

  program
    .command("start")
    .description("run everything in one process, with an embedded database unless DATABASE_URL is set")
    .option("--quiet", "print one line when ready, then warnings and errors only")
    .action(async (options: StartFlags) => (await import("./start.ts")).start(assignments, options));
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
    .option("--plan", "print what would be applied and whom it would keep waiting, and change nothing")
    .option(...JSON_OPTION)
    .action(async (options: MigrateFlags) => (await import("./maintain.ts")).migrateCommand(assignments, options));
  program
    .command("create-admin")
    .description("make an admin of the platform and print the password: the first one, where there is no demo data")
    .requiredOption("--email <address>", "e-mail address of the new admin")
    .requiredOption("--name <name>", "name of the new admin")
    .option("--subject <subject>", "who they are at IDENTITY_ISSUER (`sub` of their tokens), where one is set")
    .option(...JSON_OPTION)
    .action(async (options: CreateAdminFlags) => (await import("./maintain.ts")).createAdminCommand(assignments, options));
  program
    .command("seed")
    .description("put demo data into an empty development database and print it")
    .action(async () => (await import("./maintain.ts")).seedCommand(assignments));
  program
    .command("verify")
    .description("recompute the ledger and the audit log, and name the first broken row")
    .option("--against <file>", "hold the chains against signed heads that were written out (EVIDENCE_HEADS), a file or s3://bucket/folder")
    .option(...JSON_OPTION)
    .action(async (options: VerifyFlags) => (await import("./maintain.ts")).verifyCommand(assignments, options));
  const cells = program.command("cells").description("schemas of the database that each hold the tables of their organizations");
  cells
    .command("list")
    .description("print the cells, and how many organizations live in each")
    .option(...JSON_OPTION)
    .action(async (options: JsonFlags) => (await import("./cells.ts")).listCellsCommand(assignments, options));
  cells
    .command("add")
    .description("make one more cell, which takes organizations once it is opened")
    .option("--country <code...>", "take new organizations of these countries only")
    .option(...JSON_OPTION)
    .action(async (options: AddCellFlags) => (await import("./cells.ts")).addCellCommand(assignments, options));
  for (const [name, state, description] of [
    ["open", "active", "let a cell take new organizations, which go to the emptiest one; every process must have been started since the cell was added"],
    ["drain", "draining", "send no new organizations to a cell"],
  ] as const)
    cells
      .command(name)
      .argument("<number>", "number of the cell", wholeNumber(0, 4_095))
      .description(description)
      .option(...JSON_OPTION)
      .action(async (number: number, options: JsonFlags) => (await import("./cells.ts")).setCellStateCommand(assignments, number, state, options));
  cells
    .command("move")
    .argument("<number>", "number of the cell", wholeNumber(1, 4_095))
    .argument("<node>", "host:port, as the cluster knows the node")
    .description("move a cell to another node of a Citus cluster, while everything goes on")
    .option(...JSON_OPTION)
    .action(async (number: number, node: string, options: JsonFlags) => (await import("./cells.ts")).moveCellCommand(assignments, number, node, options));
  program
    .command("backup")
    .description("write an encrypted backup while the service runs")
    .option("--to <place>", "folder or s3://bucket/folder; BACKUP_TO unless given")
    .option(...JSON_OPTION)
    .action(async (options: BackupFlags) => (await import("./backup.ts")).backupCommand(assignments, options));
  program
    .command("restore")
    .description("fill an empty database from a backup")
    .option("--from <backup>", "file or s3:// address of one backup; the newest of BACKUP_TO unless given")
    .option(...JSON_OPTION)
    .action(async (options: RestoreFlags) => (await import("./backup.ts")).restoreCommand(assignments, options));
  program
    .command("drill")
    .description("restore a backup into a scratch database beside the running service, verify it and drop it")
    .option("--from <backup>", "file or s3:// address of one backup; the newest of BACKUP_TO unless given")
    .option(...JSON_OPTION)
    .action(async (options: RestoreFlags) => (await import("./backup.ts")).drillCommand(assignments, options));
  program
    .command("prove")
    .description("break a deployment of its own while it moves sandbox money, and judge what is left; needs the source tree")
    .option("--faults <count>", "how many faults to strike", wholeNumber(1, 1_000_000), 1_000)
    .option("--minutes <minutes>", "stop striking after as long", wholeNumber(1, 10_000), 30)
    .option("--seed <seed>", "strike the faults of an earlier run again", wholeNumber(0, 2 ** 31))
    .option(...JSON_OPTION)
    .action(async (options: ProveFlags) => (await import("./prove.ts")).proveCommand(options));
  program
    .command("reseal")
    .description("seal stored secrets anew under CORRIDOR_SECRET, so that an earlier one can go")
    .option(...JSON_OPTION)
    .action(async (options: JsonFlags) => (await import("./maintain.ts")).resealCommand(assignments, options));
  program
    .command("rebuild-stats")
    .description("count the statistics anew from the payments, after an import")
    .option(...JSON_OPTION)
    .action(async (options: JsonFlags) => (await import("./maintain.ts")).rebuildStatsCommand(assignments, options));
  program
    .command("provider")
    .description("tools for providers of other companies")
    .command("certify <name>")
    .description("go an adapter's journey at the provider's own sandbox, and print what differs from what the adapter expects")
    .requiredOption("--settings <file>", "JSON file with the settings of your sandbox account, as `PUT /payments/providers/{provider}/settings` takes them")
    .option("--record <file>", "keep the conversation there, with secrets removed")
    .option("--public-url <url>", "public address at which callbacks reach --port, e.g. of a tunnel; without it callbacks are not tried")
    .option("--port <port>", "port at which callbacks are taken", wholeNumber(0, 65_535), 4001)
    .option(...JSON_OPTION)
    .action(async (name: string, options: CertifyFlags) => (await import("./certify.ts")).certifyCommand(name, options));
  program
    .command("settings")
    .description("print every setting")
    .option(...JSON_OPTION)
    .action(async (options: JsonFlags) => (await import("./maintain.ts")).settingsCommand(options));

  addClientCommands(program);
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
