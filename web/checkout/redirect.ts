/** The service refuses these as a way back; a script address must never run here, whatever the service says. */
const NO_PLACES = new Set(["javascript:", "vbscript:", "data:", "blob:", "file:", "filesystem:", "about:", "view-source:", "intent:"]);

/** Leaves for a page on the web or in an app that the service named. */
export function openOtherPage(address: string): void {
  const url = new URL(address, window.location.href);
  if (NO_PLACES.has(url.protocol)) throw new Error(`not a page: ${url.protocol}`);
  window.location.assign(url.href);
}
