import { type Command, InvalidArgumentError, Option } from "commander";
import type { DoctorFlags } from "./doctor.ts";
import type { ListenFlags } from "./listen.ts";
import type { CreateFlags } from "./payments.ts";
import type { ServiceFlags } from "./service.ts";
import type { TriggerFlags } from "./trigger.ts";

/** Commands for developers: they call a running service over its API. Each loads only what it runs. */
export function addClientCommands(program: Command, assignments: readonly string[]): void {
  withService(program.command("listen"))
    .description("print events as they happen, and forward them to an address of this machine")
    .option("--events <types>", "comma-separated event types; all by default")
    .option(
      "--forward-to <url>",
      "send each event to this address as a signed webhook, e.g. http://localhost:4242/hook",
    )
    .option("--secret <secret>", "sign with this secret (whsec_...) instead of one made from the API key")
    .action(async (flags: ListenFlags) => (await import("./listen.ts")).listenCommand(flags));
  withService(withMoney(program.command("trigger <event>")))
    .description("make an event happen at the sandbox, e.g. payment.completed or dispute.won")
    .action(async (type: string, flags: TriggerFlags) => (await import("./trigger.ts")).triggerCommand(type, flags));

  const payments = program.command("payments").description("create, read and follow payments");
  withService(withMoney(payments.command("create")))
    .description("make a payment at the sandbox and follow it to its end")
    .addOption(
      new Option("--direction <direction>", "payin by mobile money, or payout to a bank account (NGN)")
        .choices(["payin", "payout"])
        .default("payin"),
    )
    .option(
      "--ending <digits>",
      "last four digits of the phone or account; they decide what the sandbox does",
      fourDigits,
      "4567",
    )
    .option("--reference <text>", "your own reference (client_reference)")
    .option("--no-watch", "do not wait until the payment has ended")
    .action(async (flags: CreateFlags) => (await import("./payments.ts")).createPaymentCommand(flags));
  withService(payments.command("get <id>"))
    .description("read a payment by payment_id or transaction_id")
    .action(async (id: string, flags: ServiceFlags) => (await import("./payments.ts")).getPaymentCommand(id, flags));
  withService(payments.command("watch <id>"))
    .description("print every change of a payment until it is final")
    .action(async (id: string, flags: ServiceFlags) => (await import("./payments.ts")).watchPaymentCommand(id, flags));

  withService(program.command("logs <payment>"))
    .description("print everything that happened to a payment: status, calls to providers, events, webhooks")
    .action(async (id: string, flags: ServiceFlags) => (await import("./payments.ts")).logsCommand(id, flags));
  withService(program.command("doctor"))
    .description("find problems of this set-up, and print how to fix them")
    .action(async (flags: DoctorFlags) => (await import("./doctor.ts")).doctorCommand(flags, assignments));
  withService(program.command("env"))
    .description('print the demo as shell variables and functions, for eval "$(corridor env)"')
    .action(async (flags: ServiceFlags) => (await import("./env.ts")).envCommand(flags));
  program
    .command("completion <shell>")
    .description("print a completion script for bash, zsh or fish")
    .action(async (shell: string) => (await import("./completion.ts")).completionCommand(program, shell));
}

function withService(command: Command): Command {
  return command
    .option(
      "--base-url <url>",
      "the service, e.g. http://127.0.0.1:3000/v1; also CORRIDOR_URL, or what `npm start` wrote to demo.json",
    )
    .option("--api-key <key>", "API key for the service; also CORRIDOR_API_KEY, or the demo key")
    .option("--json", "print JSON for programs");
}

function withMoney(command: Command): Command {
  return command
    .option("--amount <amount>", "amount", positiveNumber, 1500)
    .option("--currency <code>", "currency of a payin: GHS, KES, UGX or RWF", "GHS");
}

function positiveNumber(raw: string): number {
  const value = Number(raw);
  if (!(value > 0)) throw new InvalidArgumentError("Give a number above 0.");
  return value;
}

function fourDigits(raw: string): string {
  if (!/^\d{4}$/.test(raw)) throw new InvalidArgumentError("Give four digits, e.g. 0005.");
  return raw;
}
