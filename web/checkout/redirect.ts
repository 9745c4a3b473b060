/** Leaves for a page that the service named. Only web addresses: a script address must never run here. */
export function openOtherPage(address: string): void {
  const url = new URL(address, window.location.href);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new Error(`not a web address: ${url.protocol}`);
  window.location.assign(url.href);
}
