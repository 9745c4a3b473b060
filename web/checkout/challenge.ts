/** The service has a challenge to offer where many cards were tried. */
export const hasChallenge = "challenge" in document.documentElement.dataset;

/** What the challenge's page brought back. It is in no address that is sent anywhere, and not in the history either. */
export const challengeToken = new URLSearchParams(window.location.hash.slice(1)).get("challenge");
if (challengeToken !== null) window.history.replaceState(null, "", window.location.pathname + window.location.search);

/** With `method`, so that the payer finds the card form again. */
export function challengeAddress(): string {
  const address = new URL(window.location.href);
  address.searchParams.set("method", "card");
  return `${address.pathname}/challenge${address.search}`;
}
