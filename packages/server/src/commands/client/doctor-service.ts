import type { Config } from "#src/config.ts";
import type { Client } from "corridor-client/client.ts";
import { API_VERSION } from "#src/kernel/http/openapi.ts";
import { type Check, type Found, ok, problem, warning } from "./doctor-checks.ts";
import {
  baseUrlOf,
  createService,
  findService,
  NOBODY,
  readDemo,
  type Service,
  ServiceFailure,
  type ServiceFlags,
} from "./service.ts";

/** What can be wrong with a running service, as a client sees it: address, readiness, key, clock, sandbox, webhooks. */
const MAX_SKEW_MS = 30_000;
const TIMEOUT_MS = 5_000;
const HTTP_UNAUTHORIZED = 401;
const HTTP_FORBIDDEN = 403;

export function serviceChecks(
  flags: ServiceFlags,
  environment: NodeJS.ProcessEnv,
  config: Config | undefined,
): Check[] {
  let service: Service | undefined;
  let isUp = false;
  let isKeyGood = false;
  const variables = config === undefined ? environment : { ...environment, DATA_DIR: config.dataDir };
  const demo = readDemo(variables);
  // Behind a proxy the service is asked itself, and not the program in front of it.
  const local = config === undefined || demo !== null ? undefined : `http://127.0.0.1:${config.port}/v1`;
  const baseUrl = baseUrlOf({ baseUrl: flags.baseUrl ?? variables["CORRIDOR_URL"] ?? local }, variables, demo);
  const origin = baseUrl.replace(/\/v1$/, "");
  return [
    { name: "address", run: () => checkAddress(baseUrl, variables) },
    {
      name: "service",
      async run() {
        const found = await checkService(origin);
        isUp = found[0]!.status === "ok";
        return found;
      },
    },
    { name: "readiness", run: () => (isUp ? checkReadiness(origin) : []) },
    { name: "version", run: () => (isUp ? checkVersion(baseUrl) : []) },
    { name: "clock", run: () => (isUp ? checkClock(origin) : []) },
    { name: "sandbox", run: () => (isUp ? checkSandbox(readDemo(variables)) : []) },
    {
      name: "API key",
      async run() {
        try {
          service = findService({ ...flags, baseUrl }, variables);
        } catch (error) {
          return problem((error as Error).message, "Give --api-key, or set CORRIDOR_API_KEY.");
        }
        const found = isUp ? await checkKey(service.api) : [];
        isKeyGood = found[0]?.status === "ok";
        return found;
      },
    },
    { name: "webhooks", run: () => (isKeyGood ? checkWebhooks(service!.api) : []) },
    { name: "dead letters", run: () => (isKeyGood ? checkDeadLetters(service!.api) : []) },
    { name: "failure codes", run: () => (isKeyGood ? checkFailureCodes(service!.api) : []) },
  ];
}

function checkAddress(baseUrl: string, variables: NodeJS.ProcessEnv): Found[] {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    return problem(`${baseUrl} is not an address`, "Write it like http://127.0.0.1:3000/v1.");
  if (!url.pathname.endsWith("/v1")) return problem(`${baseUrl} does not end in /v1`, `Use ${url.origin}/v1.`);
  const port = variables["PORT"];
  if (port !== undefined && url.port !== port && readDemo(variables)?.base_url === baseUrl)
    return warning(
      `demo.json says ${baseUrl}, but PORT is ${port}`,
      "Start the service again with this PORT, or give --base-url.",
    );
  return ok(baseUrl);
}

async function checkService(origin: string): Promise<Found[]> {
  try {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = (await answer.json().catch(() => null)) as { status?: string } | null;
    if (answer.ok && body?.status === "ok") return ok(`it answers at ${origin}`);
    return problem(`another program answers at ${origin}`, "End that program, or choose another PORT for the service.");
  } catch (error) {
    const reason =
      (error as Error).name === "TimeoutError" ? `did not answer within ${TIMEOUT_MS / 1_000} seconds` : "is not there";
    return problem(
      `the service at ${origin} ${reason}`,
      "Start the service with `npm start`, or name another one with --base-url.",
    );
  }
}

const READINESS_REMEDIES: Readonly<Record<string, string>> = {
  database:
    "The service cannot write to PostgreSQL: check that it runs, that it is not read-only, and that its disk is not " +
    "full.",
  migrations: "The schema is older than the service: run `corridor migrate`.",
  "signing keys":
    "CORRIDOR_SECRET cannot decrypt the stored secrets: set the one that encrypted them, or add it to " +
    "CORRIDOR_PREVIOUS_SECRETS.",
  payments: "Payments wait too long to be written: check the load of the database.",
};

type Readiness = { status: string; checks: Record<string, string>; cells?: Record<string, string> };

async function checkReadiness(origin: string): Promise<Found[]> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { status, checks, cells = {} } = (await answer.json()) as Readiness;
  const shut = Object.entries(cells).filter(([, outcome]) => outcome !== "ok");
  if (answer.ok && shut.length > 0)
    return shut.flatMap(([cell]) =>
      problem(`cell ${cell} cannot be written to`, `${READINESS_REMEDIES["database"]} Look at this cell.`),
    );
  if (answer.ok) return ok("payments can be written");
  if (status === "draining")
    return warning("the service is stopping", "Wait until another process answers, or start the service again.");
  return Object.entries(checks)
    .filter(([, outcome]) => outcome !== "ok")
    .flatMap(([name]) =>
      problem(`the check ${name} fails`, READINESS_REMEDIES[name] ?? "The log of the service says why."),
    );
}

async function checkVersion(baseUrl: string): Promise<Found[]> {
  const { api } = createService(baseUrl, NOBODY);
  const answer = await api.getResponse("/changelog", { timeoutMs: TIMEOUT_MS }).catch(() => null);
  const version = answer?.headers.get("api-version");
  if (version === API_VERSION) return ok(`API ${version}`);
  return warning(
    `the service has API version ${version ?? "(none)"}, but this command expects ${API_VERSION}`,
    "Use the command line of the running version.",
  );
}

async function checkClock(origin: string): Promise<Found[]> {
  const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const skewMs = Math.abs(Date.parse(answer.headers.get("date") ?? "") - Date.now());
  if (!(skewMs > MAX_SKEW_MS)) return ok("this machine and the service agree about the time");
  return problem(
    `this machine and the service are ${Math.round(skewMs / 1_000)} seconds apart`,
    "Turn on NTP on both: webhook signatures older than five minutes are refused.",
  );
}

async function checkSandbox(demo: ReturnType<typeof readDemo>): Promise<Found[]> {
  if (demo?.sandbox_url == null) return [];
  try {
    await fetch(`${demo.sandbox_url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok(`it answers at ${demo.sandbox_url}`);
  } catch {
    return problem(
      `the sandbox does not answer at ${demo.sandbox_url}`,
      "Start the sandbox with the service, or with `corridor sandbox`; check SANDBOX_PORT.",
    );
  }
}

async function checkKey(api: Client): Promise<Found[]> {
  try {
    await api.get("/events", { query: { limit: 1 } });
    return ok("the service accepts it");
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.status === 0) throw error;
    if (error.status === HTTP_UNAUTHORIZED)
      return problem(
        "the service does not know this key: it is mistyped, revoked, expired, or belongs to another deployment",
        "Create one on the dashboard under Settings, API keys.",
      );
    return problem(error.message, "Give the key a scope that reads events, or use a key without scopes.");
  }
}

async function checkWebhooks(api: Client): Promise<Found[]> {
  const { data } = await api.get("/public/webhooks", { query: { limit: 50 } });
  const disabled = data.filter(({ status }) => status === "disabled");
  if (disabled.length === 0) return data.length === 0 ? [] : ok(`${data.length} active`);
  return disabled.flatMap(({ endpoint_url: url }) =>
    warning(
      `${url} is disabled and gets no events`,
      "Repair the receiver, then enable the endpoint on the dashboard under Webhooks.",
    ),
  );
}

async function checkDeadLetters(api: Client): Promise<Found[]> {
  const { data } = await api.get("/public/webhooks/dead-letters", { query: { limit: 1 } });
  if (data.length === 0) return ok("none");
  return warning(
    "some webhook deliveries failed after eight attempts",
    "Look at the failed deliveries on the dashboard under Webhooks, and replay them.",
  );
}

/** For keys of platform people; nobody else may read them. */
async function checkFailureCodes(api: Client): Promise<Found[]> {
  try {
    const { data } = await api.get("/payments/failure-codes");
    const unknown = data.filter(({ cause }) => cause === null);
    if (unknown.length === 0) return ok("every code has a cause");
    return warning(
      `${unknown.length} failure codes of providers have no cause`,
      "Read them with GET /payments/failure-codes, and say what they mean with PUT.",
    );
  } catch (error) {
    if (error instanceof ServiceFailure && error.status === HTTP_FORBIDDEN) return [];
    throw error;
  }
}
