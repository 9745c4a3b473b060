import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import Type from "typebox";
import { actorIn, audit, PLATFORM_CHAIN } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { type Caller, idOf, organizationOf, type OrganizationExists, scopeOf } from "#src/kernel/http/caller.ts";
import { conflict, forbidden, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { Closed, CurrencyCode, Id, OneOf, Written, Named, DateFrom, DateTo } from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { openIfOurs, type SecretBox } from "#src/kernel/secrets.ts";
import { type Export, EXPORT_FORMATS, EXPORT_KINDS, type ExportFormat, type ExportKind } from "./export.ts";
import { ExportItem, itemOf, ReadyExport } from "./export-item.ts";
import { countOpen, findExport, insertExport, listExports, readPart } from "./queries.ts";

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

/** Which kinds have something to filter by it. */
const KINDS_OF: readonly (readonly [filter: keyof Export["filters"], kinds: readonly ExportKind[]])[] = [
  ["currency", ["transactions", "ledger", "fees"]],
  ["status", ["transactions", "fees"]],
  ["action", ["audit"]],
  ["resource_id", ["audit"]],
];

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
    on("POST /exports", {
      id: "createExport",
      summary: "Request a file of transactions, ledger, fees or audit log",
      description:
        `Created in the background: read the export again until \`status\` is completed, or wait for ` +
        `the event \`export.completed\`. The file contains the rows that existed at the request, ` +
        `oldest first; amounts are exact. Kept for a week. At most ${MAX_OPEN} unfinished exports. The audit ` +
        `log is for org-admins; that of the platform has the org_id ${PLATFORM_CHAIN}.`,
      body: Named(
        "ExportInput",
        {
          kind: [OneOf(EXPORT_KINDS), "What the export contains"],
          format: [Type.Optional(OneOf(EXPORT_FORMATS, { default: "csv" })), "Format of the file"],
          date_from: DateFrom,
          date_to: DateTo,
          currency: Type.Optional(CurrencyCode),
          status: [Type.Optional(Type.String({ maxLength: 40 })), "For transactions and fees: a status of payments"],
          action: [Type.Optional(Type.String({ maxLength: 300 })), "For the audit log: as its list filters"],
          resource_id: [Type.Optional(Type.String({ maxLength: 300 })), "For the audit log, as well"],
          org_id: Type.Optional(Type.String({ description: "For the platform" })),
        },
        { additionalProperties: false },
      ),
      answer: created("Export requested", ReadyExport),
      errors: { 409: "This organization has the maximum number of unfinished exports (LIMIT_EXCEEDED)" },
      handle: async (request) => {
        const { caller, body } = request;
        const { org_id, kind, format = "csv", date_from, date_to, ...named } = body;
        const range = Object.entries(dateRange(date_from, date_to)).map(([name, at]) => [name, at.toISOString()]);
        const filters: Export["filters"] = { ...named, ...Object.fromEntries(range) };
        const orgId = organizationOf(caller, org_id);
        if (kind === "audit" && !mayReadAudit(caller)) throw forbidden("The audit log is exported by an org-admin");
        const isKnown =
          caller.platformRole === null ||
          (kind === "audit" && orgId === PLATFORM_CHAIN) ||
          (await deps.organizationExists(db, orgId));
        if (!isKnown) throw notFound("Organization");
        for (const [name, kinds] of KINDS_OF)
          if (filters[name] !== undefined && !kinds.includes(kind))
            throw invalidField(name, `must be omitted for ${kind}`);
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
    });

    on("GET /exports", {
      id: "listExports",
      summary: "List exports, newest first",
      query: Closed({ org_id: Type.Optional(Id) }),
      answer: pages("Exports", ExportItem),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "exports", scope);
        const withAudit = mayReadAudit(request.caller);
        const rows = await listExports(db, {
          scope,
          withAudit,
          beforeId: page.after?.[0] ?? null,
          limit: page.limit + 1,
        });
        return shownPage(rows, page, (row) => [row.exportId], itemOf);
      },
    });

    on("GET /exports/:export_id", {
      id: "getExport",
      summary: "Read an export",
      answer: ok("Export", ReadyExport),
      handle: async (request) => {
        const one = await findExport(db, scopeOf(request.caller), idOf(request.params.export_id, "Export"));
        if (one === undefined || (one.kind === "audit" && !mayReadAudit(request.caller))) throw notFound("Export");
        return withAddress(one);
      },
    });

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

/** As `GET /organizations/:org_id/audit-log` lets in: the permission to export shows nobody the audit log. */
function mayReadAudit({ platformRole, role }: Caller): boolean {
  return platformRole !== null || role === "org-admin";
}

async function exportOfToken({ db, clock, secrets }: ExportDeps, token: string): Promise<Export> {
  const [orgId, exportId, expiresMs] = openIfOurs(secrets, token, PLACE)?.split("/") ?? [];
  if (!isId(orgId) || !isId(exportId) || !(clock.now().getTime() < Number(expiresMs))) throw notFound("File");
  const one = await findExport(db, { orgId }, exportId);
  if (one?.status !== "completed") throw notFound("File");
  return one;
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
