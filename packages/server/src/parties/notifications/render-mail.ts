import { escapeHtml } from "#src/kernel/escape-html.ts";

/** Every e-mail is written as text; its HTML is generated from that text, so the two never differ. */
export type MailContent = { readonly text: string; readonly html: string };

export type MailBrand = { readonly name: string; readonly color: string | null; readonly logo_hash: string | null };
/** The name of the logo that the e-mail carries: mail programs load no pictures from elsewhere without asking. */
export const LOGO_CONTENT_ID = "logo@corridor";

const LINK = /https?:\/\/[^\s<>"']+/g;
const TRAILING_PUNCTUATION = /[.,;:!?)\]]+$/;

export function renderMail(text: string, brand: MailBrand | null = null, hasLogo = false): MailContent {
  const color = brand?.color ?? null;
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p dir="auto" style="margin:0 0 ` +
        `16px;overflow-wrap:anywhere">${withLinks(paragraph, color ?? LINK_COLOR).replaceAll("\n", "<br>\n")}</p>`,
    );
  const logo = hasLogo
    ? `<p style="margin:0 0 20px"><img src="cid:${LOGO_CONTENT_ID}" alt="${escapeHtml(brand!.name)}" height="44" ` +
      `style="height:auto;max-height:44px;max-width:100%"></p>\n`
    : "";
  return { text, html: `${headOf(color)}${logo}${paragraphs.join("\n")}${FOOT}` };
}

const LINK_COLOR = "#1a56c4";
const headOf = (color: string | null): string =>
  '<!doctype html>\n<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>\n' +
  '<body style="margin:0;padding:24px;background:#f5f6f8"><div style="max-width:560px;margin:0 ' +
  "auto;padding:24px;background:#ffffff;color:#1a1d21;" +
  "font:16px/1.5 -apple-system,Segoe " +
  `UI,Roboto,Helvetica,Arial,sans-serif${color === null ? "" : `;border-top:6px solid ${color}`}">\n`;
const FOOT = "\n</div></body></html>\n";

function withLinks(text: string, color: string): string {
  let html = "";
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const url = match[0].replace(TRAILING_PUNCTUATION, "");
    html += `${escapeHtml(text.slice(from, match.index))}<a href="${escapeHtml(url)}" style="color:${color}">${escapeHtml(url)}</a>`;
    from = match.index + url.length;
  }
  return html + escapeHtml(text.slice(from));
}

/** A subject is one line, so a caller's text cannot begin another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
