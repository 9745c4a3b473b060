import { accountOf } from "@corridor/provider-kit/accounts.ts";
import type { AuditActor } from "#src/record/audit/index.ts";
import { PLATFORM_ORGANIZATION } from "#src/parties/notifications/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { csvLine } from "#src/kernel/csv.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import { storableText } from "@corridor/base/storable-text.ts";
import type { Provider, ProviderName, SettledLine, Unknown } from "@corridor/provider-kit/provider.ts";
import { beginFetch, type Fetch, findFetch, lockFetch, updateFetch } from "./fetch-queries.ts";
import {
  deleteImport,
  findImport,
  holdSource,
  type Import,
  insertImport,
  readSources,
  updateProgress,
} from "./import-queries.ts";
import type { Mapping, Source } from "./mapping.ts";
import { addContent, endUpload, hasRoom } from "./receive-file.ts";
import { LINE_KINDS } from "./settlement.ts";

/**
 * Fetches statements by the providers' APIs into the same imports that uploads make, known by the same keys, so that a
 * day that is also uploaded counts once. A page and the cursor behind it are committed together: a worker that dies in
 * between asks for the same page again; two workers that ask for it at once write it once.
 *
 *   day N --page--> part of an import, and the cursor of the next page --last page--> the import is read, day N + 1
 *   day N --file--> an import that is read, and the cursor of the next file --last file--> day N + 1
 */
type FetchDeps = { db: Db; clock: Clock; log: Logger; providers: ReadonlyMap<ProviderName, Provider> };

const INTERVAL_MS = 10 * 60_000;
const ANSWER_WITHIN_MS = 60_000;
const MAX_PAGES_PER_RUN = 20;
const DAY_MS = 86_400_000;
/** Providers write the last entries of a day some time after its end. */
const COMPLETE_AFTER_MS = 2 * 3_600_000;
const MAX_DAYS_BACK = 31;
/** A cursor refused this often may belong to an account that is no longer configured: the day starts again. */
const MAX_FAILURES = 5;
const MAX_REASON = 300;
const TOO_LONG = "The provider's API has more pages of this day than one import takes; upload the day as files";
const PLACE = ["day", "cursor", "importId", "mark"] as const;
const ACTOR: AuditActor = { type: "system", id: "settlement-fetches" };

const HEADER = "id,day,kind,currency,gross,fee,provider_reference,our_reference,original,original_currency".split(",");
const MAPPING: Mapping = {
  format: "csv",
  columns: {
    line_key: ["id"],
    value_date: "day",
    currency: "currency",
    kind: "kind",
    gross: ["gross"],
    fee: ["fee"],
    provider_reference: "provider_reference",
    our_reference: "our_reference",
    original_credit: ["original"],
    original_currency: "original_currency",
  },
  kinds: Object.fromEntries(LINE_KINDS.map((kind) => [kind, kind])),
};

export function fetchStatementsJob(deps: FetchDeps): Job {
  return {
    name: "settlement-fetches",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const pages = await Promise.all([...deps.providers.values()].map((provider) => fetchPages(deps, provider)));
      return pages.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function fetchPages(deps: FetchDeps, provider: Provider): Promise<number> {
  let pages = 0;
  try {
    while (pages < MAX_PAGES_PER_RUN && (await fetchPage(deps, provider))) pages += 1;
  } catch (error) {
    deps.log.warn({ err: error, provider: provider.name }, "a statement could not be fetched; it is fetched again");
    return 0;
  }
  return pages;
}

/** True when a page was stored, so that the next one may be requested. */
async function fetchPage({ db, clock, log }: FetchDeps, provider: Provider): Promise<boolean> {
  const { name: account } = provider;
  if (provider.fetchSettlements === undefined && provider.fetchStatement === undefined) return false;
  // What an organization's own account costs, and pays out, belongs to no books of the platform.
  if (accountOf(account).orgId !== null) return false;
  const now = clock.now();
  const earliest = new Date(now.getTime() - MAX_DAYS_BACK * DAY_MS).toISOString().slice(0, 10);
  const fetch = (await findFetch(db, account)) ?? (await beginFetch(db, account, earliest));
  if (fetch === undefined || now.getTime() < Date.parse(fetch.day) + DAY_MS + COMPLETE_AFTER_MS) return false;
  const answer = await ask(provider, fetch, AbortSignal.timeout(ANSWER_WITHIN_MS));
  return db.transaction(async (tx) => {
    if (answer.outcome === "found" && answer.file !== null) await holdSource(tx, account);
    const locked = await lockFetch(tx, account);
    // Another worker stored this page first.
    if (PLACE.some((field) => locked[field] !== fetch[field])) return false;
    if (answer.outcome === "unknown") {
      log.warn({ provider: account, reason: answer.reason }, "a provider did not return its statement");
      await updateFetch(tx, await afterFailure(tx, locked, answer.reason));
      return false;
    }
    await updateFetch(tx, await keepPage(tx, locked, answer, now));
    return true;
  });
}

type Page = {
  readonly outcome: "found";
  readonly lines: readonly SettledLine[];
  readonly file: { readonly name: string; readonly content: string } | null;
  readonly cursor: string | null;
  readonly mark: string | null;
};

async function ask(
  { fetchSettlements, fetchStatement }: Provider,
  { day, cursor, mark }: Fetch,
  signal: AbortSignal,
): Promise<Page | Unknown> {
  if (fetchStatement !== undefined) {
    const answer = await fetchStatement({ day, cursor, mark }, signal);
    return answer.outcome === "unknown" ? answer : { ...answer, lines: [] };
  }
  const answer = await fetchSettlements!({ day, cursor }, signal);
  return answer.outcome === "unknown" ? answer : { ...answer, file: null, mark: null };
}

async function afterFailure(tx: Tx, fetch: Fetch, reason: string): Promise<Fetch> {
  const failed = { ...fetch, failures: fetch.failures + 1, failure: storableText(reason, MAX_REASON) };
  if (failed.failures < MAX_FAILURES || fetch.cursor === null) return failed;
  if (fetch.importId !== null) await deleteImport(tx, fetch.importId);
  return { ...failed, failures: 0, cursor: null, importId: null };
}

async function keepPage(tx: Tx, fetch: Fetch, page: Page, at: Date): Promise<Fetch> {
  const { account, day } = fetch;
  if (page.file !== null) await keepFile(tx, account, page.file, at);
  let importId = fetch.importId;
  if (importId !== null || page.lines.length > 0) {
    const isFirst = importId === null;
    const one = importId === null ? await insertFetched(tx, fetch, at) : (await findImport(tx, importId))!;
    importId = one.importId;
    if (!hasRoom(one, 1)) {
      // The whole import of the day fails, because half of a day would look like a complete one.
      await updateProgress(tx, { ...one, status: "failed", failure: TOO_LONG, finishedAt: at });
      return { ...nextDay(fetch, page.mark), failure: `${day}: ${TOO_LONG}` };
    }
    const rows = page.lines.map(csvOf).join("");
    const received = rows === "" ? one : await addContent(tx, one, `${isFirst ? csvLine(HEADER) : ""}${rows}`);
    if (page.cursor === null) await endUpload(tx, received, ACTOR, at);
  }
  if (page.cursor === null) return nextDay(fetch, page.mark);
  return { account, day, failures: 0, failure: null, mark: page.mark, cursor: page.cursor, importId };
}

function nextDay({ account, day }: Fetch, mark: string | null): Fetch {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  return { account, day: next, failures: 0, failure: null, mark, cursor: null, importId: null };
}

/** Stored in the same way as an upload, so that a file which a person also uploads is imported only once. */
async function keepFile(tx: Tx, account: string, file: NonNullable<Page["file"]>, at: Date): Promise<void> {
  const { mapping } = (await sourceOf(tx, account))!;
  const one = await insertImport(tx, { ...fetchedBy(account, at), source: account, fileName: file.name, mapping });
  await endUpload(tx, await addContent(tx, one, file.content), ACTOR, at);
}

/** The mapping of the provider's files says where transfers go and how large a fee may be. */
async function insertFetched(tx: Tx, { account, day }: Fetch, at: Date): Promise<Import> {
  const own = (await sourceOf(tx, account))?.mapping;
  const mapping = {
    ...MAPPING,
    ...(own?.settles_to === undefined ? {} : { settles_to: own.settles_to }),
    ...(own?.max_fee_bps === undefined ? {} : { max_fee_bps: own.max_fee_bps }),
  };
  const fileName = `${account}-${day}.csv`;
  return insertImport(tx, { ...fetchedBy(account, at), source: `${account}-api`, fileName, mapping });
}

/** The account's own, or else that of its provider. */
async function sourceOf(tx: Tx, account: string): Promise<Source | undefined> {
  const sources = await readSources(tx);
  const named = (name: string) => sources.find(({ source }) => source === name);
  return named(account) ?? named(accountOf(account).provider);
}

function fetchedBy(account: string, createdAt: Date) {
  return { importId: newId(), account, requestedBy: PLATFORM_ORGANIZATION, createdAt };
}

function csvOf({ id, day, kind, gross, fee, providerReference, ourReference, original }: SettledLine): string {
  const amounts = [gross.currency, gross.toDatabase(), fee.toDatabase()];
  const references = [providerReference ?? "", ourReference ?? ""];
  return csvLine([id, day, kind, ...amounts, ...references, original?.toDatabase() ?? "", original?.currency ?? ""]);
}
