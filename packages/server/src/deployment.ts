import type { Clock } from "@corridor/base/clock.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { ACCESS } from "./access.ts";
import type { Config } from "./config.ts";
import { type CellsInUse, oneCell } from "#src/kernel/db/cells-in-use.ts";
import { connect, type Db, type Reader } from "#src/kernel/db/client.ts";
import { type Invalidations, listenForInvalidations } from "#src/kernel/db/invalidation.ts";
import { readFromReplica } from "#src/kernel/db/read-replica.ts";
import type { Rooms } from "#src/kernel/http/admission.ts";
import type { Authenticate, CallerSources } from "#src/kernel/http/authenticate.ts";
import type { ReadinessCheck } from "#src/kernel/http/health.ts";
import type { LocateCaller } from "#src/kernel/http/locate-caller.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { measureJob } from "#src/kernel/jobs/measure.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { Part } from "#src/kernel/part.ts";
import { createPeers, type Peers } from "#src/kernel/peers.ts";
import { createSecretBox, type SecretBox } from "#src/kernel/secrets.ts";
import { TEST_CLOCK_TOPIC, type TestClock } from "#src/kernel/test-clock/test-clock.ts";
import { traceOutbound } from "#src/kernel/trace-outbound.ts";
import type { CallbackReceiver } from "#src/payments/at-providers/index.ts";
import { openLiveSettings } from "#src/pricing/platform-settings/index.ts";
import type { CheckoutTokens } from "#src/products/links/index.ts";

/** What a deployment is given. */
export type ServiceOptions = {
  config: Config & { secret: string };
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Where the sandbox listens; null when this deployment has none. */
  sandbox: { url: string; key: string } | null;
  webDirectory: string;
  /** Moves `clock`; exists only in development. */
  testClock?: TestClock | undefined;
};

/** What the parts of one cell need from the deployment (cells.ts). Absent in a deployment with one cell. */
export type Place = {
  readonly cell: number;
  readonly db: Db;
  readonly writerDb: Db;
  /** The read replica of DATABASE_READ_URL; null if that is not set. */
  readonly replica: Db | null;
  readonly invalidations: Invalidations;
  readonly peers: Peers;
  readonly rooms: Rooms;
  readonly cells: CellsInUse;
  /** The database of the first cell, which holds the directory. */
  readonly directory: Db;
  /** The facts about callers, from all cells; absent in the service that gathers them. */
  readonly sources?: CallerSources;
  /** Throws for a request that belongs to another cell, judged by its headers. */
  readonly assertHere: (rawHeaders: readonly string[]) => void;
  readonly receiveCallback: CallbackReceiver["receive"];
  readonly health: () => readonly ReadinessCheck[];
};

export type CellParts = {
  readonly db: Db;
  readonly sources: CallerSources;
  readonly locate: LocateCaller;
  readonly receiver: CallbackReceiver;
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly checkoutTokens: CheckoutTokens;
  readonly checkWritable: () => Promise<void>;
};

export type Service = {
  server: App;
  db: Db;
  /** Background work of the deployment, for any number of worker processes. */
  jobs: readonly Job[];
  /** Whether background work gets done that payments do not need. */
  jobReadiness: readonly ReadinessCheck[];
  /** Background work of a process that answers requests. */
  serverJobs: readonly Job[];
  /** Background work of every process. */
  processJobs: readonly Job[];
  /** Resolves when this process has finished the work of the callbacks that it answered. */
  callbacksFollowed(): Promise<void>;
  parts: CellParts;
  /** In a deployment with several cells: whether each of them can be written to. */
  cells?: () => readonly ReadinessCheck[];
  partsOf(cell: number): CellParts;
  /** Finishes requests and jobs in flight and closes connections; the server stops accepting requests first. */
  close(): Promise<void>;
};

/** Two each for batches of creations, transitions and callbacks, one for one that waits for a lock; one for reads. */
const PAYMENT_WRITERS = 10;

export function secretBoxOf({ secret, previousSecrets }: ServiceOptions["config"]): SecretBox {
  return createSecretBox({ masterSecret: secret, previousMasterSecrets: previousSecrets });
}

/** What every module may use. */
export async function openGround(options: ServiceOptions, place: Place | undefined) {
  const { config, clock, log, metrics } = options;
  const secrets = secretBoxOf(config);
  const { db, writerDb, replica, invalidations } = place ?? connectAll(options, secrets);
  if (config.isExposedDevelopment)
    log.warn(
      { host: config.host },
      "development listens on an address that others can reach: metrics need METRICS_TOKEN, and the sandbox stays on " +
        "this machine",
    );
  invalidations.subscribe(TEST_CLOCK_TOPIC, () => void options.testClock?.follow());
  const cell = place?.cell ?? FIRST_CELL;
  /** For pages that people look at. No decision uses these reads: a replica may lag behind. */
  const reads: Reader = replica === null ? db : readFromReplica({ primary: db, replica, log, metrics });
  const { environment } = config;
  const live = await openLiveSettings({ db: place?.directory ?? db, invalidations, secrets, environment, log });
  return {
    config,
    live,
    settings: live.settings,
    environment,
    publicBaseUrl: config.publicBaseUrl,
    sandbox: options.sandbox,
    access: ACCESS,
    clock,
    log,
    metrics,
    db,
    writerDb,
    replica,
    reads,
    invalidations,
    peers: place?.peers ?? createPeers({ db, invalidations }),
    secrets,
    outbound: createOutbound({ log, around: traceOutbound }),
    cell,
    cells: place?.cells ?? oneCell(db),
    /** The database of the first cell, which stores people. */
    directory: place?.directory ?? db,
    /** The first cell does the work that concerns the whole deployment. */
    isFirst: cell === FIRST_CELL,
    isStandby: (): boolean => !invalidations.leads(cell),
  };
}

export type Ground = Awaited<ReturnType<typeof openGround>>;

/** The background work of all modules, and the one job that measures. */
export function jobsOf(parts: readonly Part[], { isStandby }: Pick<Ground, "isStandby">): Job[] {
  return [...parts.flatMap(({ jobs = [] }) => jobs), measureJob(parts)].map((job) => ({ ...job, isStandby }));
}

export async function closeGround(ground: Ground, place: Place | undefined): Promise<void> {
  const { db, writerDb, replica, invalidations, outbound } = ground;
  await Promise.all([place === undefined && invalidations.close(), outbound.close()]);
  await Promise.all([db.close(), writerDb.close(), replica?.close()]);
}

function connectAll({ config, databaseUrl: url, log, metrics }: ServiceOptions, secrets: SecretBox) {
  const pool = { maxConnections: config.databasePoolSize, log, metrics, secrets };
  const db = connect({ ...pool, url, applicationName: "corridor" });
  const writer = {
    url,
    log,
    secrets,
    maxConnections: PAYMENT_WRITERS,
    applicationName: "corridor-writer",
    purpose: "writer",
  } as const;
  return {
    db,
    writerDb: connect(writer),
    replica:
      config.databaseReadUrl === undefined
        ? null
        : connect({ ...pool, url: config.databaseReadUrl, applicationName: "corridor-reader" }),
    invalidations: listenForInvalidations({ url, db, applicationName: "corridor-listener", log }),
  };
}

type FromAllCells = "findApiKey" | "findUserOf" | "findPerson" | "findOrganization";

/** Facts about callers from all cells. The cell that serves the request records the last use of a key or session. */
export function sharedOf(place: Place | undefined): Pick<CallerSources, FromAllCells> | undefined {
  if (place?.sources === undefined) return undefined;
  const { findApiKey, findUserOf, findPerson, findOrganization } = place.sources;
  return { findApiKey, findUserOf, findPerson, findOrganization };
}

/** With several cells, a cell serves no request of another. */
export function onlyHere(authenticate: Authenticate, place: Place | undefined): Authenticate {
  if (place === undefined) return authenticate;
  return async (request) => {
    place.assertHere(request.rawHeaders);
    return authenticate(request);
  };
}
