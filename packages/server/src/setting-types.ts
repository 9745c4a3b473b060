import { isIP, isIPv4 } from "node:net";
import { deflateRawSync } from "node:zlib";
import { TARGETS, withHostsAsParameters } from "./kernel/db/servers-of-url.ts";
import DESCRIPTIONS from "./setting-descriptions.json" with { type: "json" };

/** A setting's text as its value, or the problem in plain words: a person reads it after a failed start. */
export type Parse<T> = (raw: string) => { readonly value: T } | { readonly problem: string };

export type Environment = "development" | "production";

export type Setting<T> = {
  readonly name: string;
  readonly description: string;
  readonly parse: Parse<T>;
  /** The default, or one default for each environment. */
  readonly default: T | { readonly development: T; readonly production: T };
  /** How docs/settings.md shows the default, if the value itself is unclear. */
  readonly defaultText?: string;
  /** The value is secret: it is never printed, neither in a message nor in a log line. */
  readonly secret?: true;
  /** Returns what is wrong with this value in production, or nothing. `given` is false for a default. */
  readonly unsafeInProduction?: (value: T, given: boolean) => string | undefined;
  /** Of what can be changed while the service runs: why another platform admin must approve it. */
  readonly secondPerson?: string;
};

type About<T> = Omit<Setting<T>, "name" | "description" | "parse" | "default">;

/** `otherwise`: its default. */
export function setting<T>(
  name: keyof typeof DESCRIPTIONS,
  parse: Parse<T>,
  otherwise: NoInfer<Setting<T>["default"]>,
  about: NoInfer<About<T>> = {},
): Setting<T> {
  return { name, description: DESCRIPTIONS[name], parse, default: otherwise, ...about };
}

/** A setting that may be unset. */
export function optional<T>(
  name: keyof typeof DESCRIPTIONS,
  parse: Parse<T>,
  about: About<T | undefined> = {},
): Setting<T | undefined> {
  return setting<T | undefined>(name, parse, undefined, about);
}

// What a setting's value is, nobody who goes through a table of them knows.
type Definitions = Readonly<Record<string, Setting<any>>>;
export type ValuesOf<D extends Definitions> = {
  readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : never;
};

/** Of each setting the value that its text gives, or its default. What is wrong is added to `problems`. */
export function readValues<D extends Definitions>(
  definitions: D,
  texts: ReadonlyMap<string, string>,
  environment: Environment,
  problems: string[],
): ValuesOf<D> {
  const values: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries(definitions)) {
    const raw = texts.get(definition.name);
    values[key] = defaultOf(definition, environment);
    if (raw !== undefined) {
      const parsed = definition.parse(raw);
      if ("problem" in parsed) {
        problems.push(`${definition.name}${definition.secret ? "" : `=${raw}`}: ${parsed.problem}`);
        continue;
      }
      values[key] = parsed.value;
    }
    const unsafe =
      environment === "production" ? definition.unsafeInProduction?.(values[key], raw !== undefined) : undefined;
    if (unsafe !== undefined) problems.push(`${definition.name} ${unsafe}`);
  }
  return values as ValuesOf<D>;
}

export function defaultOf<T>(definition: Setting<T>, environment: Environment): T {
  const value = definition.default;
  if (typeof value === "object" && value !== null && "development" in value) return value[environment];
  return value as T;
}

/** A value as a person would write it; null: unset. */
export function textOf(value: unknown): string | null {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** As it may be shown: the value of a secret is not. */
export function showSetting(definition: Setting<any>, text: string | undefined, environment: Environment) {
  const { name, secret: is_secret = false } = definition;
  return { name, value: is_secret ? null : (text ?? textOf(defaultOf(definition, environment))), is_secret };
}

export function byEnvironment<const D, const P>(development: D, production: P): { development: D; production: P } {
  return { development, production };
}

/** For `unsafeInProduction`. */
export function unlessHttps(problem = "must be an https URL"): (value: string | undefined) => string | undefined {
  return (value) => (value === undefined || value.startsWith("https://") ? undefined : problem);
}

export const MIN_TOKEN_BITS = 40;

export function text(): Parse<string> {
  return (raw) => ({ value: raw });
}

export function integer(minimum: number, maximum: number): Parse<number> {
  return (raw) => {
    const value = /^-?\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
    return value >= minimum && value <= maximum
      ? { value }
      : { problem: `must be a whole number from ${minimum} to ${maximum}` };
  };
}

export function flag(raw: string): ReturnType<Parse<boolean>> {
  return raw === "true" || raw === "false" ? { value: raw === "true" } : { problem: "must be true or false" };
}

export function choice<const T extends string>(...allowed: readonly T[]): Parse<T> {
  return (raw) => {
    const value = allowed.find((one) => one === raw);
    return value === undefined ? { problem: `must be one of ${allowed.join(", ")}` } : { value };
  };
}

export function httpUrl(): Parse<string> {
  return (raw) => {
    const protocol = URL.canParse(raw) ? new URL(raw).protocol : "";
    return protocol === "http:" || protocol === "https:"
      ? { value: raw.replace(/\/+$/, "") }
      : { problem: "must be an http:// or https:// URL" };
  };
}

/** No path: it would end up in the middle of every URL built on it, and no browser sends one as its origin. */
export function httpOrigin(): Parse<string> {
  return (raw) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined;
    const isOrigin = url !== undefined && ["http:", "https:"].includes(url.protocol) && url.href === `${url.origin}/`;
    return isOrigin
      ? { value: url.origin }
      : { problem: "must be an http:// or https:// URL of a host and nothing behind it" };
  };
}

/** An address, or a network as `address/bits`. */
export function ipNetwork(raw: string): ReturnType<Parse<string>> {
  const [address = "", bits, ...rest] = raw.split("/");
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  const isNetwork = bits === undefined ? maxBits > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits;
  return isNetwork && rest.length === 0
    ? { value: raw }
    : { problem: "must be an IP address or a network such as 10.0.0.0/8" };
}

/** A secret is measured, never shown: the message only says how long it must be. */
export function bytesSecret(minimumLength: number): Parse<string> {
  return (raw) =>
    raw.length >= minimumLength ? { value: raw } : { problem: `must have at least ${minimumLength} characters` };
}

/** An upper bound, by frequency and compressibility: enough to tell words and repetitions from generated secrets. */
function secretBits(secret: string): number {
  const counts = new Map<string, number>();
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / secret.length);
  return Math.min(bits, 8 * deflateRawSync(secret).length);
}

export function weakSecret(secret: string, minimumBits: number): string | undefined {
  return secretBits(secret) >= minimumBits ? undefined : "is too easy to guess; make one with `openssl rand -hex 32`";
}

/** Whether traffic to this host stays on this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host === "" ||
    host === "[::1]" ||
    host === "::1" ||
    (isIPv4(host) && host.startsWith("127."))
  );
}

const TLS_MODES: ReadonlySet<string | null> = new Set(["require", "verify-ca", "verify-full"]);

/** What is wrong with the connection to this PostgreSQL server, or nothing. */
export function insecureDatabase(value: string): string | undefined {
  if (value === "embedded") return undefined;
  const { hostname, searchParams } = new URL(value);
  const hosts = (searchParams.get("host") ?? hostname).split(",");
  const areHere = hosts.every((host) => host.startsWith("/") || isLoopback(host));
  if (areHere || TLS_MODES.has(searchParams.get("sslmode"))) return undefined;
  return "must use TLS, since the server is on another machine: add ?sslmode=verify-full (or verify-ca, require)";
}

/** `none` states explicitly that there are no proxies; production does not accept an unset value. */
export function proxies(raw: string): ReturnType<Parse<readonly string[]>> {
  return raw.trim() === "none" ? { value: [] } : listOf(proxyNetwork)(raw);
}

/** The widest private networks are 10.0.0.0/8 and fc00::/7. In a wider one, clients could name their own address. */
function proxyNetwork(raw: string): ReturnType<Parse<string>> {
  const [address = "", bits] = raw.split("/");
  const isTooWide = bits !== undefined && Number(bits) < (isIP(address) === 6 ? 7 : 8);
  return isTooWide
    ? { problem: "is wider than 10.0.0.0/8 or fc00::/7: clients in it could name any address as their own" }
    : ipNetwork(raw);
}

export function listOf<T>(parse: Parse<T>): Parse<readonly T[]> {
  return (raw) => {
    const values: T[] = [];
    for (const [index, item] of raw
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .entries()) {
      const parsed = parse(item);
      // The message names the item by its number, because the item itself may be a secret.
      if ("problem" in parsed) return { problem: `item ${index + 1} ${parsed.problem}` };
      values.push(parsed.value);
    }
    return { value: values };
  };
}

export function jsonObject(raw: string): ReturnType<Parse<Readonly<Record<string, unknown>>>> {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown> };
  } catch {
    // Text that is not JSON gets the message below.
  }
  return { problem: "must be a JSON object" };
}

/** The objects of a JSON array; undefined for text that is not such an array. */
export function jsonObjects(raw: string): Record<string, unknown>[] | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    if (Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null && !Array.isArray(one)))
      return value as Record<string, unknown>[];
  } catch {
    // Text that is not JSON is no array: the answer is undefined.
  }
  return undefined;
}

export function postgresUrl(raw: string): ReturnType<Parse<string>> {
  if (raw === "embedded") return { value: raw };
  const value = withHostsAsParameters(raw);
  const { protocol, searchParams } = new URL(URL.canParse(value) ? value : "none:");
  if (protocol !== "postgres:" && protocol !== "postgresql:")
    return { problem: "must be a postgres:// URL or `embedded`" };
  return Object.hasOwn(TARGETS, searchParams.get("target_session_attrs") ?? "any")
    ? { value }
    : { problem: `must have one of these as target_session_attrs: ${Object.keys(TARGETS).join(", ")}` };
}

/** The address of a PostgreSQL server that is not embedded. */
export function remotePostgresUrl(raw: string): ReturnType<Parse<string>> {
  return raw === "embedded" ? { problem: "must be a postgres:// URL" } : postgresUrl(raw);
}

export function smtpUrl(raw: string): ReturnType<Parse<string>> {
  const protocol = URL.canParse(raw) ? new URL(raw).protocol : "";
  return protocol === "smtp:" || protocol === "smtps:"
    ? { value: raw }
    : { problem: "must be an smtp:// or smtps:// URL" };
}
