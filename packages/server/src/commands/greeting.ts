import { styleText } from "node:util";
import type { Config } from "#src/config.ts";
import type { Demo, DemoPerson } from "./seed.ts";

/** What `start` prints, and what it stores in `demo.json`: all addresses, the demo sign-ins, and what to try first. */
export type DemoFile = Demo & {
  base_url: string;
  dashboard_url: string;
  docs_url: string;
  sandbox_url: string | null;
  identity_url: string;
  environment: string;
};

export type GreetingOptions = {
  config: Pick<Config, "environment" | "publicBaseUrl" | "dataDir">;
  demo: DemoFile | null;
  /** The folder of the embedded database; null when the database is another server. */
  databaseDirectory: string | null;
  quiet: boolean;
};

export function greeting({ config, demo, databaseDirectory, quiet }: GreetingOptions): string {
  const ready = `${styleText(["bold", "green"], "Corridor is ready")} (${config.environment})`;
  if (quiet) return `${ready} at ${config.publicBaseUrl}\n`;
  const addresses: [string, string | null][] = [
    ["API", `${config.publicBaseUrl}/v1`],
    ["Dashboard", `${config.publicBaseUrl}/dashboard`],
    ["API docs", `${config.publicBaseUrl}/docs`],
    ["Guides", `${config.publicBaseUrl}/docs/guides`],
    ["Identity", `${config.publicBaseUrl}/identity`],
    ["Sandbox", demo?.sandbox_url ?? null],
    ["Database", databaseDirectory === null ? null : `embedded, in ${databaseDirectory}`],
  ];
  const lines = ["", ready, "", ...rows(addresses), "", ...(demo === null ? [] : demoLines(config, demo))];
  return `${lines.join("\n")}\n`;
}

function rows(entries: readonly [label: string, value: string | null][]): string[] {
  return entries.flatMap(([label, value]) =>
    value === null ? [] : `  ${styleText("gray", label.padEnd(LABEL_WIDTH))}${value}`,
  );
}
const LABEL_WIDTH = 19;

function demoLines(config: GreetingOptions["config"], demo: DemoFile): string[] {
  const [first] = demo.organizations;
  const signIn = ({ email, password }: DemoPerson): string => `${email}  ${styleText("bold", password)}`;
  return [
    "Sign in to the dashboard",
    ...rows([
      [first!.name, signIn(first!.org_admin)],
      ["Platform admin", signIn(demo.admin)],
      ["Second admin", signIn(demo.second_admin)],
    ]),
    "",
    `API key of ${first!.name}`,
    `  ${styleText("bold", first!.api_key)}`,
    "",
    "Try next, in another terminal",
    ...TRY_NEXT.map(
      ([command, what]) => `  ${styleText("cyan", command.padEnd(COMMAND_WIDTH))}${styleText("gray", what)}`,
    ),
    "",
    styleText(
      "gray",
      `Everything above, and the other demo people, is in ${config.dataDir}/demo.json. Stop with Ctrl-C.`,
    ),
    "",
  ];
}

const TRY_NEXT: readonly [command: string, what: string][] = [
  ["npm run -s corridor -- listen", "print events as they happen"],
  ["npm run -s corridor -- payments create", "make a first payment and follow it"],
  ["npm run -s corridor -- trigger payment.refunded", "make any event happen"],
];
const COMMAND_WIDTH = 50;
