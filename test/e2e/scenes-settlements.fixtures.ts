import { newId } from "@corridor/base/ids.ts";
import type { Scene, World } from "./contract.fixtures.ts";

/** Calls of settlements. Each call has its own bank account, so that closing a day does not affect the others. */
const MAPPING = {
  format: "csv",
  columns: { line_key: ["id"], value_date: "date", currency: "currency", gross: ["amount"], provider_reference: "id" },
  kinds: {},
  other_kind: "transfer",
};
const DAY = "2025-01-06";
let lines = 0;

const sourceBody = (account: string) => ({ name: "Bank statement", account, mapping: MAPPING });

async function newSource(world: World): Promise<{ source: string; account: string }> {
  const source = `bank-${newId().slice(-12)}`;
  const account = `bank:${newId().slice(-12)}`;
  await world.must(world.callers.admin, "PUT", `/settlements/sources/${source}`, sourceBody(account));
  return { source, account };
}

/** Each line is larger than the earlier ones, so that the largest is the newest. */
const fileOf = (source: string) => ({
  source,
  file_name: "january.csv",
  content: `id,date,currency,amount\n${newId()},${DAY},NGN,${++lines}`,
});

export async function settlementImport(world: World, of?: string): Promise<{ import_id: string; account: string }> {
  const source = of ?? (await newSource(world)).source;
  const { import_id, account } = (await world.must(world.callers.admin, "POST", "/settlements/imports", fileOf(source)))
    .data;
  await world.run("settlements");
  return { import_id, account };
}

export async function settlementSource(world: World): Promise<{ source: string; account: string }> {
  return newSource(world);
}

async function exception(world: World): Promise<{ exception_id: string }> {
  const { account } = await settlementImport(world);
  return (
    await world.must(world.callers.admin, "GET", `/settlements/exceptions?account=${encodeURIComponent(account)}`)
  ).data[0];
}

async function closed(world: World): Promise<string> {
  const { account } = await settlementImport(world);
  await world.must(world.callers.admin, "POST", `/settlements/accounts/${encodeURIComponent(account)}/close`, {
    day: DAY,
  });
  return account;
}

export const SETTLEMENT_SCENES: Record<string, Scene> = {
  "GET /settlements/sources": (world) => ({ as: world.callers.admin }),
  "PUT /settlements/sources/:source": (world) => ({
    as: world.callers.admin,
    path: { source: "bank-main" },
    body: sourceBody("bank:main"),
  }),
  "POST /settlements/sources/preview": (world) => ({
    as: world.callers.admin,
    body: { account: "bank:main", mapping: MAPPING, content: `id,date,currency,amount\nA1,${DAY},NGN,12.50\n` },
  }),
  "POST /settlements/imports": async (world) => ({
    as: world.callers.admin,
    body: fileOf((await newSource(world)).source),
  }),
  "GET /settlements/imports": (world) => ({ as: world.callers.admin }),
  "GET /settlements/imports/:import_id": async (world) => ({
    as: world.callers.admin,
    path: { import_id: (await settlementImport(world)).import_id },
  }),
  "GET /settlements/exceptions": (world) => ({ as: world.callers.admin }),
  "PATCH /settlements/exceptions/:exception_id": async (world) => ({
    as: world.callers.admin,
    path: { exception_id: (await exception(world)).exception_id },
    body: { comment: "asked the bank", due_on: "2026-02-01" },
  }),
  "POST /settlements/exceptions/:exception_id/resolve": async (world) => ({
    as: world.callers.admin,
    path: { exception_id: (await exception(world)).exception_id },
    body: { resolution: "suspense", reason: "the sender is not known yet" },
  }),
  "GET /settlements/accounts": (world) => ({ as: world.callers.admin }),
  "POST /settlements/accounts/:account/close": async (world) => ({
    as: world.callers.admin,
    path: { account: (await settlementImport(world)).account },
    body: { day: DAY },
  }),
  "POST /settlements/accounts/:account/reopen": async (world) => ({
    as: world.callers.admin,
    path: { account: await closed(world) },
    body: { reason: "a line came late" },
  }),
};
