import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { checkSettings, mergedSettings, secretsOf, type Settings, shownSettings } from "#src/modules/terms/providers/settings.ts";
import { systemClock } from "#src/platform/clock.ts";
import { ApiError } from "#src/platform/http/errors.ts";
import { OperatorError } from "#src/platform/operator-error.ts";
import { createOutbound } from "#src/platform/outbound.ts";
import { certifyProvider, reportOf } from "#src/providers/certification/certify-provider.ts";
import { JOURNEYS } from "#src/providers/certification/journeys.ts";
import { type Exchange, recordingOutbound } from "#src/providers/certification/recording.ts";
import type { ProviderKind, RawCallback } from "#src/providers/provider.ts";
import { THIRD_PARTIES } from "#src/providers/third-parties.ts";

/** `corridor provider certify <name>`: the adapter's journey at the provider's own sandbox, with the operator's keys for it. Needs no database. */
export type CertifyFlags = { settings: string; record?: string; publicUrl?: string; port: number };

const CALLBACK_WAIT_MS = 90_000;
const MAX_CALLBACK_BYTES = 1024 * 1024;
const NO_PUBLIC_URL = "https://certification.invalid";

export async function certifyCommand(name: string, flags: CertifyFlags): Promise<void> {
  const kind = THIRD_PARTIES.find((one) => one.name === name);
  if (kind === undefined) throw new OperatorError(`There is no provider ${name}; there are ${THIRD_PARTIES.map((one) => one.name).join(", ")}.`);
  const settings = readSettingsFile(kind, flags.settings);
  const secrets = secretsOf(kind.settings)
    .map((property) => settings[property])
    .filter((value) => typeof value === "string");
  const exchanges: Exchange[] = [];
  const outbound = createOutbound();
  const inbox = flags.publicUrl === undefined ? null : await openInbox(flags.port);
  const publicUrl = flags.publicUrl ?? NO_PUBLIC_URL;
  const startedAt = systemClock.now().toISOString();
  try {
    const provider = kind.create(settings, { outbound: recordingOutbound(outbound, secrets, exchanges), clock: systemClock });
    const journey = JOURNEYS[kind.name]!(settings);
    const steps = await certifyProvider({
      provider,
      journey,
      clock: systemClock,
      publicUrl,
      ...(inbox === null ? {} : { waitForCallback: () => inbox.next() }),
    });
    process.stdout.write(`${reportOf(kind.displayName, steps)}\n`);
    if (flags.record !== undefined) {
      const recording = { provider: kind.name, started_at: startedAt, settings: shownSettings(kind.settings, settings), steps, exchanges };
      writeFileSync(flags.record, `${JSON.stringify(recording, null, 2)}\n`);
      process.stdout.write(`The conversation is in ${flags.record}, without secrets. Read it before you share it.\n`);
    }
    process.exitCode = steps.some(({ verdict }) => verdict === "differs") ? 1 : 0;
  } finally {
    await inbox?.close();
    await outbound.close();
  }
}

function readSettingsFile(kind: ProviderKind, path: string): Settings {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new OperatorError(`The settings in ${path} cannot be read: ${(error as Error).message}`);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw new OperatorError(`The settings in ${path} must be a JSON object.`);
  const settings = mergedSettings(kind.settings, undefined, given as Settings);
  try {
    checkSettings(kind, settings, { secureOnly: false });
  } catch (error) {
    if (error instanceof ApiError) throw new OperatorError(`The settings in ${path} are not what ${kind.name} needs: ${error.message}`);
    throw error;
  }
  return settings;
}

/** Takes callbacks at a port to which the public address leads, one after another. */
async function openInbox(port: number): Promise<{ next(): Promise<RawCallback | null>; close(): Promise<void> }> {
  const arrived: RawCallback[] = [];
  let hear: () => void = () => undefined;
  const server = createServer((request, response) => {
    void bodyOf(request).then((rawBody) => {
      if (rawBody !== null) arrived.push({ headers: request.headers as RawCallback["headers"], rawBody, path: request.url! });
      response.writeHead(rawBody === null ? 413 : 200).end();
      hear();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    async next() {
      if (arrived.length === 0)
        await Promise.race([new Promise<void>((resolve) => (hear = resolve)), new Promise<void>((resolve) => setTimeout(resolve, CALLBACK_WAIT_MS).unref())]);
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
