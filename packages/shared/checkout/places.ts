/** The service refuses these as a return address; a script address must never run here, whatever the service sends. */
const NO_PLACES = new Set([
  "javascript:",
  "vbscript:",
  "data:",
  "blob:",
  "file:",
  "filesystem:",
  "about:",
  "view-source:",
  "intent:",
]);

/** Whether an address leads to a page on the web or in an app. */
export function isPlace(address: string): boolean {
  return URL.canParse(address) && !NO_PLACES.has(new URL(address).protocol);
}
