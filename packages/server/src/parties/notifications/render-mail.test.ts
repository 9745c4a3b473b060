import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine, renderMail } from "./render-mail.ts";

describe("a mail's HTML", () => {
  it("says what the text says, in paragraphs and with its links to click", () => {
    const { text, html } = renderMail("Hello Ama,\n\nopen https://example.com/reset?token=a_b&x=1.\nThank you");
    expect(text).toBe("Hello Ama,\n\nopen https://example.com/reset?token=a_b&x=1.\nThank you");
    expect(html).toContain(
      '<a href="https://example.com/reset?token=a_b&amp;x=1" ' +
        'style="color:#1a56c4">https://example.com/reset?token=a_b&amp;x=1</a>.<br>',
    );
    expect(html.match(/<p /g)).toHaveLength(2);
  });

  it("an address that is longer than a line of a phone breaks inside the card", () => {
    expect(renderMail("https://pay.example/r/ABCDEFGHIJKL").html).toMatch(/<p [^>]*overflow-wrap:anywhere[^>]*><a /);
  });

  it("never lets text become markup", () => {
    const bare = renderMail("").html;
    const tags = (html: string): number => html.match(/<(?!a href|\/a>|br>|p dir|\/p>)[a-z/!]/gi)?.length ?? 0;
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "<",
            ">",
            '"',
            "'",
            "&",
            "a",
            "/",
            " ",
            "\n",
            "https://x.y",
            "script",
            "=",
            "javascript:",
          ),
        }),
        (text) => {
          const { html } = renderMail(text);
          expect(tags(html)).toBe(tags(bare));
          for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\//);
        },
      ),
    );
    expect(renderMail('<img src=x onerror="alert(1)">').html).toContain(
      "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;",
    );
  });
});

describe("a logo", () => {
  it("keeps its proportions, however wide it is, and is not enlarged", () => {
    const { html } = renderMail("Hello", { name: "Shop", color: null, logo_hash: "x" }, true);
    expect(html).toContain('height="44" style="height:auto;max-height:44px;max-width:100%"');
  });
});

describe("a subject", () => {
  it("is one line, whatever was put into it", () => {
    expect(oneLine("Hello\r\nBcc: everybody@example.com\u2028x")).toBe("Hello Bcc: everybody@example.com x");
  });
});
