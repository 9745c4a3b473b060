import { pino, type Logger as PinoLogger } from "pino";

export type Logger = PinoLogger;

/** Field names whose values never reach a log line, at the top level or one or two objects down. Tested with canaries. */
const SECRET_FIELDS = [
  "authorization", "x-api-key", "cookie", "set-cookie", "password", "token", "secret", "secret_key", "api_key",
  "card_number", "cardNumber", "cvv", "otp", "card", "card_details", "DATABASE_URL",
];

const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);

export function createLogger(options: { level: string; destination?: NodeJS.WritableStream }): Logger {
  return pino(
    { level: options.level, base: null, redact: { paths: REDACTED_PATHS, censor: "[redacted]" }, timestamp: pino.stdTimeFunctions.isoTime },
    options.destination ?? pino.destination({ dest: 1, sync: false }),
  );
}
