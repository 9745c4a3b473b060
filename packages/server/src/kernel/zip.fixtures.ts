import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP archive as other programs write it. `lie`: a false size in the directory. */
export function zipOf(
  files: Record<string, string>,
  { lie, flags = 0, stored = false }: { lie?: number; flags?: number; stored?: boolean } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const packed = stored ? data : deflateRawSync(data);
    const common = Buffer.alloc(22);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(lie ?? data.length, 18);
    const nameLength = Buffer.alloc(2);
    nameLength.writeUInt16LE(Buffer.byteLength(name));
    const local = Buffer.concat([
      Buffer.from("PK\x03\x04"),
      common,
      nameLength,
      Buffer.alloc(2),
      Buffer.from(name),
      packed,
    ]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\0\0"), common, nameLength, Buffer.alloc(12), place, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06"), end]);
}
