/** Whether the service offers a challenge after many card attempts. */
export const hasChallenge = "challenge" in document.documentElement.dataset;

/**
 * The token from the challenge's page. It is in a fragment, so it is never sent, and it is removed from the history.
 */
export const challengeToken = new URLSearchParams(window.location.hash.slice(1)).get("challenge");
if (challengeToken !== null) window.history.replaceState(null, "", window.location.pathname + window.location.search);

/** The address of the challenge page. It includes `method=card`, so that the payer comes back to the card form. */
export function challengeAddress(): string {
  const address = new URL(window.location.href);
  address.searchParams.set("method", "card");
  return `${address.pathname}/challenge${address.search}`;
}
