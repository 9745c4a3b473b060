import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { writePdf } from "./receipt-pdf.ts";

/** The texts of a receipt with their places on the page, and the page's height. */
function drawn(change: Partial<Parameters<typeof writePdf>[0]>) {
  const pdf = writePdf({ title: "Receipt", color: "#0d6957", amount: "10.00 GHS", lines: [], notes: [], ...change });
  const start = pdf.indexOf("stream\n") + "stream\n".length;
  const drawing = inflateSync(pdf.subarray(start, pdf.indexOf("\nendstream"))).toString("latin1");
  const height = Number(/MediaBox \[0 0 420 ([\d.]+)\]/.exec(pdf.toString("latin1"))![1]);
  const texts = [...drawing.matchAll(/Tf ([\d.]+) (-[\d.]+) Td \((.*?)\) Tj/g)].map(([, x, y, text]) => ({ x: Number(x), y: Number(y) + height, text: text! }));
  return { height, texts };
}

test("a long label wraps before it reaches the value", () => {
  const { texts } = drawn({ lines: [["Received by Lagos Fresh Foods International", "25.00 USD"]] });
  const labels = texts.filter(({ x, y }) => x === 40 && y < 480);
  expect(labels.map(({ text }) => text).join(" ")).toBe("Received by Lagos Fresh Foods International");
  expect(Math.max(...labels.map(({ text }) => text.length))).toBeLessThan(24);
});

test("a long name and a long description stay on the page, which grows", () => {
  const { height, texts } = drawn({ title: "WIDE ".repeat(20).trim(), lines: [["For", "mangoes and ".repeat(120)]], notes: ["n".repeat(200)] });
  expect(height).toBeGreaterThan(595);
  expect(Math.min(...texts.map(({ y }) => y))).toBeGreaterThan(20);
  expect(drawn({}).height).toBe(595);
});
