import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import {
  checkSettings,
  mergedSettings,
  secretsOf,
  type Settings,
  shownSettings,
} from "#src/pricing/provider-accounts/index.ts";
import { type Clock, systemClock } from "@corridor/base/clock.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { certifyProvider, reportOf, type Step } from "@corridor/provider-kit/certification/certify-provider.ts";
import { JOURNEYS } from "@corridor/providers/journeys.ts";
import {
  type Exchange,
  type Recording,
  recordingOutbound,
  withoutSecrets,
} from "@corridor/provider-kit/certification/recording.ts";
import {
  callbackUrlOf,
  type DispatchRequest,
  type ProviderKind,
  type RawCallback,
} from "@corridor/provider-kit/provider.ts";
import { THIRD_PARTIES } from "@corridor/providers/third-parties.ts";
import { KIT_VERSION } from "@corridor/provider-kit/manifest.ts";
import { print, printJson } from "./client/output.ts";

/** The adapter's journey at the provider's own sandbox, with the operator's keys. Needs no database. */
export type CertifyFlags = {
  settings: string;
  record?: string;
  by?: string;
  publicUrl?: string;
  port: number;
  json?: true;
};

const CALLBACK_WAIT_MS = 90_000;
const MAX_CALLBACK_BYTES = 1024 * 1024;
const NO_PUBLIC_URL = "https://certification.invalid";

export async function certifyCommand(name: string, flags: CertifyFlags): Promise<void> {
  const kind = THIRD_PARTIES.find((one) => one.name === name);
  if (kind === undefined)
    throw new OperatorError(
      `There is no provider ${name}; there are ${THIRD_PARTIES.map((one) => one.name).join(", ")}.`,
    );
  const recording = await certify(kind, readSettingsFile(kind, flags.settings), {
    ...(flags.by === undefined ? {} : { by: flags.by }),
    ...(flags.publicUrl === undefined ? {} : { callbacks: { publicUrl: flags.publicUrl, port: flags.port } }),
    onWaiting: ({ direction }) =>
      process.stderr.write(`Waiting for the callback of the ${direction === "inbound" ? "payin" : "payout"}...\n`),
  });
  if (flags.json === true) printJson({ provider: name, steps: recording.steps });
  else print(reportOf(kind.displayName, recording.steps));
  if (flags.record !== undefined) {
    writeFileSync(flags.record, `${JSON.stringify(recording, null, 2)}\n`);
    process.stderr.write(`The conversation is in ${flags.record}, without secrets. Read it before you share it.\n`);
  }
  const isWhole = recording.steps.every(({ verdict }) => verdict !== "differs");
  if (isWhole && flags.by !== undefined) {
    const { started_at: at, kit } = recording;
    const certified = JSON.stringify({ at, by: flags.by, kit });
    process.stderr.write(
      `Put it into the adapter beside its name, so that everybody sees it: certified: ${certified}\n`,
    );
  }
  process.exitCode = isWhole ? 0 : 1;
}

export type CertifyOptions = {
  clock?: Clock;
  by?: string;
  callbacks?: { publicUrl: string; port: number; waitMs?: number };
  /** Called before the command waits for a callback: at some sandboxes a person has to approve the payment first. */
  onWaiting?(request: DispatchRequest): unknown;
};

export async function certify(kind: ProviderKind, settings: Settings, options: CertifyOptions): Promise<Recording> {
  const { clock = systemClock, by, callbacks, onWaiting } = options;
  const secrets = secretsOf(kind.settings)
    .map((property) => settings[property])
    .filter((value) => typeof value === "string");
  const exchanges: Exchange[] = [];
  const outbound = createOutbound();
  const inbox = callbacks === undefined ? null : await openInbox(callbacks.port, callbacks.waitMs ?? CALLBACK_WAIT_MS);
  const publicUrl = callbacks?.publicUrl ?? NO_PUBLIC_URL;
  const started_at = clock.now().toISOString();
  const waitedFor = new Set<string>();
  const waitForCallback = async (request: DispatchRequest): Promise<RawCallback | null> => {
    if (!waitedFor.has(request.reference)) onWaiting?.(request);
    waitedFor.add(request.reference);
    return inbox!.next(request.reference);
  };
  try {
    const callbackUrl = callbackUrlOf(publicUrl, kind.name);
    const tools = { outbound: recordingOutbound(outbound, secrets, exchanges), clock, callbackUrl };
    const steps = await certifyProvider({
      provider: kind.create(settings, tools),
      journey: JOURNEYS[kind.name]!(settings),
      clock,
      publicUrl,
      ...(inbox === null ? {} : { waitForCallback }),
    });
    return {
      provider: kind.name,
      started_at,
      ...(by !== undefined && { by }),
      kit: KIT_VERSION,
      settings: shownSettings(kind.settings, settings),
      steps: steps.map((step) => cleaned(step, secrets)),
      exchanges,
    };
  } finally {
    await inbox?.close();
    await outbound.close();
  }
}

function cleaned({ callback, ...step }: Step, secrets: readonly string[]): Step {
  if (callback === undefined) return step;
  const [path, body] = [withoutSecrets(callback.path, secrets), withoutSecrets(callback.body, secrets)];
  return { ...step, callback: { path, body } };
}

function readSettingsFile(kind: ProviderKind, path: string): Settings {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new OperatorError(`The settings in ${path} cannot be read: ${(error as Error).message}`);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new OperatorError(`The settings in ${path} must be a JSON object.`);
  const settings = mergedSettings(kind.settings, undefined, given as Settings);
  try {
    checkSettings(kind, settings, { secureOnly: false });
  } catch (error) {
    if (error instanceof ApiError)
      throw new OperatorError(`The settings in ${path} do not match what ${kind.name} needs: ${error.message}`);
    throw error;
  }
  return settings;
}

type Inbox = { next(reference: string): Promise<RawCallback | null>; close(): Promise<void> };

/** Behind the port to which the public address leads. All callbacks of one payment share this waiting time. */
async function openInbox(port: number, waitMs: number): Promise<Inbox> {
  const arrived: RawCallback[] = [];
  const endsAtMs = new Map<string, number>();
  let hear: () => void = () => undefined;
  const server = createServer((request, response) => {
    void bodyOf(request).then((rawBody) => {
      if (rawBody !== null)
        arrived.push({ headers: request.headers as RawCallback["headers"], rawBody, path: request.url! });
      response.writeHead(rawBody === null ? 413 : 200).end();
      hear();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    async next(reference) {
      const endAtMs = endsAtMs.get(reference) ?? performance.now() + waitMs;
      endsAtMs.set(reference, endAtMs);
      if (arrived.length === 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, endAtMs - performance.now()));
          hear = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      return arrived.shift() ?? null;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_CALLBACK_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
