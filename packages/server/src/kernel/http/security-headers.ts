/** On every response, without a plugin. An API answer may do nothing; pages load nothing from another host. */
export const EVERYWHERE = {
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

/** Dashboard, checkout, docs. `scripts` and `styles` add hashes or nonces for inline code. */
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
