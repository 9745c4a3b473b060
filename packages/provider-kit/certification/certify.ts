import { createServer, type IncomingMessage } from "node:http";
import { type Clock, systemClock } from "@corridor/base/clock.ts";
import { secretValuesOf, type Settings, shownSettings } from "../entered-settings.ts";
import { KIT_VERSION } from "../manifest.ts";
import { createOutbound, SILENT } from "../outbound.ts";
import { callbackUrlOf, type DispatchRequest, type ProviderKind, type RawCallback } from "../provider.ts";
import { toolsFor } from "../tools.ts";
import { certifyProvider, type Step } from "./certify-provider.ts";
import { type Exchange, type Recording, recordingOutbound, withoutSecrets } from "./recording.ts";

const CALLBACK_WAIT_MS = 90_000;
const MAX_CALLBACK_BYTES = 1024 * 1024;
const NO_PUBLIC_URL = "https://certification.invalid";

export type CertifyOptions = {
  clock?: Clock;
  by?: string | undefined;
  callbacks?: { publicUrl: string; port: number; waitMs?: number };
  /** Called before the command waits for a callback: at some sandboxes a person has to approve the payment first. */
  onWaiting?(request: DispatchRequest): unknown;
};

/** The adapter's journey at the provider's own sandbox, with the tools that the service would give it. */
export async function certify(kind: ProviderKind, settings: Settings, options: CertifyOptions): Promise<Recording> {
  const { clock = systemClock, by, callbacks, onWaiting } = options;
  const secrets = secretValuesOf(kind.settings, settings);
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
    const given = { outbound: recordingOutbound(outbound, secrets, exchanges), clock, log: SILENT, callbackUrl };
    const steps = await certifyProvider({
      provider: kind.create(settings, toolsFor(kind, settings, given)),
      journey: kind.journey!(settings),
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
