import pg from "pg";
import type { Clock } from "@corridor/base/clock.ts";
import { CITUS_URLS, onNode } from "./citus.ts";

/**
 * The clock of one test database, stepped as an administrator would step that of its host. Every statement that calls
 * `clock_timestamp()` finds the function created here before the system's own; the product does not know about it. Only
 * sessions that are opened afterwards see it.
 */
export type DatabaseTime = {
  /** Stops the clock there, until it is set again. */
  set(at: Date): Promise<void>;
  /** Lets the clock run, this many milliseconds ahead of real time. */
  shift(ms: number): Promise<void>;
  close(): Promise<void>;
};

export async function takeOverDatabaseTime(url: string): Promise<DatabaseTime> {
  const client = new pg.Client({ connectionString: url, application_name: "test time" });
  await client.connect();
  await client.query("CREATE TABLE public.test_time (at timestamptz, shift interval NOT NULL DEFAULT '0')");
  await client.query("INSERT INTO public.test_time DEFAULT VALUES");
  if (CITUS_URLS.length > 0) await client.query("SELECT create_reference_table('public.test_time')");
  // The system's function is called outside of the query: Citus sends a query on a reference table without the names of
  // schemas, and this function would call itself.
  await client.query(`
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
      time public.test_time := (SELECT test_time FROM public.test_time);
    BEGIN
      RETURN coalesce(time.at, pg_catalog.clock_timestamp() + time.shift);
    END $$`);
  const findFirst = `ALTER DATABASE ${pg.escapeIdentifier(client.database!)} SET search_path = cell_0, public, pg_catalog`;
  await client.query(findFirst);
  for (const node of CITUS_URLS.slice(1)) await onNode(node, client.database!, (there) => there.query(findFirst));
  return {
    set: async (at) => void (await client.query("UPDATE public.test_time SET at = $1", [at])),
    shift: async (ms) =>
      void (await client.query("UPDATE public.test_time SET at = NULL, shift = $1 * interval '1 millisecond'", [ms])),
    close: () => client.end(),
  };
}

/** Keeps the database's clock equal to a stepped one: call it before anything that may read the database's clock. */
export function followClock(time: Pick<DatabaseTime, "set">, clock: Clock): () => Promise<void> {
  let atMs = Number.NaN;
  let setting = Promise.resolve();
  return () => {
    const nowMs = clock.now().getTime();
    if (nowMs !== atMs) {
      atMs = nowMs;
      setting = setting.then(() => time.set(new Date(nowMs)));
    }
    return setting;
  };
}
