import type { Row } from "#src/kernel/db/statement.ts";
import { createHash } from "node:crypto";
import { invalidField } from "#src/kernel/http/errors.ts";

/** How an organization looks to its customers. Everything is optional; without it the checkout has our default look. */
export type Brand = Row<"brand.FIND_BRAND">;

export const NO_BRAND: Brand = {
  color: null,
  supportEmail: null,
  supportPhone: null,
  termsUrl: null,
  privacyUrl: null,
  footer: null,
  embedOrigins: [],
  logoHash: null,
};

export type Logo = { readonly bytes: Buffer; readonly type: LogoType };
export type LogoType = "image/png" | "image/jpeg" | "image/webp";

export const MAX_LOGO_BYTES = 262_144;
const MAX_LOGO_PIXELS = 2_048;
/** WCAG 2.2, level AA: the button's white text must be readable on the color. */
const MIN_CONTRAST = 4.5;
const COLOR = /^#[0-9a-f]{6}$/;

export function readColor(text: string): string {
  const color = text.toLowerCase();
  if (!COLOR.test(color)) throw invalidField("color", "must be a color like #0d6957");
  const contrast = contrastWithWhite(color);
  const has = contrast.toFixed(1);
  const problem = `white text on this color has a contrast of ${has}, and needs ${MIN_CONTRAST}; choose a darker color`;
  if (contrast < MIN_CONTRAST) throw invalidField("color", problem);
  return color;
}

export function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(color.slice(start, start + 2), 16) / 255),
  ) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

export function readWebAddress(text: string, path: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== "https:")
    throw invalidField(path, "must be an address that begins with https://");
  return new URL(text).href;
}

/** The site that may frame the checkout: scheme, host and port, without a path. http only on your own machine. */
export function readOrigin(text: string, path: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && (url.hostname === "localhost" || url.hostname === "127.0.0.1");
  const isOrigin = url !== null && !text.includes("*") && url.origin === text.replace(/\/$/, "").toLowerCase();
  if (!isOrigin || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal)))
    throw invalidField(path, "must be an origin like https://shop.example, without a path or *");
  return url.origin;
}

/**
 * A picture whose bytes show its type. SVG is refused: it may hold scripts. Nothing is decoded: the bytes are served
 * with the detected type, and a policy forbids anything in them to run.
 */
export function readLogo(content: string): Logo {
  const bytes = Buffer.from(content, "base64");
  if (bytes.length === 0 || bytes.toString("base64").replaceAll("=", "") !== content.replaceAll("=", ""))
    throw invalidField("content", "must be base64");
  if (bytes.length > MAX_LOGO_BYTES) throw invalidField("content", `must be at most ${MAX_LOGO_BYTES / 1024} KiB`);
  const type = typeOf(bytes);
  if (type === null) throw invalidField("content", "must be a PNG, JPEG or WebP picture");
  const size = sizeOf(bytes, type);
  if (size !== null && Math.max(...size) > MAX_LOGO_PIXELS)
    throw invalidField("content", `must be at most ${MAX_LOGO_PIXELS} pixels wide and high`);
  return { bytes, type };
}

export function hashOfLogo({ bytes }: Logo): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

const PNG_BEGINNING = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_BEGINNING = Buffer.from([0xff, 0xd8, 0xff]);

function typeOf(bytes: Buffer): LogoType | null {
  if (bytes.subarray(0, 8).equals(PNG_BEGINNING)) return "image/png";
  if (bytes.subarray(0, 3).equals(JPEG_BEGINNING)) return "image/jpeg";
  return bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP"
    ? "image/webp"
    : null;
}

/** Width and height of a PNG. In a JPEG or WebP they come later, so only the size limit applies. */
function sizeOf(bytes: Buffer, type: LogoType): readonly [number, number] | null {
  return type === "image/png" && bytes.length >= 24 ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null;
}
