import Type from "typebox";
import { actorIn, appendAudit, personIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CurrencyCode,
  DateInput,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { readAccountBalances } from "./account-queries.ts";
import { closeDay, reopen } from "./close-day.ts";
import { exceptionRoutes } from "./exception-routes.ts";
import { countOtherSources, findImport, type Import, listImports, readSources, writeSource } from "./import-queries.ts";
import { MappingSchema } from "./mapping.ts";
import { previewStatement } from "./preview-statement.ts";
import { receiveFile } from "./receive-file.ts";
import { type DayHead, IMPORT_STATUSES, isAccount, isBank, LINE_KINDS, type SettlementLine } from "./settlement.ts";

const TAGS = ["Settlements"];
const IMPORTS = { name: "settlement-imports", cursorName: "last_evaluated_key" } as const;
/** A longer file is sent in several requests. */
const MAX_BODY_BYTES = 16 * 1_048_576;
const MAX_SOURCES = 200;
const MAX_TEXT = 500;
const MAX_SAMPLE = 300_000;
const NO_ACCOUNT = "must be the name of a provider, or bank: followed by a name";

const SourceFields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  account: Type.String({ maxLength: 60 }),
  mapping: MappingSchema,
};
const SourceSchema = Named("SettlementSource", { source: Type.String(), ...SourceFields });

const ImportSchema = Named("SettlementImport", {
  import_id: Id,
  source: Type.String(),
  account: Type.String(),
  file_name: Type.String(),
  status: OneOf(IMPORT_STATUSES),
  parts: Type.Integer(),
  read_parts: Type.Integer(),
  rows: Type.Integer(),
  lines: Type.Integer(),
  duplicates: Type.Integer(),
  refused: Type.Integer(),
  problems: Type.Array(Type.Object({ row: Type.Integer(), message: Type.String() })),
  failure: Nullable(Type.String()),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
});

const PreviewSchema = Named("SettlementPreview", {
  columns: Type.Array(Type.String()),
  words: Type.Array(Type.String()),
  failure: Nullable(Type.String()),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer(),
      problem: Nullable(Type.String()),
      line: Nullable(
        Type.Object({
          value_date: Type.String(),
          kind: OneOf(LINE_KINDS),
          currency: CurrencyCode,
          gross: MoneyNumber,
          fee: MoneyNumber,
          net: MoneyNumber,
          provider_reference: Nullable(Type.String()),
          our_reference: Nullable(Type.String()),
        }),
      ),
    }),
  ),
});

const AccountSchema = Named("SettlementAccount", {
  account: Type.String(),
  currency: CurrencyCode,
  expected: MoneyNumber,
  stated: MoneyNumber,
  unexplained: MoneyNumber,
  open_exceptions: Type.Integer(),
  at_stake: MoneyNumber,
  lines: Type.Integer(),
  first_day: Nullable(Type.String()),
  last_day: Nullable(Type.String()),
  closed_through: Nullable(Type.String()),
  fetched_through: Nullable(Type.String()),
  fetch_failure: Nullable(Type.String()),
});

const DaySchema = Named("SettlementDay", {
  account: Type.String(),
  day: Type.String(),
  lines: Type.Integer(),
  lines_digest: Type.String(),
  signature: Type.String(),
  closed_at: Timestamp,
});

type SettlementDeps = { db: Db; clock: Clock; secrets: SecretBox };

/** Settlements for platform people: statement files, unexplained balances, exceptions, closed days. */
export function settlementRoutes(deps: SettlementDeps): (app: App) => void {
  return (app) => {
    sourceRoutes(app, deps);
    previewRoute(app);
    importRoutes(app, deps);
    exceptionRoutes(app, deps);
    dayRoutes(app, deps);
  };
}

function sourceRoutes(app: App, { db, clock }: SettlementDeps): void {
  app.get(
    "/settlements/sources",
    {
      schema: {
        operationId: "listSettlementSources",
        summary: "List the sources of statements, and how their files are read",
        tags: TAGS,
        response: { 200: SuccessOf(Type.Array(SourceSchema)) },
      },
    },
    async () => success("Sources", await readSources(db)),
  );

  app.put(
    "/settlements/sources/:source",
    {
      schema: {
        operationId: "setSettlementSource",
        "x-errors": { 404: null, 409: "The maximum number of sources is reached (LIMIT_EXCEEDED)" },
        summary: "Set how the statements of a source are read",
        tags: TAGS,
        params: Type.Object({ source: Type.String() }),
        body: Named("SettlementSourceInput", SourceFields),
        response: { 200: SuccessOf(SourceSchema) },
      },
    },
    async (request) => {
      const { source } = request.params;
      const { name, account, mapping } = request.body;
      if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(source))
        throw invalidField("source", "must be up to 40 small letters, digits, hyphens and underscores");
      if (name.trim() === "") throw invalidField("name", "must not be blank");
      if (!isAccount(account)) throw invalidField("account", NO_ACCOUNT);
      if (mapping.settles_to !== undefined && !(isBank(mapping.settles_to) && isAccount(mapping.settles_to)))
        throw invalidField("mapping.settles_to", "must be bank: followed by a name");
      const made = { source, name: name.trim(), account, mapping };
      await db.transaction(async (tx) => {
        if ((await countOtherSources(tx, source)) >= MAX_SOURCES)
          throw conflict(`There are ${MAX_SOURCES} sources already`, "LIMIT_EXCEEDED");
        const at = clock.now();
        await writeSource(tx, made, request.caller.userId, at);
        const entry = {
          orgId: null,
          actor: actorIn(request),
          action: "settlement_source.changed",
          resourceType: "settlement_source",
          resourceId: source,
        };
        await appendAudit(tx, [{ ...entry, changes: { name, account, mapping }, at }]);
      });
      return success("Source set", made);
    },
  );
}

function previewRoute(app: App): void {
  app.post(
    "/settlements/sources/preview",
    {
      schema: {
        operationId: "previewSettlementSource",
        summary: "Read the first rows of a statement by a mapping",
        description: "Nothing is kept.",
        tags: TAGS,
        body: Named("SettlementPreviewInput", {
          account: SourceFields.account,
          mapping: MappingSchema,
          content: Type.String({ maxLength: MAX_SAMPLE }),
        }),
        response: { 200: SuccessOf(PreviewSchema) },
      },
    },
    async (request) => {
      const { account, mapping, content } = request.body;
      if (!isAccount(account)) throw invalidField("account", NO_ACCOUNT);
      const { columns, words, failure, rows } = previewStatement(mapping, account, content);
      return success("Preview", {
        columns: [...columns],
        words: [...words],
        failure,
        rows: rows.map((row) => ({ ...row, line: showLine(row.line) })),
      });
    },
  );
}

function importRoutes(app: App, deps: SettlementDeps): void {
  app.post(
    "/settlements/imports",
    {
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        operationId: "importSettlement",
        "x-errors": { 409: "A piece before this one is missing, or the file is too long" },
        summary: "Import a statement",
        description:
          "The text of a file, up to 16 MiB a request. A longer one comes in pieces: `partial` with all but the " +
          "last, then `import_id` and `after_part`.",
        tags: TAGS,
        body: Named("SettlementImportInput", {
          source: Type.String({ maxLength: 40 }),
          file_name: Type.String({ minLength: 1, maxLength: 200 }),
          content: Type.String(),
          import_id: Type.Optional(Id),
          after_part: Type.Optional(Type.Integer({ minimum: 0 })),
          partial: Type.Optional(Type.Boolean()),
        }),
        response: { 201: SuccessOf(ImportSchema) },
      },
    },
    async (request, reply) => {
      const {
        source,
        file_name: fileName,
        content,
        import_id: importId,
        after_part: afterPart,
        partial: isPartial = false,
      } = request.body;
      if (importId !== undefined && !isId(importId)) throw notFound("Import");
      const upload = { source, fileName, content, importId: importId?.toLowerCase(), afterPart, isPartial };
      return reply
        .code(201)
        .send(
          success(
            "Import received",
            showImport(await receiveFile(deps, personIn(request), upload, request.idempotencyId)),
          ),
        );
    },
  );

  app.get(
    "/settlements/imports",
    {
      schema: {
        operationId: "listSettlementImports",
        summary: "List imported statements, newest first",
        tags: TAGS,
        querystring: Type.Object({ account: Type.Optional(Type.String({ maxLength: 60 })), ...pageQuery() }),
        response: { 200: ListOf(ImportSchema) },
      },
    },
    async (request) => {
      const page = readPage(request, IMPORTS, { every: true });
      const rows = await listImports(deps.db, request.query.account ?? null, page.after?.[0] ?? null, page.limit + 1);
      return listOf(
        "Imports",
        mapPage(
          pageOf(rows, page, ({ importId }) => [importId]),
          showImport,
        ),
      );
    },
  );

  app.get(
    "/settlements/imports/:import_id",
    {
      schema: {
        operationId: "getSettlementImport",
        summary: "Read the progress of an import",
        tags: TAGS,
        params: Type.Object({ import_id: Type.String() }),
        response: { 200: SuccessOf(ImportSchema) },
      },
    },
    async (request) => {
      const { import_id } = request.params;
      const found = isId(import_id) ? await findImport(deps.db, import_id.toLowerCase()) : undefined;
      if (found === undefined) throw notFound("Import");
      return success("Import", showImport(found));
    },
  );
}

function dayRoutes(app: App, deps: SettlementDeps): void {
  app.get(
    "/settlements/accounts",
    {
      schema: {
        operationId: "listSettlementAccounts",
        summary: "Read what the ledger expects at providers and banks, and what statements say",
        tags: TAGS,
        response: { 200: SuccessOf(Type.Array(AccountSchema)) },
      },
    },
    async () => success("Accounts", (await readAccountBalances(deps.db)).map(showAccount)),
  );

  app.post(
    "/settlements/accounts/:account/close",
    {
      schema: {
        operationId: "closeSettlementDay",
        "x-errors": { 409: "The day is not over or closed already, or an import is not finished" },
        summary: "Close a day of an account",
        tags: TAGS,
        params: Type.Object({ account: Type.String() }),
        body: Closed({ day: DateInput }),
        response: { 200: SuccessOf(DaySchema) },
      },
    },
    async (request) =>
      success("Day closed", showDay(await closeDay(deps, personIn(request), request.params.account, request.body.day))),
  );

  app.post(
    "/settlements/accounts/:account/reopen",
    {
      schema: {
        operationId: "reopenSettlementDay",
        "x-errors": { 409: "No day is closed" },
        summary: "Reopen the last closed day: one platform admin requests it, another repeats the request",
        tags: TAGS,
        params: Type.Object({ account: Type.String() }),
        body: Closed({ reason: Type.String({ minLength: 1, maxLength: MAX_TEXT }) }),
        response: {
          200: SuccessOf(
            Named("SettlementReopening", { day: Type.String(), status: OneOf(["requested", "reopened"] as const) }),
          ),
        },
      },
    },
    async (request) =>
      success("Reopening", await reopen(deps, personIn(request), request.params.account, request.body.reason)),
  );
}

function showLine(line: SettlementLine | null) {
  if (line === null) return null;
  const { valueDate, kind, currency, providerReference, ourReference } = line;
  const [gross, fee, net] = [line.gross, line.fee, line.net].map((text) => Money.fromDatabase(text, currency)) as [
    Money,
    Money,
    Money,
  ];
  return {
    value_date: valueDate,
    kind,
    currency,
    gross,
    fee,
    net,
    provider_reference: providerReference,
    our_reference: ourReference,
  };
}

function showImport(one: Import) {
  return {
    import_id: one.importId,
    source: one.source,
    account: one.account,
    file_name: one.fileName,
    status: one.status,
    parts: one.parts,
    read_parts: one.readParts,
    rows: one.rowCount,
    lines: one.lineCount,
    duplicates: one.duplicates,
    refused: one.refused,
    problems: one.problems.map((problem) => ({ ...problem })),
    failure: one.failure,
    created_at: one.createdAt,
    finished_at: one.finishedAt,
  };
}

function showAccount(row: Awaited<ReturnType<typeof readAccountBalances>>[number]) {
  const { account, currency, lines, first_day, last_day, closed_through, fetched_through, fetch_failure } = row;
  const [expected, stated, atStake] = [row.expected, row.stated, row.at_stake].map((text) =>
    Money.fromDatabase(text, currency),
  ) as [Money, Money, Money];
  const unexplained = expected.minus(stated);
  const days = { first_day, last_day, closed_through, fetched_through, fetch_failure };
  return {
    account,
    currency,
    expected,
    stated,
    unexplained,
    open_exceptions: row.exceptions,
    at_stake: atStake,
    lines,
    ...days,
  };
}

function showDay({ account, day, totals, lines_digest, signature, closed_at }: DayHead) {
  return { account, day, lines: totals.reduce((sum, { lines }) => sum + lines, 0), lines_digest, signature, closed_at };
}
