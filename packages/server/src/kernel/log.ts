import { hostname } from "node:os";
import { pino, stdSerializers, type Logger as PinoLogger } from "pino";
import { gatherLines } from "./gather-lines.ts";
import { readableLine } from "./readable-line.ts";
import { currentTrace } from "./tracing.ts";
import { VERSION } from "./version.ts";

export type Logger = PinoLogger;

/** Field names whose values never reach a log line, in any case and at any depth. Tested with canaries. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(
  `authorization proxy-authorization x-api-key cookie set-cookie password new_password token access_token refresh_token
  secret secret_key client_secret api_key apikey private_key connectionstring database_url smtp_url corridor_secret card
  card_number cardnumber card_details cvv cvc pin otp account_number accountnumber bvn nin`.split(/\s+/),
);
const STANDARD_OUTPUT = 1;
const REDACTED = "[redacted]";
/** Deeper than anything that is logged on purpose; deeper values are not written at all. */
const MAX_DEPTH = 6;

type LoggerOptions = { level: string; readable?: boolean; destination?: NodeJS.WritableStream };

/** pino's redaction by paths took more than 100 µs a line, more than the rest of a request, and knows fixed depths. */
export function createLogger(options: LoggerOptions): Logger {
  const logger = pino(
    {
      level: options.level,
      // Lines of several processes and versions come together in one place.
      base: options.readable === true ? null : { version: VERSION, host: hostname() },
      // A new object for each line, because pino writes the line's own fields into it.
      mixin: () => currentTrace() ?? {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (fields) => redactFields(fields, 0) },
      // The error is already a plain object here; pino would serialize it as an error again.
      serializers: { err: (error: unknown) => error },
    },
    options.destination ?? (options.readable === true ? readableLines() : gatherLines(STANDARD_OUTPUT)),
  );
  // A child's own fields pass no formatter. Children inherit this method, so theirs are covered too.
  // oxlint-disable-next-line typescript/unbound-method -- called with its logger below
  const { child } = logger;
  logger.child = function (this: Logger, fields: Record<string, unknown>, childOptions: object) {
    return child.call(this, redactFields(fields, 0), childOptions);
  } as Logger["child"];
  return logger;
}

/** Formats the redacted JSON line for a terminal, so that it shows no field that a log file would not. */
function readableLines(): ReturnType<typeof gatherLines> {
  const lines = gatherLines(STANDARD_OUTPUT);
  return { ...lines, write: (line) => lines.write(readableLine(line)) };
}

export function redactFields(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    shown[name] =
      SECRET_FIELDS.has(name) || SECRET_FIELDS.has(name.toLowerCase()) ? REDACTED : redactValue(value, depth);
  }
  return shown;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return "[deep]";
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  if (value instanceof Error)
    return redactFields(stdSerializers.err(value) as unknown as Record<string, unknown>, depth + 1);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return value;
  return redactFields(value as Record<string, unknown>, depth + 1);
}
