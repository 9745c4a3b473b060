import { cardNumbersIn } from "@corridor/base/card-numbers.ts";
import type { Job } from "../jobs/loop.ts";
import type { CredentialUse } from "./authenticate.ts";

const WRITE_EVERY_MS = 60_000;
const INTERVAL_MS = 5_000;
const MAX_TRACKED = 50_000;
const MAX_ADDRESS_CHARACTERS = 64;
const MAX_USER_AGENT_CHARACTERS = 200;

export type UseRow<Columns> = Columns & { at: Date; address: string; user_agent: string | null };
export type UseRecorder<Columns> = {
  /** `id` identifies the key or session, `columns` are the key columns of its row. */
  note: (id: string, columns: Columns, use: CredentialUse) => void;
  job: Job;
  flush: () => Promise<number>;
};

type Use = { last: CredentialUse; writtenAtMs: number | null };

/** One map entry for a request; written in one statement, each at most once a minute. A crash loses a minute of it. */
type WriteRows<Columns> = (rows: readonly UseRow<Columns>[]) => Promise<void>;

export function createUseRecorder<Columns>(name: string, writeRows: WriteRows<Columns>): UseRecorder<Columns> {
  const uses = new Map<string, Use & { columns: Columns }>();

  function note(id: string, columns: Columns, use: CredentialUse): void {
    const known = uses.get(id);
    if (known !== undefined) known.last = use;
    else {
      if (uses.size >= MAX_TRACKED) uses.delete(uses.keys().next().value!);
      uses.set(id, { columns, last: use, writtenAtMs: null });
    }
  }

  async function write(isDue: (use: Use) => boolean): Promise<number> {
    const due = [...uses].filter(([, use]) => use.last.at.getTime() !== use.writtenAtMs && isDue(use));
    if (due.length === 0) return 0;
    const rows = due.map(([, { columns, last }]) => ({
      ...columns,
      at: last.at,
      address: storedAddress(last.address),
      user_agent: storedUserAgent(last.userAgent),
    }));
    await writeRows(rows);
    due.forEach(([, use], index) => (use.writtenAtMs = rows[index]!.at.getTime()));
    return due.length;
  }

  return {
    note,
    flush: () => write(() => true),
    job: { name, intervalMs: INTERVAL_MS, runOnce: () => write(isLongAgo) },
  };
}

const isLongAgo = ({ last, writtenAtMs }: Pick<Use, "last" | "writtenAtMs">): boolean =>
  writtenAtMs === null || last.at.getTime() - writtenAtMs >= WRITE_EVERY_MS;

export function storedAddress(address: string): string {
  return address.slice(0, MAX_ADDRESS_CHARACTERS);
}

/** A client wrote this text: without characters that PostgreSQL cannot store, and nothing that holds a card number. */
export function storedUserAgent(userAgent: string | null): string | null {
  const text = userAgent?.toWellFormed().replaceAll(/\p{Cc}/gu, "");
  if (text === undefined || cardNumbersIn(text).length > 0) return null;
  return text.slice(0, MAX_USER_AGENT_CHARACTERS);
}
