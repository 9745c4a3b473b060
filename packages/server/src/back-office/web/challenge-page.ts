import type { Speech } from "@corridor/shared/languages/speech.ts";
import { html } from "./plain/html.ts";
import type { PlainPage } from "./plain/page.ts";

/** Turnstile, hCaptcha or reCAPTCHA: the vendor's script, and the site key that identifies the site. */
export type ChallengeWidget = { readonly scriptUrl: string; readonly siteKey: string };

/**
 * A page of its own without card fields: a vendor's script never runs where card numbers are typed. The solved token
 * goes back in the address's fragment, which no server and no log sees. Each vendor fills the element of its class.
 */
export function challengePage(speech: Speech, { scriptUrl, siteKey }: ChallengeWidget): PlainPage {
  const title = speech.say("personCheck");
  return {
    title,
    test: false,
    organization: null,
    body: html`<h1 class="heading">${title}</h1>
      <div class="cf-turnstile h-captcha g-recaptcha" data-sitekey="${siteKey}" data-callback="challengeSolved"></div>
      <script src="/checkout-files/challenge.js"></script>
      <script src="${scriptUrl}" async></script>`,
  };
}

export const CHALLENGE_SCRIPT = `window.challengeSolved = (token) => {
  const { pathname, search } = location;
  location.replace(pathname.replace(/\\/challenge$/, "") + search + "#challenge=" + encodeURIComponent(token));
};
`;
