/**
 * Response headers that tell a browser what it may do. They are constants, set without a plugin, because every response
 * carries them. An API answer may do nothing at all; pages list what they load, and load nothing from another host.
 */
const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;

const TWO_YEARS_SECONDS = 63_072_000;

export type HeaderSet = Readonly<Record<string, string>>;

export function apiHeaders(options: { https: boolean }): HeaderSet {
  return {
    ...EVERYWHERE,
    ...transportHeaders(options),
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "cache-control": "no-store",
  };
}

/**
 * The headers of our own pages (dashboard, checkout, docs). `scripts` and `styles` add hashes or nonces for a page that
 * needs inline code.
 */
export function pageHeaders(options: {
  https: boolean;
  scripts?: readonly string[];
  styles?: readonly string[];
  formTargets?: readonly string[];
}): HeaderSet {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...(options.scripts ?? [])].join(" ")}`,
    `style-src ${["'self'", ...(options.styles ?? [])].join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${["'self'", ...(options.formTargets ?? [])].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return { ...EVERYWHERE, ...transportHeaders(options), "content-security-policy": policy.join("; ") };
}

function transportHeaders(options: { https: boolean }): HeaderSet {
  return options.https ? { "strict-transport-security": `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` } : {};
}
