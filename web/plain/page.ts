import { directionOf, LANGUAGE_NAMES, LANGUAGES } from "../checkout/languages/language.ts";
import type { Speech } from "../checkout/languages/speech.ts";
import { html, type Markup } from "./html.ts";

/** What surrounds every page without scripts: the same sheet of paper as in the checkout, and the same styles. */
export type PlainPage = {
  title: string;
  test: boolean;
  body: Markup;
  /** A page that waits for something loads itself again, or goes on to another. */
  refresh?: { afterSeconds: number; address: string } | undefined;
};

/** `styles`: where the built checkout keeps them; null before the first build. */
export function renderPage(speech: Speech, styles: string | null, page: PlainPage): string {
  const { language, say } = speech;
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${page.refresh !== undefined && html`<meta http-equiv="refresh" content="${page.refresh.afterSeconds}; url=${page.refresh.address}" />`}
        <title>${page.title}</title>
        ${styles !== null && html`<link rel="stylesheet" href="${styles}" />`}
      </head>
      <body>
        <div class="ground">
          ${page.test && html`<header class="test-ribbon">${say("testMode")}</header>`}
          <main class="sheet">${page.body}</main>
          <footer class="foot">
            <span>${say("securedBy")}</span>
            <nav aria-label="${say("language")}">
              ${LANGUAGES.map(
                (code) =>
                  html`<a class="quiet" href="?locale=${code}" lang="${code}" hreflang="${code}" ${code === language && html`aria-current="true"`}
                    >${LANGUAGE_NAMES[code]}</a
                  > `,
              )}
            </nav>
          </footer>
        </div>
      </body>
    </html>`.markup;
}

export function notFoundPage({ say }: Speech): PlainPage {
  return {
    title: say("notFound"),
    test: false,
    body: html`<h1 class="heading">${say("notFound")}</h1>
      <p class="text">${say("notFoundText")}</p>`,
  };
}

export function unavailablePage({ say }: Speech): PlainPage {
  return {
    title: say("failedGeneric"),
    test: false,
    body: html`<p class="problem" role="alert">${say("failedGeneric")}</p>
      <a class="button" href="">${say("tryAgain")}</a>`,
  };
}
