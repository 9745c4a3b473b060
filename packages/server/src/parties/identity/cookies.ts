import { SESSION_COOKIE } from "#src/kernel/http/authenticate.ts";
import type { IssuedToken } from "./issue-token.ts";

/**
 * No script reads the session's cookie, no other site sends it. Single sign-on redirects from another site, so its
 * state is in a second, short-lived cookie that is only Lax.
 */
export const OIDC_COOKIE = "corridor_oidc";
export const OIDC_COOKIE_SECONDS = 10 * 60;
const OIDC_PATH = "/identity/oidc";
export const DEVICE_COOKIE = "corridor_device";
const DEVICE_COOKIE_SECONDS = 180 * 24 * 60 * 60;

export function sessionCookie(issued: IssuedToken, now: Date, secure: boolean): string {
  const seconds = Math.max(0, Math.floor((issued.expiresAt.getTime() - now.getTime()) / 1_000));
  return cookie(SESSION_COOKIE, issued.token, { path: "/", sameSite: "Strict", maxAgeSeconds: seconds, secure });
}

export function endedSessionCookie(secure: boolean): string {
  return cookie(SESSION_COOKIE, "", { path: "/", sameSite: "Strict", maxAgeSeconds: 0, secure });
}

export function oidcCookie(value: string, secure: boolean): string {
  return cookie(OIDC_COOKIE, value, { path: OIDC_PATH, sameSite: "Lax", maxAgeSeconds: OIDC_COOKIE_SECONDS, secure });
}

export function endedOidcCookie(secure: boolean): string {
  return cookie(OIDC_COOKIE, "", { path: OIDC_PATH, sameSite: "Lax", maxAgeSeconds: 0, secure });
}

/** Recognizes a browser, also when single sign-on leads back from another site. It allows nothing by itself. */
export function deviceCookie(value: string, secure: boolean): string {
  return cookie(DEVICE_COOKIE, value, {
    path: "/identity",
    sameSite: "Lax",
    maxAgeSeconds: DEVICE_COOKIE_SECONDS,
    secure,
  });
}

function cookie(
  name: string,
  value: string,
  options: { path: string; sameSite: "Strict" | "Lax"; maxAgeSeconds: number; secure: boolean },
): string {
  const secure = options.secure ? "; Secure" : "";
  return (
    `${name}=${value}; Path=${options.path}; HttpOnly; SameSite=${options.sameSite}; ` +
    `Max-Age=${options.maxAgeSeconds}${secure}`
  );
}
