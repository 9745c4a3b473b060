import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Marked } from "marked";
import { page } from "./page.ts";
import { escaped } from "./svg.ts";

/** In the order of reading. A guide that is not listed fails the build. */
export const GUIDES: readonly (readonly [group: string, names: readonly string[]])[] = [
  ["Begin", ["quick-start", "testing", "errors"]],
  ["Money in and out", ["payouts", "batches", "refunds", "disputes", "fx", "ramps", "links-and-checkout", "customers"]],
  ["Hold money", ["balances", "accounts", "escrow"]],
  ["Connect", ["webhooks", "providers", "routing-and-fees"]],
  ["Run", ["going-live", "reconciliation"]],
];

/** Further documents to which the guides link. */
const DETAILS = ["docs/*.md", "docs/{reference,operating}/**/*.md"];

type Document = { readonly file: string; readonly address: string; readonly title: string; readonly text: string };

export async function renderGuides(root: string): Promise<[string, string | Buffer][]> {
  const listed = GUIDES.flatMap(([, names]) => names.map((name) => `docs/guides/${name}.md`));
  const unlisted = globSync("docs/guides/*.md", { cwd: root }).filter((file) => !listed.includes(file));
  if (unlisted.length > 0) throw new Error(`scripts/docs/render-guides.ts does not list ${unlisted.join(", ")}`);
  const details = globSync(DETAILS, { cwd: root });
  const documents = [...listed, ...details].map((file): Document => {
    const text = readFileSync(join(root, file), "utf8");
    return { file, address: addressOf(file), title: /^# (.+)$/m.exec(text)![1]!, text };
  });
  const pages = await Promise.all(
    documents.map(async ({ file, address, title, text }): Promise<[string, string]> => {
      const content = framed(await markdown(file, documents).parse(text.replaceAll(/<!--.*?-->/gs, "")));
      return [
        `${address.slice("/docs/".length)}.html`,
        page({ title, navigation: navigation(documents, file), content, bodyClass: "guide" }),
      ];
    }),
  );
  const images = globSync("*.{svg,png}", { cwd: join(root, "docs/images") }).map((name): [string, Buffer] => [
    `images/${name}`,
    readFileSync(join(root, "docs/images", name)),
  ]);
  return [...pages, ...images];
}

/**
 * docs/guides/fx.md is /docs/guides/fx, docs/operating/scaling.md is /docs/pages/scaling,
 * docs/reference/providers/wise.md is /docs/pages/providers-wise.
 */
function addressOf(file: string): string {
  const name = file.replace(/^docs\/(?:reference\/|operating\/)?/, "").replace(/\.md$/, "");
  return name.startsWith("guides/") ? `/docs/${name}` : `/docs/pages/${name.replace("/", "-")}`;
}

function navigation(documents: readonly Document[], current: string): string {
  const entry = (name: string): string => {
    const { file, address, title } = documents.find((one) => one.file === `docs/guides/${name}.md`)!;
    return `<li><a href="${address}"${file === current ? ' aria-current="page"' : ""}>${escaped(title)}</a></li>`;
  };
  return GUIDES.map(([group, names]) => `<h2>${group}</h2><ul>${names.map(entry).join("")}</ul>`).join("");
}

/** Wide tables scroll by themselves, so that the page does not. */
function framed(html: string): string {
  return html
    .replaceAll("<table>", '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>");
}

function markdown(file: string, documents: readonly Document[]): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const id = text
          .replaceAll(/<[^>]+>/g, "")
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, "-")
          .replaceAll(/^-|-$/g, "");
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      code({ text, lang }) {
        return (
          `<pre tabindex="0"><code ` + `class="${escaped((lang ?? "").split(" ")[0]!)}">${escaped(text)}</code></pre>\n`
        );
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = siteAddress(href, file, documents);
        return address === null ? text : `<a href="${escaped(address)}">${text}</a>`;
      },
      image({ href, text }) {
        return (
          `<img src="${escaped(href.replace("../images/", "/docs/files/images/"))}" alt="${escaped(text)}" ` +
          `loading="lazy">`
        );
      },
    },
  });
}

/**
 * Documents link to each other as files; on the site they are pages. Null for a file that is only in the repository.
 */
function siteAddress(href: string, from: string, documents: readonly Document[]): string | null {
  if (/^(?:https?:|#|\/)/.test(href)) return href;
  const [path, fragment] = href.split("#");
  const target = documents.find(({ file }) => file === normalize(join(dirname(from), path!)));
  return target === undefined ? null : `${target.address}${fragment === undefined ? "" : `#${fragment}`}`;
}
