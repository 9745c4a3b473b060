import { isPlace } from "./places.ts";

/** Leaves for a page on the web or in an app that the service named. */
export function openOtherPage(address: string): void {
  const { href, protocol } = new URL(address, window.location.href);
  if (!isPlace(href)) throw new Error(`not a page: ${protocol}`);
  window.location.assign(href);
}
