import { directionOf, LANGUAGE_NAMES, LANGUAGES } from "@corridor/shared/languages/language.ts";
import type { Speech } from "@corridor/shared/languages/speech.ts";
import type { CheckoutLink } from "@corridor/shared/checkout/api.ts";
import { html, type Markup } from "./html.ts";

/** The layout of every page without scripts, with the checkout's styles. */
export type PlainPage = {
  title: string;
  test: boolean;
  /** Null when the organization is unknown. */
  organization: CheckoutLink["organization"] | null;
  body: Markup;
  /** A page that waits for something reloads itself, or goes on to another. */
  refresh?: { afterSeconds: number; address: string } | undefined;
};

/** An organization's color as a file of its own: the Content-Security-Policy allows no style in the page. */
export function colorPathOf(color: string): string {
  return `/brand/${color.slice(1).toLowerCase()}.css`;
}

export function colorStyles(hexDigits: string): string {
  return `:root{--own:#${hexDigits}}`;
}

/** `styles`: the built checkout's style files; null before the first build. */
export function renderPage(speech: Speech, styles: string | null, page: PlainPage): string {
  const { language, say } = speech;
  const color = page.organization?.color ?? null;
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}" ${color !== null && html` data-brand`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh.afterSeconds}; url=${page.refresh.address}" />`}
        <title>${page.title}</title>
        ${styles !== null && html`<link rel="stylesheet" href="${styles}" />`}
        ${color !== null && html`<link rel="stylesheet" href="${colorPathOf(color)}" />`}
      </head>
      <body>
        <div class="ground">
          ${page.test && html`<header class="test-ribbon">${say("testMode")}</header>`}
          <main class="sheet">
            ${page.organization?.logo_url != null && html`<img class="logo" src="${page.organization.logo_url}" alt="" />`}
            ${page.body}
          </main>
          <footer class="foot">
            ${page.organization !== null && contact(speech, page.organization)}
            <span>${say("securedBy")}</span>
            <nav aria-label="${say("language")}">
              ${LANGUAGES.map(
                (code) =>
                  html`<a
                    class="quiet"
                    href="?locale=${code}"
                    lang="${code}"
                    hreflang="${code}"
                    ${code === language && html`aria-current="true"`}
                    >${LANGUAGE_NAMES[code]}</a
                  > `,
              )}
            </nav>
          </footer>
        </div>
      </body>
    </html>`.markup;
}

function contact({ say }: Speech, organization: CheckoutLink["organization"]): Markup {
  const { support_email: email, support_phone: phone, terms_url: terms, privacy_url: privacy, footer } = organization;
  return html`${
    (email !== null || phone !== null) &&
    html`<small>
      ${say("help")} ${email !== null && html`<a href="mailto:${email}">${email}</a>`}
      ${phone !== null && html`<a href="tel:${phone}">${phone}</a>`}
    </small>`
  }
  ${footer !== null && html`<small>${footer}</small>`} ${terms !== null && html`<a href="${terms}">${say("terms")}</a>`}
  ${privacy !== null && html`<a href="${privacy}">${say("privacy")}</a>`}`;
}

export function notFoundPage({ say }: Speech): PlainPage {
  return {
    title: say("notFound"),
    test: false,
    organization: null,
    body: html`<h1 class="heading">${say("notFound")}</h1>
      <p class="text">${say("notFoundText")}</p>`,
  };
}

export function unavailablePage({ say }: Speech): PlainPage {
  return {
    title: say("failedGeneric"),
    test: false,
    organization: null,
    body: html`<p class="problem" role="alert">${say("failedGeneric")}</p>
      <a class="button" href="">${say("tryAgain")}</a>`,
  };
}
