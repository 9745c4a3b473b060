import type { CheckoutPayment } from "./api.ts";

/**
 * The checkout inside a merchant's page. The service lets only the organization's own origins frame it, and the browser delivers a message only to the
 * origin that it is addressed to; so the page may be named by the address.
 */
const host = new URLSearchParams(window.location.search).get("embed");
export const isEmbedded = host !== null && window.parent !== window;

type Message =
  | { type: "resize"; height: number }
  | { type: "status"; status: CheckoutPayment["status"]; reference: string; link_ref: string | null }
  | { type: "redirect"; url: string };

export function tellHost(message: Message): void {
  if (isEmbedded) window.parent.postMessage({ source: "corridor-checkout", ...message }, host!);
}

/** Where an embedded checkout goes on, it stays embedded, also when its page is loaded again. */
export function withEmbedding(path: string): string {
  if (!isEmbedded) return path;
  const address = new URL(path, window.location.href);
  for (const [name, value] of new URLSearchParams(window.location.search)) if (name === "embed" || name === "theme") address.searchParams.set(name, value);
  return address.pathname + address.search;
}

/** The frame is as high as what it shows. */
export function followHeight(): void {
  if (!isEmbedded) return;
  document.documentElement.dataset["embedded"] = "";
  const theme = new URLSearchParams(window.location.search).get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  new ResizeObserver(() => tellHost({ type: "resize", height: document.body.scrollHeight })).observe(document.body);
}
