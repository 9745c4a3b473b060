import type { CheckoutPayment } from "@corridor/shared/checkout/api.ts";

/**
 * The checkout inside a merchant's page. The service lets only the organization's own origins frame it, and the browser
 * delivers a message only to its target origin; so the page may name the target in the address.
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

/** An embedded checkout stays embedded on its next pages, also after a reload. */
export function withEmbedding(path: string): string {
  if (!isEmbedded) return path;
  const address = new URL(path, window.location.href);
  for (const [name, value] of new URLSearchParams(window.location.search))
    if (name === "embed" || name === "theme") address.searchParams.set(name, value);
  return address.pathname + address.search;
}

/** The frame is as high as its content. */
export function followHeight(): void {
  if (!isEmbedded) return;
  document.documentElement.dataset["embedded"] = "";
  const theme = new URLSearchParams(window.location.search).get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  new ResizeObserver(() => tellHost({ type: "resize", height: document.body.scrollHeight })).observe(document.body);
}
