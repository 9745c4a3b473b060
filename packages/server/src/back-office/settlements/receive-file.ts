import { createHash } from "node:crypto";
import { audit, type AuditActor, type Person } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import {
  beginReading,
  deleteImport,
  findImport,
  findSameFile,
  holdSource,
  type Import,
  insertImport,
  insertParts,
  lockImport,
  readPart,
  readSources,
  releaseFile,
} from "./import-queries.ts";

export type Upload = {
  readonly source: string;
  readonly fileName: string;
  readonly content: string;
  /** For a file that is sent in several requests: the import it belongs to, and the last part received. */
  readonly importId?: string | undefined;
  readonly afterPart?: number | undefined;
  /** More requests with further pieces of the file follow. */
  readonly isPartial: boolean;
};

/** The size that one worker reads in one transaction and keeps in memory. */
const PART_LENGTH = 1_000_000;
const MAX_PARTS = 2_000;

/**
 * Receives a file, or its next piece, and stores it in parts that the job reads in order. The same file for the same
 * source is one import. Only a file that failed or had refused rows is read again: its mapping may have been corrected
 * or its day reopened, and lines with known keys are not counted twice.
 */
export async function receiveFile(
  { db, clock }: { db: Db; clock: Clock },
  who: Person,
  upload: Upload,
  newImportId: string = newId(),
): Promise<Import> {
  if (upload.content === "") throw invalidField("content", "must not be empty");
  if (upload.importId !== undefined && upload.afterPart === undefined)
    throw invalidField("after_part", "is required with import_id");
  return db.transaction(async (tx) => {
    if (!upload.isPartial) await holdSource(tx, upload.source);
    const one =
      upload.importId === undefined
        ? await begin(tx, who.userId, upload, newImportId, clock.now())
        : await goOn(tx, upload, upload.importId);
    // The same request was already completed, and is repeated after a crash.
    if (one.status !== "receiving") return one;
    if ((upload.afterPart ?? 0) < one.parts) return one; // This piece was received before.
    const received = await addContent(tx, one, upload.content);
    return upload.isPartial ? received : endUpload(tx, received, who.actor, clock.now());
  });
}

async function begin(tx: Tx, requestedBy: string, upload: Upload, importId: string, createdAt: Date): Promise<Import> {
  const repeated = await findImport(tx, importId);
  if (repeated !== undefined) return repeated;
  const found = (await readSources(tx)).find((one) => one.source === upload.source);
  if (found === undefined) throw invalidField("source", "is not known; see GET /settlements/sources");
  const { source, account, mapping } = found;
  return insertImport(tx, { importId, source, account, fileName: upload.fileName, mapping, requestedBy, createdAt });
}

async function goOn(tx: Tx, { source, afterPart }: Upload, importId: string): Promise<Import> {
  const one = await lockImport(tx, importId);
  if (one === undefined || one.source !== source) throw notFound("Import");
  if (one.status === "receiving" && (afterPart ?? 0) > one.parts)
    throw conflict(`The import has ${one.parts} parts so far; send the next part`);
  return one;
}

export function hasRoom({ parts }: Import, more: number): boolean {
  return parts + more <= MAX_PARTS;
}

export async function addContent(tx: Tx, one: Import, content: string): Promise<Import> {
  const contents = piecesOf(content);
  if (!hasRoom(one, contents.length))
    throw conflict("The file is longer than 2 GB; split it by days", "LIMIT_EXCEEDED");
  await insertParts(tx, one.importId, one.parts, contents);
  return { ...one, parts: one.parts + contents.length };
}

export async function endUpload(tx: Tx, one: Import, actor: AuditActor, at: Date): Promise<Import> {
  const hash = createHash("sha256");
  for (let part = 1; part <= one.parts; part++) hash.update(await readPart(tx, one.importId, part));
  const fileHash = hash.digest();
  const same = await findSameFile(tx, one.source, fileHash);
  if (same !== undefined && (same.status === "failed" || (same.status === "finished" && same.refused > 0)))
    await releaseFile(tx, same.importId);
  else if (same !== undefined) {
    await deleteImport(tx, one.importId);
    return same;
  }
  await beginReading(tx, one.importId, fileHash);
  const changes = { source: one.source, file_name: one.fileName, sha256: fileHash.toString("hex") };
  await audit(tx, { orgId: null, actor, at }, "settlement_import.received", one.importId, changes);
  return { ...one, status: "reading" };
}

/** Splits the text of a file into parts, but never within a character of two UTF-16 units. */
function piecesOf(content: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < content.length;) {
    let to = Math.min(from + PART_LENGTH, content.length);
    if (to < content.length && /[\uD800-\uDBFF]/.test(content[to - 1]!)) to -= 1;
    pieces.push(content.slice(from, to));
    from = to;
  }
  return pieces;
}
