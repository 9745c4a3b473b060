import { isIP } from "node:net";
import type { PayerAddress, PayerContext, PayerDevice } from "@corridor/provider-kit/provider.ts";

/**
 * For a provider's own fraud checks: sent to the provider, never stored. The contract does not name these fields, so
 * nothing in them is refused: unreadable values are dropped, and never invented.
 */
const MAX_TEXT = 300;
const MAX_PIXELS = 100_000;
const COLOR_DEPTHS = [1, 4, 8, 15, 16, 24, 30, 32, 48];
const MAX_OFFSET_MINUTES = 14 * 60;

export function readPayerContext(payer: object | null | undefined): PayerContext {
  const { address, device } = (payer ?? {}) as Fields;
  if (address == null && device == null) return {};
  return {
    ...named("payerAddress", readAddress(fieldsIn(address))),
    ...named("payerDevice", readDevice(fieldsIn(device))),
  };
}

/** Data sent by the browser itself overrides the request's fields. */
export function withBrowser(context: PayerContext, seen: { ip: string; headers: Readonly<Record<string, unknown>> }) {
  const { "user-agent": userAgent, accept: acceptHeader } = seen.headers;
  const browser = { ...text("userAgent", userAgent), ...text("acceptHeader", acceptHeader), ...ip(seen.ip) };
  return { ...context, payerDevice: { ...context.payerDevice, ...browser } };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsIn(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function readAddress(given: Fields): PayerAddress {
  const country = /^[A-Z]{2}$/.test(String(given["country"])) ? { country: given["country"] as string } : {};
  return {
    ...text("line1", given["line1"]),
    ...text("line2", given["line2"]),
    ...text("city", given["city"]),
    ...text("state", given["state"]),
    ...text("postalCode", given["postal_code"]),
    ...country,
  };
}

function readDevice(given: Fields): PayerDevice {
  return {
    ...ip(given["ip_address"]),
    ...text("userAgent", given["user_agent"]),
    ...text("acceptHeader", given["accept_header"]),
    ...text("language", given["language"]),
    ...whole("colorDepth", given["color_depth"], (value) => COLOR_DEPTHS.includes(value)),
    ...whole("screenHeight", given["screen_height"], (value) => value > 0 && value <= MAX_PIXELS),
    ...whole("screenWidth", given["screen_width"], (value) => value > 0 && value <= MAX_PIXELS),
    ...whole("timeZoneOffset", given["time_zone_offset"], (value) => Math.abs(value) <= MAX_OFFSET_MINUTES),
    ...(typeof given["java_enabled"] === "boolean" ? { javaEnabled: given["java_enabled"] } : {}),
  };
}

function text<Name extends string>(name: Name, value: unknown): { [name in Name]?: string } {
  const plain =
    typeof value === "string"
      ? value
          .replace(/\p{Cc}/gu, " ")
          .trim()
          .slice(0, MAX_TEXT)
      : "";
  return plain === "" ? {} : named(name, plain);
}

function whole<Name extends string>(
  name: Name,
  value: unknown,
  isSound: (value: number) => boolean,
): { [name in Name]?: number } {
  return typeof value === "number" && Number.isSafeInteger(value) && isSound(value) ? named(name, value) : {};
}

function ip(value: unknown): { ipAddress?: string } {
  return typeof value === "string" && isIP(value) !== 0 ? { ipAddress: value } : {};
}

function named<Name extends string, Value>(name: Name, value: Value): { [name in Name]?: Value } {
  return typeof value === "object" && Object.keys(value as object).length === 0
    ? {}
    : ({ [name]: value } as { [name in Name]?: Value });
}
