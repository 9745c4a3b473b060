import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import Type from "typebox";
import { actorIn, audit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf, organizationOf, type OrganizationExists, scopeOf } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { pageQuery, readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { Closed, CurrencyCode, Id, OneOf, TimestampInput, Written, Named } from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { type SecretBox, SecretUnreadable } from "#src/kernel/secrets.ts";
import { type Export, EXPORT_FORMATS, EXPORT_KINDS, type ExportFormat } from "./export.ts";
import { ExportItem, itemOf, ReadyExport } from "./export-item.ts";
import { countOpen, findExport, insertExport, listExports, readPart } from "./queries.ts";

const EXPORTS = { name: "exports", cursorName: "last_evaluated_key" } as const;
const TAG = "Exports";
const MAX_OPEN = 5;
const ADDRESS_LASTS_MS = 15 * 60_000;
const PLACE = "export file";
const decompress = promisify(gunzip);
const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
};

const FileContent = { schema: Written<Readable>(Type.String()) };

export type ExportDeps = {
  db: Db;
  clock: Clock;
  secrets: SecretBox;
  publicBaseUrl: string;
  organizationExists: OrganizationExists;
};

export function exportRoutes(deps: ExportDeps): (app: App) => void {
  const { db, clock, secrets } = deps;

  function withAddress(one: Export) {
    if (one.status !== "completed") return itemOf(one);
    const expiresAt = new Date(Math.min(clock.now().getTime() + ADDRESS_LASTS_MS, one.expiresAt!.getTime()));
    const token = secrets.seal(`${one.orgId}/${one.exportId}/${expiresAt.getTime()}`, PLACE);
    return {
      ...itemOf(one),
      download_url: `${deps.publicBaseUrl}/v1/exports/files/${token}`,
      download_url_expires_at: expiresAt,
    };
  }

  return (app) => {
    const on = operations(app, TAG);
    on(
      "POST /exports",
      {
        id: "createExport",
        summary: "Request a file of transactions, ledger, fees or audit log",
        description:
          `Created in the background: read the export again until \`status\` is completed, or wait for ` +
          `the event \`export.completed\`. The file contains the rows that existed at the request, ` +
          `oldest first; amounts are exact. Kept for a week. At most ${MAX_OPEN} unfinished exports.`,
        body: Named(
          "ExportInput",
          {
            kind: [OneOf(EXPORT_KINDS), "What the export contains"],
            format: [Type.Optional(OneOf(EXPORT_FORMATS, { default: "csv" })), "Format of the file"],
            date_from: [Type.Optional(TimestampInput), "First day or instant of the range"],
            date_to: [Type.Optional(TimestampInput), "Last day or instant of the range"],
            currency: Type.Optional(CurrencyCode),
            status: [Type.Optional(Type.String({ maxLength: 40 })), "For transactions and fees: a status of payments"],
            org_id: Type.Optional(Type.String({ description: "For the platform" })),
          },
          { additionalProperties: false },
        ),
        answer: created("Export requested", ReadyExport),
        errors: { 409: "This organization has the maximum number of unfinished exports (LIMIT_EXCEEDED)" },
      },
      async (request) => {
        const { caller, body } = request;
        const { org_id, kind, format = "csv", ...filters } = body;
        const orgId = organizationOf(caller, org_id);
        if (caller.platformRole !== null && !(await deps.organizationExists(db, orgId))) throw notFound("Organization");
        if (filters.status !== undefined && kind !== "transactions" && kind !== "fees")
          throw invalidField("status", `must be omitted for ${kind}`);
        if (filters.currency !== undefined && kind === "audit")
          throw invalidField("currency", "must be omitted for audit");
        const at = clock.now();
        const asked: Export = {
          ...NEW,
          orgId,
          exportId: request.idempotencyId ?? newId(),
          kind,
          format,
          filters,
          until: at,
          requestedBy: caller.userId,
          createdAt: at,
          updatedAt: at,
        };
        const made = await db.transaction(async (tx) => {
          const repeated = await findExport(tx, { orgId }, asked.exportId);
          if (repeated !== undefined) return repeated;
          if ((await countOpen(tx, orgId)) >= MAX_OPEN)
            throw conflict(
              `This organization has ${MAX_OPEN} unfinished exports; wait until one of them is finished`,
              "LIMIT_EXCEEDED",
            );
          await insertExport(tx, asked);
          const by = { orgId, actor: actorIn(request), at };
          await audit(tx, by, "export.requested", asked.exportId, { kind, format, ...filters });
          return asked;
        });
        return withAddress(made);
      },
    );

    on(
      "GET /exports",
      {
        id: "listExports",
        summary: "List exports, newest first",
        query: Closed({ org_id: Type.Optional(Id), ...pageQuery() }),
        answer: pages("Exports", ExportItem),
      },
      async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, EXPORTS, scope);
        const rows = await listExports(db, scope, page.after?.[0] ?? null, page.limit + 1);
        return shownPage(rows, page, (row) => [row.exportId], itemOf);
      },
    );

    on(
      "GET /exports/:export_id",
      { id: "getExport", summary: "Read an export", answer: ok("Export", ReadyExport) },
      async (request) => {
        const one = await findExport(db, scopeOf(request.caller), idOf(request.params.export_id, "Export"));
        if (one === undefined) throw notFound("Export");
        return withAddress(one);
      },
    );

    app.get(
      "/exports/files/:token",
      {
        schema: {
          operationId: "downloadExport",
          summary: "Download the file of an export by its signed address",
          tags: [TAG],
          params: Type.Object({ token: Type.String() }),
          response: {
            200: {
              content: Object.fromEntries(
                Object.values(CONTENT_TYPES).map((type) => [type.split(";")[0]!, FileContent]),
              ),
            },
          },
        },
      },
      async (request, reply) => {
        const one = await exportOfToken(deps, request.params.token);
        return reply
          .header("content-type", CONTENT_TYPES[one.format])
          .header("content-disposition", `attachment; filename="${one.kind}-${one.exportId}.${one.format}"`)
          .header("cache-control", "private, no-store")
          .send(Readable.from(contentOf(db, one)));
      },
    );
  };
}

async function exportOfToken({ db, clock, secrets }: ExportDeps, token: string): Promise<Export> {
  const [orgId, exportId, expiresMs] = openToken(secrets, token);
  if (!isId(orgId) || !isId(exportId) || !(clock.now().getTime() < Number(expiresMs))) throw notFound("File");
  const one = await findExport(db, { orgId }, exportId);
  if (one?.status !== "completed") throw notFound("File");
  return one;
}

function openToken(secrets: SecretBox, token: string): (string | undefined)[] {
  try {
    return secrets.open(token, PLACE).split("/");
  } catch (error) {
    if (error instanceof SecretUnreadable) return [];
    throw error;
  }
}

/** One part in memory at a time; the next is read only when the client has received the previous one. */
async function* contentOf(db: Db, one: Export): AsyncGenerator<Buffer> {
  for (let part = 0; part < one.partCount; part++) {
    const content = await readPart(db, one, part);
    if (content === undefined) throw new Error(`part ${part} of the export ${one.exportId} is gone`);
    yield await decompress(content);
  }
}

const NEW = {
  status: "pending",
  cursor: null,
  partCount: 0,
  rowsDone: 0,
  rowsTotal: null,
  sizeBytes: 0,
  tries: 0,
  failureReason: null,
  finishedAt: null,
  expiresAt: null,
} as const;
