import { appendFile } from "node:fs/promises";
import type { VerifiedHead } from "#src/record/audit/index.ts";
import { isInStore } from "#src/kernel/db/backup/backup-places.ts";
import { type ChainName, CHAINS, type SignedHead } from "./signed-head.ts";
import { verifyHeads } from "./verify-heads.ts";
import { lineOf, writeLines } from "./write-heads.ts";

const DAY_MS = 86_400_000;
const NIGHTS = 7;
export type Starts = Readonly<Record<ChainName, Map<string, SignedHead>>>;
export type EvidenceDeps = Parameters<typeof verifyHeads>[0];
type Reached = Readonly<Record<ChainName, readonly VerifiedHead[]>>;

/**
 * `verify --since`: the newest head of each chain, by organization; a chain without one is verified whole, and all are
 * after a line that does not fit. A night uses only heads that an earlier one left, and none of a chain that is due.
 */
export async function readStarts(deps: EvidenceDeps, place: string, night: Date | null) {
  const starts: Starts = { ledger: new Map(), audit: new Map() };
  if (night !== null && !isInStore(place)) await appendFile(place, "", { mode: 0o600 });
  const verdict = await verifyHeads(deps, place, (head) => {
    if (night === null || head.whole_at !== undefined) starts[head.chain].set(head.org_id, head);
  });
  for (const heads of Object.values(starts))
    for (const [orgId, head] of heads) if (verdict.broken !== null || !isStart(head, night)) heads.delete(orgId);
  return { starts, ...verdict };
}

/** Each night a seventh of the organizations is due, and whatever missed its night. */
function isStart({ chain, org_id, balances, whole_at }: SignedHead, night: Date | null): boolean {
  if (chain === "ledger" && balances === undefined) return false;
  if (night === null) return true;
  const isDue = Number.parseInt(org_id.slice(-4), 16) % NIGHTS === Math.floor(night.getTime() / DAY_MS) % NIGHTS;
  return !isDue && night.getTime() - Date.parse(whole_at!) < (NIGHTS - 0.5) * DAY_MS;
}

/** Adds the heads that a sound night reached to those that it began with. */
export async function keepHeads(deps: EvidenceDeps, place: string, starts: Starts, reached: Reached, night: Date) {
  const at = night.toISOString();
  const lines = CHAINS.flatMap((chain) =>
    reached[chain]
      .filter(({ since, position }) => since !== position)
      .map((head) => lineOf(deps.secrets, chain, head, at, starts[chain].get(head.orgId)?.whole_at ?? at)),
  );
  if (lines.length > 0) await writeLines({ ...deps, target: place }, lines.join(""));
}
