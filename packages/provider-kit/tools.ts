import type { Clock } from "@corridor/base/clock.ts";
import { secretValuesOf, type Settings } from "./entered-settings.ts";
import { isDeclared, originsIn } from "./manifest.ts";
import { type Log, OutboundError, redact, type Sender } from "./outbound.ts";
import type { Manifest, ProviderTools } from "./provider.ts";

type Given = { outbound: Sender; clock: Clock; log: Log; callbackUrl?: string };

/**
 * All that a provider gets of the service besides its own settings: a sender for the hosts of its manifest and settings,
 * the time, and a log without secrets. They are objects of its own: nothing else can be reached or changed by them.
 */
export function toolsFor(manifest: Manifest, settings: Settings, given: Given): ProviderTools {
  const { outbound, clock, callbackUrl } = given;
  const own = originsIn(manifest.settings, settings);
  const log = cleanLog(manifest, settings, given.log);
  return Object.freeze({
    outbound: Object.freeze<Sender>({
      async request(request) {
        const url = URL.parse(request.url);
        if (url === null || own.has(url.origin) || isDeclared(url, manifest.hosts)) return outbound.request(request);
        log.error({ host: url.host }, "a provider's call of a host that its manifest does not name was stopped");
        throw new OutboundError(`${request.method} ${url.host}: not in the manifest`, "not_sent", "foreign_host");
      },
    }),
    clock: Object.freeze<Clock>({ now: () => clock.now(), monotonicMs: () => clock.monotonicMs() }),
    log,
    ...(callbackUrl !== undefined && { callbackUrl }),
  });
}

const SECRET_NAME = /secret|password|token|authorization|api_?key|signature|card|cvv|cvc/i;

function cleanLog({ name, settings: schema }: Manifest, settings: Settings, log: Log): Log {
  const secrets = secretValuesOf(schema, settings);
  const clean = (key: string, value: unknown): unknown => {
    if (SECRET_NAME.test(key)) return "[redacted]";
    if (value instanceof Error) return clean("", `${value.name}: ${value.message}`);
    return typeof value === "string" ? redact(value, secrets) : value;
  };
  const writing =
    (level: keyof Log): Log[keyof Log] =>
    (fields, message) =>
      log[level](
        { ...(JSON.parse(JSON.stringify(fields, clean)) as object), provider: name },
        redact(message, secrets),
      );
  return Object.freeze({ warn: writing("warn"), error: writing("error"), fatal: writing("fatal") });
}
