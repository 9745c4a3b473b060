import { deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import type { Logo } from "#src/products/links/index.ts";
import type { PdfFile } from "./pdf-file.ts";

/** A logo in a PDF. A WebP would need decoding, so a receipt with one shows the merchant's name alone. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  /** Returns the number of the picture's object. */
  addTo(file: PdfFile): number;
};

/** The longest side: a logo on paper is small, and a large one would make each receipt large. */
const MAX_PIXELS = 480;

/** Null for bytes that cannot be read as a picture of their type: a receipt without a logo is better than none. */
export function pictureOf({ bytes, type }: Logo): Picture | null {
  try {
    return type === "image/png" ? fromPng(bytes) : type === "image/jpeg" ? fromJpeg(bytes) : null;
  } catch {
    return null;
  }
}

/** A PDF stores the colors and the transparency of a picture separately. */
function fromPng(bytes: Buffer): Picture {
  const { width, height, data } = scaledDown(PNG.sync.read(bytes));
  const [colors, opacity] = [Buffer.alloc(width * height * 3), Buffer.alloc(width * height)];
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.copy(colors, pixel * 3, pixel * 4, pixel * 4 + 3);
    opacity[pixel] = data[pixel * 4 + 3]!;
  }
  const [packedColors, packedOpacity] = [deflateSync(colors), deflateSync(opacity)];
  const size = `${imageOf(width, height)} /Filter /FlateDecode`;
  const addTo = (file: PdfFile): number => {
    const mask = file.addStream(`${size} /ColorSpace /DeviceGray`, packedOpacity);
    return file.addStream(`${size} /ColorSpace /DeviceRGB /SMask ${mask} 0 R`, packedColors);
  };
  return { width, height, addTo };
}

function imageOf(width: number, height: number): string {
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
}

type Pixels = { width: number; height: number; data: Buffer };

/** Whole factors: each pixel is the mean of a square, weighted by opacity so that transparent colors do not show. */
function scaledDown({ width, height, data }: Pixels): Pixels {
  const step = Math.ceil(Math.max(width, height) / MAX_PIXELS);
  if (step === 1) return { width, height, data };
  const [columns, rows] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const scaled = Buffer.alloc(columns * rows * 4);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const sums = [0, 0, 0, 0];
      let count = 0;
      for (let y = row * step; y < Math.min(height, (row + 1) * step); y++) {
        for (let x = column * step; x < Math.min(width, (column + 1) * step); x++, count++) {
          const at = (y * width + x) * 4;
          const opacity = data[at + 3]!;
          for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]! * opacity;
          sums[3]! += opacity;
        }
      }
      const at = (row * columns + column) * 4;
      for (let channel = 0; channel < 3; channel++)
        scaled[at + channel] = sums[3] === 0 ? 255 : Math.round(sums[channel]! / sums[3]!);
      scaled[at + 3] = Math.round(sums[3]! / count);
    }
  }
  return { width: columns, height: rows, data: scaled };
}

const COLOR_SPACES: Readonly<Record<number, string>> = {
  1: "/DeviceGray",
  3: "/DeviceRGB",
  4: "/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]",
};

/** A JPEG is stored unchanged. Its size is in the frame header: a marker from C0 to CF, three of which mean another. */
function fromJpeg(bytes: Buffer): Picture | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff) return null;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      const colors = COLOR_SPACES[bytes[at + 9]!];
      if (colors === undefined || width === 0 || height === 0) return null;
      const dictionary = `${imageOf(width, height)} /Filter /DCTDecode /ColorSpace ${colors}`;
      return { width, height, addTo: (file) => file.addStream(dictionary, bytes) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
