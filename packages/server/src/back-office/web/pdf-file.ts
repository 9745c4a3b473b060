import { deflateSync } from "node:zlib";

/** A PDF file while it is written: objects that name each other by number. */
export type PdfFile = {
  /** Returns the object's number. */
  add(body: string | Buffer): number;
  addStream(dictionary: string, content: Buffer): number;
  /** The whole file: the objects one after another, then the table of their offsets. */
  end(catalog: number, information: number): Buffer;
};

export function newPdfFile(): PdfFile {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer): number =>
    objects.push(typeof body === "string" ? Buffer.from(body, "latin1") : body);
  return {
    add,
    addStream(dictionary, content) {
      const start = Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`, "latin1");
      return add(Buffer.concat([start, content, Buffer.from("\nendstream")]));
    },
    end(catalog, information) {
      const parts: Buffer[] = [Buffer.from("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", "latin1")];
      const offsets: number[] = [];
      let length = parts[0]!.length;
      for (const [index, body] of objects.entries()) {
        const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
        offsets.push(length);
        parts.push(part);
        length += part.length;
      }
      const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
      const count = objects.length + 1;
      const trailer = `<< /Size ${count} /Root ${catalog} 0 R /Info ${information} 0 R >>`;
      const end = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`;
      return Buffer.concat([...parts, Buffer.from(end)]);
    },
  };
}

export function addDeflated(file: PdfFile, dictionary: string, content: Buffer): number {
  return file.addStream(`${dictionary} /Filter /FlateDecode`, deflateSync(content));
}

/** Text for a reader of the file, such as its title, in UTF-16 with its byte order mark. */
export function pdfText(text: string): string {
  return `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}

export function hex4(number: number): string {
  return number.toString(16).padStart(4, "0");
}
