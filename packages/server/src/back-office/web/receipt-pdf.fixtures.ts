import { inflateSync } from "node:zlib";

export type ReadText = { x: number; y: number; text: string };

/**
 * Reads one of our PDFs back as a person who copies its text would: each text with its position, from left to right as
 * it is seen.
 */
export function readPdf(pdf: Buffer): { height: number; texts: ReadText[]; objects: readonly string[] } {
  const all = pdf.toString("latin1");
  const objects = [...all.matchAll(/^\d+ 0 obj\n([^]*?)\nendobj$/gm)].map(([, body]) => body!);
  const objectOf = (number: string): string => objects[Number(number) - 1]!;
  const streamOf = (number: string): string => {
    const object = objectOf(number);
    return inflateSync(
      Buffer.from(object.slice(object.indexOf("stream\n") + 7, object.lastIndexOf("\nendstream")), "latin1"),
    ).toString("latin1");
  };
  const page = objects.find((body) => body.includes("/Type /Page "))!;
  const height = Number(/MediaBox \[0 0 \d+ ([\d.]+)\]/.exec(page)![1]);
  const letters = new Map(
    [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, number]) => {
      const map = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objectOf(number!))![1]!);
      return [
        name!,
        new Map([...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, code, text]) => [code!, utf16(text!)])),
      ];
    }),
  );
  const drawing = streamOf(/\/Contents (\d+) 0 R/.exec(page)![1]!);
  const texts = [...drawing.matchAll(/^BT 1 0 0 1 ([-\d.]+) ([-\d.]+) Tm (.*) ET$/gm)].map(([, x, y, operators]) => {
    let font = "";
    const text = [...operators!.matchAll(/\/(F\d+)|<([0-9a-f]{4})>/g)].map(([, name, code]) => {
      if (name !== undefined) font = name;
      return code === undefined ? "" : (letters.get(font)!.get(code) ?? "");
    });
    return { x: Number(x), y: Number(y) + height, text: text.join("") };
  });
  return { height, texts, objects };
}

function utf16(hex: string): string {
  return hex.replaceAll(/.{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)));
}
