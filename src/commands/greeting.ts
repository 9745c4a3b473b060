import type { Config } from "#src/config.ts";
import type { Demo } from "#src/commands/seed.ts";

/** What `start` prints, and what it keeps in `demo.json`: where everything is, and how to make a first payment. */
export type DemoFile = Demo & {
  base_url: string;
  dashboard_url: string;
  docs_url: string;
  sandbox_url: string | null;
  identity_url: string;
  environment: string;
};

export function greeting(config: Config, demo: DemoFile | null, databaseDirectory: string | null): string {
  const lines = [
    "",
    `Corridor is ready (${config.environment}).`,
    "",
    `  API         ${config.publicBaseUrl}/v1`,
    `  Dashboard   ${config.publicBaseUrl}/dashboard`,
    `  API docs    ${config.publicBaseUrl}/docs`,
    `  Identity    ${config.publicBaseUrl}/identity`,
    ...(demo?.sandbox_url == null ? [] : [`  Sandbox     ${demo.sandbox_url}`]),
    ...(databaseDirectory === null ? [] : [`  Database    embedded PostgreSQL in ${databaseDirectory}`]),
    "",
    ...(demo === null ? [] : demoLines(config, demo)),
  ];
  return `${lines.join("\n")}\n`;
}

function demoLines(config: Config, demo: DemoFile): string[] {
  const [first] = demo.organizations;
  const people: [string, { email: string; password: string }][] = [
    ["Platform admin", demo.admin],
    ["Platform staff", demo.staff],
    ...demo.organizations.flatMap((organization): [string, { email: string; password: string }][] => [
      [`${organization.name} admin`, organization.org_admin],
      [`${organization.name} member`, organization.org_member],
      [`${organization.name} viewer`, organization.org_viewer],
    ]),
  ];
  return [
    "Sign in to the dashboard as",
    ...people.map(([role, person]) => `  ${role.padEnd(26)} ${person.email.padEnd(32)} ${person.password}`),
    "",
    `API key of ${first!.name}:  ${first!.api_key}`,
    "",
    "Make a first payment:",
    "",
    `  curl -s ${demo.base_url}/payments-init/initiate \\`,
    `    -H 'Authorization: NONE' -H 'X-Api-Key: ${first!.api_key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"amount":1500.00,"target_amount":1500.00,"currency":"GHS","target_currency":"GHS","country":"GH","payment_method":"mobile_money","direction":"payin","payer_details":{"name":"Ama Owusu","phone":"+233241234567"},"mobile_money_details":{"provider":"MTN","phone_number":"+233241234567"}}'`,
    "",
    `All of this is in ${config.dataDir}/demo.json. Stop with Ctrl-C.`,
    "",
  ];
}
