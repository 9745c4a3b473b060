import { expect, test } from "vitest";
import { drawTerminal } from "./draw-terminal.ts";

const spans = (svg: string) =>
  [...svg.matchAll(/<tspan [^>]*?(?: class="([^"]*)")?>([^<]*)<\/tspan>/g)].map(([, style, text]) => [
    style ?? "",
    text,
  ]);

test("a terminal's picture keeps colors and weights, and wraps where a terminal would", () => {
  const svg = drawTerminal(
    "listen",
    "\n\u001b[32m\u001b[1mready\u001b[22m now\u001b[39m <here>\n\u001b[90mgray\u001b[39m\n" + "x".repeat(150),
  );
  expect(spans(svg)).toEqual([
    ["green bold", "ready"],
    ["green", " now"],
    ["", " &lt;here&gt;"],
    ["gray", "gray"],
    ["", "x".repeat(140)],
    ["", "x".repeat(10)],
  ]);
});
