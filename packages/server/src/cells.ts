import type { IncomingMessage } from "node:http";
import { composeService } from "./compose.ts";
import { type CellParts, type Place, secretBoxOf, type Service, type ServiceOptions } from "./deployment.ts";
import { findLinkByRef } from "#src/products/links/index.ts";
import { findByReferences } from "#src/payments/store/index.ts";
import { findByNumbers } from "#src/products/virtual-accounts/index.ts";
import { countOrganizations, organizationExists } from "#src/parties/organizations/index.ts";
import {
  baseSearchPath,
  type Cell,
  createCellOf,
  EVERY_CELL_SCHEMA,
  listCells,
  readCells,
  schemaOfCell,
  searchPathOf,
} from "#src/kernel/db/cells.ts";
import { isCitus } from "#src/kernel/db/citus.ts";
import { type CellLookups, createCellLookups } from "#src/kernel/db/cell-lookups.ts";
import type { CellsInUse, NewInCell } from "#src/kernel/db/cells-in-use.ts";
import { connect, type Db } from "#src/kernel/db/client.ts";
import { connectToCell } from "#src/kernel/db/node-sessions.ts";
import { withClient } from "#src/kernel/db/open-client.ts";
import { listenForInvalidations } from "#src/kernel/db/invalidation.ts";
import { createRooms } from "#src/kernel/http/admission.ts";
import { DASHBOARD_PREFIX } from "#src/kernel/http/enforce-access.ts";
import { VERSION_PREFIX } from "#src/kernel/http/error-response.ts";
import { conflict, unavailable } from "#src/kernel/http/errors.ts";
import type { LocateCaller } from "#src/kernel/http/locate-caller.ts";
import { peekBody } from "#src/kernel/http/peek-body.ts";
import { type Destination, destinationOf, destinationOfBody } from "#src/kernel/http/route-to-cell.ts";
import { FIRST_CELL, inCell, isId, movedToCell } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import { createPeers } from "#src/kernel/peers.ts";
import { createTurnsOf } from "#src/kernel/turns.ts";
import { type DepositUpdate, accountOfCallbackWord, type RawCallback } from "@corridor/provider-kit/provider.ts";

/**
 * A deployment with its cells (docs/decisions/0038-cells.md). Of several, each is a whole Service over its own schema,
 * with batches, jobs and caches of its own, and one more reads over all for the platform's people. The port belongs to
 * the first cell's server; each request is handed to the server of its cell.
 */
export async function createCells(options: ServiceOptions): Promise<Service> {
  const { cells, ...server } = await readDeployment(options);
  // On Citus even a single cell is a distributed schema, to whose node the sessions go.
  return cells.length <= 1 && !server.isCitus ? composeService(options) : createSeveral(options, cells, server);
}

/** DATABASE_POOL_SIZE is divided among the cells, but with fewer a cell could wait for itself. */
const MIN_CONNECTIONS = 3;
/** For creations, transitions and callbacks one batch each, and one that waits for a lock; a spare one for reads. */
const WRITERS = 7;
const MAX_PEEKED_BYTES = 1_048_576;
const RETRY_AFTER_SECONDS = 1;

/** `base`: the search path of sessions that belong to no cell. */
type Server = { readonly base: string; readonly isCitus: boolean };

const PROBE_TIMEOUT_MS = 2_000;

/** Through the coordinator on Citus, which must not wait for a silent node longer than we do. */
async function probeCell(url: string, searchPath: string): Promise<void> {
  const limits = `-c statement_timeout=${PROBE_TIMEOUT_MS} -c citus.node_connection_timeout=${PROBE_TIMEOUT_MS}`;
  const options = { application_name: "corridor probe", options: `-c search_path=${searchPath} ${limits}` };
  const waits = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
  await withClient({ connectionString: url, ...options, ...waits }, (client) =>
    client.query("SELECT FROM schema_migrations LIMIT 1"),
  );
}

async function readDeployment({ databaseUrl }: ServiceOptions): Promise<Server & { cells: Cell[] }> {
  const options = { application_name: "corridor cells", options: "-c TimeZone=UTC" };
  return withClient({ connectionString: databaseUrl, ...options }, async (client) => {
    return { cells: await readCells(client), base: await baseSearchPath(client), isCitus: await isCitus(client) };
  });
}

type Served = { readonly cell: Cell; readonly service: Service };
type CellOf = (id: string) => number;

async function createSeveral(options: ServiceOptions, cells: readonly Cell[], server: Server): Promise<Service> {
  const { config, databaseUrl: url, log } = options;
  const cellOf = createCellOf(cells);
  const connectTo = createConnectTo(options, cells.length, server);
  const pools = new Map(cells.map(({ number }) => [number, connectTo(`cell-${number}`, schemaOfCell(number))]));
  const every = connectTo("every-cell", cells.length === 1 ? schemaOfCell(FIRST_CELL) : EVERY_CELL_SCHEMA);
  const served = new Map<number, Served>();
  const partsOf = (cell: number): CellParts => served.get(cell)!.service.parts;
  const invalidations = listenForInvalidations({ url, db: every.db, applicationName: "corridor-listener", log });
  const front = createFront((cell) => lookups.isAway(cell));
  const peers = createPeers({ db: every.db, invalidations });
  const rooms = createRooms(options);
  const numbers = cells.map(({ number }) => number);
  const lookups = createCellLookups({
    numbers,
    cellOf,
    log,
    dbOf: (cell) => partsOf(cell).db,
    probe: (cell) => probeCell(url, searchPathOf(schemaOfCell(cell), server.base)),
    onChange: invalidations.dropAll,
  });
  const common = {
    invalidations,
    peers,
    rooms,
    directory: pools.get(FIRST_CELL)!.db,
    cells: createCellsInUse({
      every: every.db,
      lookups,
      numbers,
      cellOf,
      dbOf: (cell) => partsOf(cell).db,
      pathOf: (cell) => searchPathOf(schemaOfCell(cell), server.base),
    }),
    receiveCallback: createReceiveCallback({ partsOf, lookups, cellOf, all: numbers }),
    health: () =>
      [...served.keys()].map((cell) => ({ name: String(cell), check: () => partsOf(cell).checkWritable() })),
  };
  const assertHere = front.assertHandedTo("every");
  const overview = await composeService(options, { ...common, ...every, cell: FIRST_CELL, assertHere });
  for (const cell of cells) {
    const { number } = cell;
    const place = { ...common, ...pools.get(number)!, cell: number, sources: overview.parts.sources };
    invalidations.hear(place.db);
    const service = await inCell(number, () =>
      composeService(options, { ...place, assertHere: front.assertHandedTo(number) }),
    );
    served.set(number, { cell, service });
  }
  const first = served.get(FIRST_CELL)!.service;
  const all = [...served.values()].map(({ service }) => service);
  await Promise.all([overview, ...all].filter((one) => one !== first).map(({ server }) => server.ready()));
  const { locate } = overview.parts;
  const { checkoutTokens } = first.parts;
  front.putBefore(first, {
    find: createFindDestination({ lookups, cellOf, locate, checkoutTokens }),
    serviceOf: (destination) => (destination === "every" ? overview : served.get(destination)!.service),
    suspect: lookups.suspect,
    log,
  });
  const drains = [overview, ...all].map(({ server }) => server.drain.bind(server));
  first.server.drain = async (graceMs) => void (await Promise.all(drains.map((drain) => drain(graceMs))));
  const jobsOf = (pick: (service: Service) => readonly Job[], wanted: readonly number[] = []): Job[] =>
    [...served.values()]
      .filter(({ cell }) => wanted.length === 0 || wanted.includes(cell.number))
      .flatMap(({ cell, service }) => pick(service).map((job) => jobOfCell(job, cell.number)));
  return {
    server: first.server,
    db: first.db,
    jobs: jobsOf(({ jobs }) => jobs, config.cells),
    serverJobs: jobsOf(({ serverJobs }) => serverJobs),
    processJobs: [peers.job],
    jobReadiness: first.jobReadiness,
    callbacksFollowed: async () => void (await Promise.all(all.map((service) => service.callbacksFollowed()))),
    parts: first.parts,
    cells: common.health,
    partsOf,
    close: async () => {
      lookups.close();
      await first.server.close();
      // The first cell is closed last, because all others use its connections to the directory.
      for (const service of [overview, ...all.toReversed()]) await service.close();
      await invalidations.close();
      rooms.close();
    },
  };
}

/** A name is unique among the jobs of a process. */
function jobOfCell(job: Job, cell: number): Job {
  const name = cell === FIRST_CELL ? job.name : `${job.name}@${cell}`;
  return { ...job, name, known: { name: job.name, cell }, runOnce: () => inCell(cell, () => job.runOnce()) };
}

type CellPools = Pick<Place, "db" | "writerDb" | "replica">;
function createConnectTo({ config, databaseUrl: url, log, metrics }: ServiceOptions, cells: number, server: Server) {
  const turnsOf = createTurnsOf();
  const secrets = secretBoxOf(config);
  const maxConnections = Math.max(MIN_CONNECTIONS, Math.floor(config.databasePoolSize / (cells + 1)));

  return (name: string, schema: string): CellPools => {
    const place = {
      url,
      log,
      secrets,
      searchPath: searchPathOf(schema, server.base),
      isCitus: server.isCitus,
      turnsOf,
    };
    const purpose = "writer" as const;
    const writer = { ...place, maxConnections: WRITERS, applicationName: `corridor-writer-${name}`, purpose };
    const readUrl = config.databaseReadUrl;
    const reader = { ...place, maxConnections, applicationName: `corridor-reader-${name}`, metrics };
    const isOnNode = server.isCitus && schema !== EVERY_CELL_SCHEMA;
    return {
      db: connect({ ...place, maxConnections, applicationName: `corridor-${name}`, metrics }),
      writerDb: isOnNode
        ? connectToCell({ ...writer, turnsOf: createTurnsOf(), schema, base: server.base })
        : connect(writer),
      replica: readUrl === undefined ? null : connect({ ...reader, url: readUrl }),
    };
  };
}

type InUse = {
  every: Db;
  lookups: CellLookups;
  numbers: readonly number[];
  cellOf: CellOf;
  dbOf(cell: number): Db;
  pathOf(cell: number): string;
};

function createCellsInUse({ every, lookups, numbers, cellOf, dbOf, pathOf }: InUse): CellsInUse {
  async function cellForNew({ country, cell, repeatableId }: NewInCell): Promise<number> {
    // A repeated request goes to the cell that the first request chose, even if another cell has more room by now.
    for (const number of repeatableId === undefined ? [] : numbers)
      if (number === (cell ?? number) && (await organizationExists(dbOf(number), movedToCell(repeatableId!, number))))
        return number;
    const known = (await listCells(every)).filter(({ number }) => numbers.includes(number));
    const active = known.filter(({ state }) => state === "active");
    if (cell !== undefined) {
      if (!active.some(({ number }) => number === cell))
        throw conflict(`Cell ${cell} takes no new organizations, or does not exist`);
      return cell;
    }
    const ofCountry = active.filter(({ countries }) => countries.includes(country));
    const candidates = ofCountry.length > 0 ? ofCountry : active.filter(({ countries }) => countries.length === 0);
    if (candidates.length === 0)
      throw conflict(`No cell takes new organizations of ${country}; the operator adds one, or names a cell`);
    return emptiestOf(candidates.map(({ number }) => number));
  }

  async function emptiestOf(candidates: readonly number[]): Promise<number> {
    const counts = await Promise.all(
      candidates.map(async (number) => ({ number, organizations: await countOrganizations(dbOf(number)) })),
    );
    return counts.reduce((least, one) => (one.organizations < least.organizations ? one : least)).number;
  }

  return {
    every,
    anywhere: lookups.anywhere,
    gather: lookups.gather,
    each: () => numbers.map(dbOf),
    within: (orgId, work) => inCell(cellOf(orgId), () => work(dbOf(cellOf(orgId)))),
    async withinTransaction(tx, orgId, work) {
      const [row] = await tx.query<{ before: string }>("SELECT current_setting('search_path') AS before");
      await tx.query(SET_PATH, [pathOf(cellOf(orgId))]);
      const result = await inCell(cellOf(orgId), () => work(tx));
      await tx.query(SET_PATH, [row!.before]);
      return result;
    },
    async withinNew(organization, work) {
      const cell = await cellForNew(organization);
      const { repeatableId: id } = organization;
      return inCell(cell, () => work(dbOf(cell), id === undefined ? undefined : movedToCell(id, cell)));
    },
  };
}

const SET_PATH = "SELECT set_config('search_path', $1, true)";

type CallbackPlaces = {
  partsOf(cell: number): CellParts;
  lookups: CellLookups;
  cellOf: CellOf;
  all: readonly number[];
};

function createReceiveCallback(places: CallbackPlaces): Place["receiveCallback"] {
  const { partsOf, lookups, cellOf } = places;
  return async (word, raw) => {
    const { cells, references } = await cellsOfCallback(word, raw, places);
    const receiveIn = (cell: number) => inCell(cell, () => partsOf(cell).receiver.receive(word, raw));
    // One cell that is away keeps no other from its callback; the provider is told to send it again.
    const answers = await Promise.all(cells.map(receiveIn));
    if (references.length === 0 || answers.every(({ isOurs }) => isOurs)) return answers[0]!;
    // The id of a payment in a payout batch may carry another cell's number (payout-batch.ts): its owner is looked up.
    const owners = new Set<number>();
    for (const reference of references)
      for (const { orgId } of (await findByReferences(lookups.anywhere, [reference])).values())
        owners.add(cellOf(orgId));
    await Promise.all([...owners].filter((cell) => !cells.includes(cell)).map(receiveIn));
    return answers[0]!;
  };
}

/**
 * Finds the cells of a callback by the references and account numbers in it; the cell verifies the signature. One that
 * names none, or cannot be parsed, goes to every cell, and each finds its own payments, as soon as it can be parsed.
 */
async function cellsOfCallback(word: string, raw: RawCallback, { partsOf, lookups, cellOf, all }: CallbackPlaces) {
  const name = accountOfCallbackWord(word);
  const provider = name === undefined ? undefined : partsOf(FIRST_CELL).providers.get(name);
  const inFirst = { cells: [FIRST_CELL], references: [] };
  if (provider === undefined) return inFirst;
  const found = new Set<number>();
  const references: string[] = [];
  const deposits: (DepositUpdate & { provider: string })[] = [];
  try {
    for (const update of provider.parseCallback(raw)) {
      if (update.kind === "deposit") deposits.push({ ...update, provider: provider.name });
      else if ("reference" in update && isId(update.reference)) references.push(update.reference);
      else return { cells: all, references: [] };
    }
  } catch {
    return { cells: all, references: [] };
  }
  for (const reference of references) found.add(cellOf(reference));
  for (const deposit of deposits)
    for (const { accountId } of (await findByNumbers(lookups.anywhere, [deposit])).values())
      found.add(cellOf(accountId));
  return found.size === 0 ? inFirst : { cells: [...found], references };
}

type FindDestination = (request: IncomingMessage) => Promise<Destination>;

/** A customer's browser: the reference of the link, or the token of the payment, tells the cell. */
const LINK = /^(?:\/v1\/checkout\/links|\/pay)\/([^/]+)/;
const CHECKOUT_TOKEN = /^(?:\/v1\/checkout\/payments|\/checkout)\/([^/]+)/;
const PUBLIC_READS = /^\/(?:v1\/checkout\/receipts|v1\/exports\/files|r)\//;
const CALLBACKS = /^\/v1\/(?:callbacks|organizations\/webhook)\//;
const RETURNS = /^\/v1\/returns\/([^/]+)\//;

type DestinationDeps = { lookups: CellLookups; cellOf: CellOf; locate: LocateCaller } & Pick<
  CellParts,
  "checkoutTokens"
>;

function createFindDestination({ lookups, cellOf, locate, checkoutTokens }: DestinationDeps): FindDestination {
  return async (request) => {
    const { method = "", url = "", rawHeaders } = request;
    const fromDashboard = url.startsWith(DASHBOARD_PREFIX);
    const declared = fromDashboard ? `${VERSION_PREFIX}/${url.slice(DASHBOARD_PREFIX.length)}` : url;
    const [path = "", query = ""] = declared.split("?");
    if (PUBLIC_READS.test(path)) return "every";
    const link = LINK.exec(path)?.[1];
    if (link !== undefined) return cellOf((await findLinkByRef(lookups.anywhere, link))?.linkId ?? "");
    const token = CHECKOUT_TOKEN.exec(path)?.[1];
    if (token !== undefined) return cellOf(checkoutTokens.read(decoded(token))?.orgId ?? "");
    if (!path.startsWith(`${VERSION_PREFIX}/`) || CALLBACKS.test(path)) return FIRST_CELL;
    const returned = RETURNS.exec(path)?.[1];
    if (returned !== undefined) return cellOf(returned);
    const caller = await locate({ rawHeaders, fromDashboard });
    const destination = destinationOf({ method, path, query }, caller, cellOf);
    return destination ?? destinationOfBody((await peekBody(request, MAX_PEEKED_BYTES)) ?? "", cellOf);
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

type Handing = {
  find: FindDestination;
  serviceOf(destination: Destination): Service;
  suspect(cell: number): void;
  log: Logger;
};

/** Hands each request to the server of its cell, and lets no cell serve a request that was not handed to it. */
function createFront(isAway: (cell: number) => boolean) {
  const handed = new WeakMap<readonly string[], Destination>();
  return {
    /** A second listener (`localhost` has two addresses) has no front, and a cell may not be found. */
    assertHandedTo: (destination: Destination) => (rawHeaders: readonly string[]) => {
      if (handed.get(rawHeaders) !== destination)
        throw unavailable("The cell of this request was not found; try again shortly", RETRY_AFTER_SECONDS);
      if (destination !== "every" && destination !== FIRST_CELL && isAway(destination))
        throw unavailable("The cell of this organization is away; try again shortly", RETRY_AFTER_SECONDS);
    },
    putBefore(first: Service, { find, serviceOf, suspect, log }: Handing): void {
      const serve = first.server.serveAdmitted;
      first.server.serveAdmitted = (request, response) => {
        find(request).then(
          (destination) => {
            handed.set(request.rawHeaders, destination);
            response.once("close", () => {
              if (response.statusCode === 503 && destination !== "every") suspect(destination);
            });
            const { server: there } = serviceOf(destination);
            const serveThere = there === first.server ? serve : there.serveAdmitted;
            inCell(destination === "every" ? FIRST_CELL : destination, () => serveThere(request, response));
          },
          (error: unknown) => {
            log.warn({ err: error }, "the cell of a request could not be found");
            serve(request, response);
          },
        );
      };
    },
  };
}
