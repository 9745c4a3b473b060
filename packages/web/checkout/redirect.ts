import { isEmbedded, tellHost } from "./embedded.ts";
import { isPlace } from "@corridor/shared/checkout/places.ts";

/** Leaves for a page on the web or in an app that the service named. */
export function openOtherPage(address: string): void {
  const { href, protocol } = new URL(address, window.location.href);
  if (!isPlace(href)) throw new Error(`not a page: ${protocol}`);
  // A provider's page must not be framed: the whole window goes there.
  if (isEmbedded) tellHost({ type: "redirect", url: href });
  else window.location.assign(href);
}
