import { EVERYWHERE } from "#src/kernel/http/security-headers.ts";

/**
 * Pages load their own files and nothing else: no host is named, so no request can leave the origin. Scripts come from
 * files only. The dashboard's component library writes <style> elements, which carry the nonce of the response, and
 * style attributes, which a nonce cannot cover; `style-src-attr` allows these alone. The checkout, where card numbers
 * are typed, needs neither, and refuses every string-to-HTML sink (Trusted Types).
 */
const COMMON = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

export function dashboardPolicy(styleNonce: string): string {
  return [...COMMON, `style-src 'self' 'nonce-${styleNonce}'`, "style-src-attr 'unsafe-inline'"].join("; ");
}

export const CHECKOUT_POLICY = [
  ...COMMON,
  "style-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** The checkout inside a merchant's page. `host` is an origin of the organization's own list. */
export function embeddedPolicy(host: string): string {
  return CHECKOUT_POLICY.replace("frame-ancestors 'none'", `frame-ancestors ${host}`);
}

/** Hosts that a vendor's script loads from besides its own. */
const VENDOR_SOURCES: Readonly<Record<string, readonly string[]>> = {
  "js.hcaptcha.com": ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  "www.google.com": ["https://www.gstatic.com"],
};

/** The challenge page, on which nothing is typed, may load the configured vendor's files. `host` may frame it. */
export function challengePolicy(scriptUrl: string, host: string | null): string {
  const { origin, hostname } = new URL(scriptUrl);
  const vendor = [origin, ...(VENDOR_SOURCES[hostname] ?? [])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' ${vendor}`,
    `style-src 'self' ${vendor}`,
    `img-src 'self' data: ${vendor}`,
    `connect-src ${vendor}`,
    `frame-src ${vendor}`,
    "form-action 'none'",
    `frame-ancestors ${host ?? "'none'"}`,
    "base-uri 'none'",
  ].join("; ");
}

/** The policy of the checkout without scripts: no script may run. */
export const PLAIN_POLICY = [
  ...COMMON.filter((directive) => !/^(script|connect|font)-src/.test(directive)),
  "style-src 'self'",
].join("; ");

/** An address can hold a checkout token and is not sent on; clicks on a framed page can be forged: no framing. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  ...EVERYWHERE,
  "x-robots-tag": "noindex, nofollow",
};

const { "x-frame-options": _denied, ...framed } = PAGE_HEADERS;
/** The page's policy lists the sites that may frame it; the older header only knows "none" and "same origin". */
export const FRAMED_HEADERS: Readonly<Record<string, string>> = framed;
