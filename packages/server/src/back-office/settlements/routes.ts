import Type from "typebox";
import { Clean } from "typebox/value";
import { actorIn, audit, personIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CreatedAt,
  CurrencyCode,
  Day,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  properties,
  Shape,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { created, list, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { Money } from "@corridor/base/money.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { readAccountBalances } from "./account-queries.ts";
import { closeDay, reopen } from "./close-day.ts";
import { exceptionRoutes } from "./exception-routes.ts";
import { countOtherSources, findImport, type Import, listImports, readSources, writeSource } from "./import-queries.ts";
import { type Mapping, MappingSchema } from "./mapping.ts";
import { previewStatement } from "./preview-statement.ts";
import { receiveFile } from "./receive-file.ts";
import { type DayHead, IMPORT_STATUSES, isAccount, isBank, LINE_KINDS, type SettlementLine } from "./settlement.ts";

const TAG = "Settlements";
/** A longer file is sent in several requests. */
const MAX_BODY_BYTES = 16 * 1_048_576;
const MAX_SOURCES = 200;
const MAX_TEXT = 500;
const MAX_SAMPLE = 300_000;
const NO_ACCOUNT = "must be the name of a provider, or bank: followed by a name";

const SourceFields = properties({
  name: [Type.String({ minLength: 1, maxLength: 200 }), "The source's name, for people"],
  account: [Type.String({ maxLength: 60 }), "A provider's name, or `bank:` followed by a name"],
  mapping: MappingSchema,
});
const SourceSchema = Named(["SettlementSource", "Whose statements they are, and how they are read"], {
  source: [Type.String(), "The source's name in addresses"],
  ...SourceFields,
});

const ImportSchema = Named(["SettlementImport", "A statement file that is being imported"], {
  import_id: [Id, "Id of the import"],
  source: [Type.String(), "The source that the file comes from"],
  account: [Type.String(), "A provider's name, or `bank:` followed by a name"],
  file_name: [Type.String(), "Name of the uploaded file"],
  status: [OneOf(IMPORT_STATUSES), "Status of the import. receiving: more parts of the file are to come"],
  parts: [Type.Integer(), "The number of parts that have arrived"],
  read_parts: [Type.Integer(), "The number of parts that were read so far"],
  rows: [Type.Integer(), "The number of rows that were read so far"],
  lines: [Type.Integer(), "The number of new statement lines"],
  duplicates: [Type.Integer(), "The number of lines that were imported before"],
  refused: [Type.Integer(), "The number of rows that could not be read"],
  problems: [
    Type.Array(
      Shape({
        row: [Type.Integer(), "Number of the row, counted from 1 without the line of column names"],
        message: [Type.String(), "Why the row could not be read"],
      }),
    ),
    "The first rows that could not be read, and why",
  ],
  failure: [Nullable(Type.String()), "Why the whole file cannot be read; null when it can be read"],
  created_at: CreatedAt,
  finished_at: [Nullable(Timestamp), "When the whole file was read; null before"],
});

const PreviewSchema = Named(["SettlementPreview", "The first rows of a file, as a mapping reads them"], {
  columns: [Type.Array(Type.String()), "The names of the columns, from the first row of the file"],
  words: [Type.Array(Type.String()), "The values that the column `kind` has in the file; each must be mapped"],
  failure: [Nullable(Type.String()), "Why the whole file cannot be read; null when it can be read"],
  rows: [
    Type.Array(
      Shape({
        row: [Type.Integer(), "Number of the row, counted from 1 without the line of column names"],
        problem: [Nullable(Type.String()), "Why the row cannot be read; null when it can be read"],
        line: [
          Nullable(
            Shape({
              value_date: [Type.String(), "The day on which the money moved"],
              kind: [OneOf(LINE_KINDS), "What the line is: a charge, a payout, a refund, a fee and so on"],
              currency: CurrencyCode,
              gross: [MoneyNumber, "The amount before the provider's fee"],
              fee: [MoneyNumber, "The provider's own fee"],
              net: [MoneyNumber, "The amount after the provider's fee"],
              provider_reference: [Nullable(Type.String()), "The provider's own reference of the movement"],
              our_reference: [Nullable(Type.String()), "Our attempt id, as the provider repeats it"],
            }),
          ),
          "The statement line that the row becomes; null when the row cannot be read",
        ],
      }),
    ),
    "The first rows of the file",
  ],
});

const AccountSchema = Named("SettlementAccount", {
  account: [Type.String(), "A provider's name, or `bank:` followed by a name"],
  currency: CurrencyCode,
  expected: [MoneyNumber, "The amount at the provider or bank according to our ledger"],
  stated: [MoneyNumber, "The balance according to the statements"],
  unexplained: [MoneyNumber, "`expected` less `stated`"],
  open_exceptions: [Type.Integer(), "The number of exceptions that nobody has resolved yet"],
  at_stake: [MoneyNumber, "The sum of the amounts of the open exceptions, without their signs"],
  lines: [Type.Integer(), "How many statement lines the account has"],
  first_day: [Nullable(Type.String()), "The first day that has lines; null without any"],
  last_day: [Nullable(Type.String()), "The last day that has lines; null without any"],
  closed_through: [Nullable(Type.String()), "The last closed day, as all before it; null: none is closed"],
  fetched_through: [Nullable(Type.String()), "The last day that was fetched from the provider; null: none was"],
  fetch_failure: [Nullable(Type.String()), "Why statements cannot be fetched; null while fetching works"],
});

const DaySchema = Named(["SettlementDay", "A closed day, whose statement lines cannot change"], {
  account: [Type.String(), "A provider's name, or `bank:` followed by a name"],
  day: [Type.String(), "The closed day"],
  lines: [Type.Integer(), "How many statement lines the day has"],
  lines_digest: [Type.String(), "SHA-256 over the day's lines"],
  signature: [Type.String(), "Signature over the day and the previous day, with the deployment's key"],
  closed_at: [Timestamp, "When the day was closed"],
});

type SettlementDeps = { db: Db; clock: Clock; secrets: SecretBox; askSecondPerson: AskSecondPerson };

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
  const on = operations(app, TAG);
  on("GET /settlements/sources", {
    id: "listSettlementSources",
    summary: "List the sources of statements, and how their files are read",
    answer: list("Sources", SourceSchema),
    handle: async () => await readSources(db),
  });

  on("PUT /settlements/sources/:source", {
    id: "setSettlementSource",
    summary: "Set how the statements of a source are read",
    body: Named("SettlementSourceInput", SourceFields),
    answer: ok("Source set", SourceSchema),
    errors: { 404: null, 409: "The maximum number of sources is reached (LIMIT_EXCEEDED)" },
    handle: async (request) => {
      const { source } = request.params;
      const { name, account } = request.body;
      const mapping = Clean(MappingSchema, request.body.mapping) as Mapping;
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
        const by = { orgId: null, actor: actorIn(request), at };
        await audit(tx, by, "settlement_source.changed", source, { name, account, mapping });
      });
      return made;
    },
  });
}

function previewRoute(app: App): void {
  const on = operations(app, TAG);
  on("POST /settlements/sources/preview", {
    id: "previewSettlementSource",
    summary: "Read the first rows of a statement by a mapping",
    description: "Nothing is kept.",
    body: Named("SettlementPreviewInput", {
      account: [SourceFields.account, "A provider's name, or `bank:` followed by a name"],
      mapping: MappingSchema,
      content: [Type.String({ maxLength: MAX_SAMPLE }), "A part of the file, as text"],
    }),
    answer: ok("Preview", PreviewSchema),
    handle: async (request) => {
      const { account, mapping, content } = request.body;
      if (!isAccount(account)) throw invalidField("account", NO_ACCOUNT);
      const { columns, words, failure, rows } = previewStatement(mapping, account, content);
      const shown = rows.map((row) => ({ ...row, line: row.line && showLine(row.line) }));
      return { columns: [...columns], words: [...words], failure, rows: shown };
    },
  });
}

function importRoutes(app: App, deps: SettlementDeps): void {
  const on = operations(app, TAG);
  on("POST /settlements/imports", {
    id: "importSettlement",
    summary: "Import a statement",
    description:
      "The text of a file, up to 16 MiB a request. A longer one comes in pieces: `partial` with all but the " +
      "last, then `import_id` and `after_part`.",
    body: Named("SettlementImportInput", {
      source: [Type.String({ maxLength: 40 }), "The source that the file comes from"],
      file_name: [Type.String({ minLength: 1, maxLength: 200 }), "Name of the uploaded file"],
      content: [Type.String(), "A part of the file, as text"],
      import_id: [Type.Optional(Id), "Id of the import that this part belongs to; omitted for the first part"],
      after_part: [Type.Optional(Type.Integer({ minimum: 0 })), "The number of parts that were sent before this one"],
      partial: [Type.Optional(Type.Boolean()), "Whether more parts of the file follow"],
    }),
    answer: created("Import received", ImportSchema),
    errors: { 409: "A piece before this one is missing, or the file is too long" },
    bodyLimit: MAX_BODY_BYTES,
    handle: async (request) => {
      const { source, file_name: fileName, content, import_id: importId, after_part: afterPart } = request.body;
      const known = importId === undefined ? undefined : idOf(importId, "Import");
      const isPartial = request.body.partial ?? false;
      const upload = { source, fileName, content, importId: known, afterPart, isPartial };
      return showImport(await receiveFile(deps, personIn(request), upload, request.idempotencyId));
    },
  });

  on("GET /settlements/imports", {
    id: "listSettlementImports",
    summary: "List imported statements, newest first",
    query: Type.Object({ account: Type.Optional(Type.String({ maxLength: 60 })) }),
    answer: pages("Imports", ImportSchema),
    handle: async (request) => {
      const page = readPage(request, "settlement-imports", { every: true });
      const rows = await listImports(deps.db, request.query.account ?? null, page.after?.[0] ?? null, page.limit + 1);
      return shownPage(rows, page, ({ importId }) => [importId], showImport);
    },
  });

  on("GET /settlements/imports/:import_id", {
    id: "getSettlementImport",
    summary: "Read the progress of an import",
    answer: ok("Import", ImportSchema),
    handle: async (request) => {
      const found = await findImport(deps.db, idOf(request.params.import_id, "Import"));
      if (found === undefined) throw notFound("Import");
      return showImport(found);
    },
  });
}

function dayRoutes(app: App, deps: SettlementDeps): void {
  const on = operations(app, TAG);
  on("GET /settlements/accounts", {
    id: "listSettlementAccounts",
    summary: "Read what the ledger expects at providers and banks, and what statements say",
    answer: list("Accounts", AccountSchema),
    handle: async () => (await readAccountBalances(deps.db)).map(showAccount),
  });

  on("POST /settlements/accounts/:account/close", {
    id: "closeSettlementDay",
    summary: "Close a day of an account",
    body: Closed({ day: [Day, "The day to close"] }),
    answer: ok("Day closed", DaySchema),
    errors: { 409: "The day is not over or closed already, or an import is not finished" },
    handle: async (request) =>
      showDay(await closeDay(deps, personIn(request), request.params.account, request.body.day)),
  });

  on("POST /settlements/accounts/:account/reopen", {
    id: "reopenSettlementDay",
    summary: "Reopen the last closed day of an account, once another platform admin has approved it",
    body: Closed({ reason: [Type.String({ minLength: 1, maxLength: MAX_TEXT }), "Why the day is opened again"] }),
    answer: ok(
      "Reopening",
      Named(["SettlementReopening", "The reopening of a closed day"], { day: [Type.String(), "The day that is open"] }),
    ),
    errors: { 409: "No day is closed" },
    handle: async (request) => await reopen(deps, personIn(request), request.params.account, request.body.reason),
  });
}

function showLine(line: SettlementLine) {
  const inCurrency = (text: string): Money => Money.fromDatabase(text, line.currency);
  return {
    ...inSnakeCase(line, "valueDate", "kind", "currency", "providerReference", "ourReference"),
    gross: inCurrency(line.gross),
    fee: inCurrency(line.fee),
    net: inCurrency(line.net),
  };
}

function showImport(one: Import) {
  return {
    ...inSnakeCase(one, "importId", "source", "account", "fileName", "status", "parts", "readParts", "duplicates"),
    ...inSnakeCase(one, "refused", "problems", "failure", "createdAt", "finishedAt"),
    rows: one.rowCount,
    lines: one.lineCount,
  };
}

function showAccount({ exceptions, ...row }: Awaited<ReturnType<typeof readAccountBalances>>[number]) {
  const inCurrency = (text: string): Money => Money.fromDatabase(text, row.currency);
  const [expected, stated] = [inCurrency(row.expected), inCurrency(row.stated)];
  const amounts = { expected, stated, unexplained: expected.minus(stated), at_stake: inCurrency(row.at_stake) };
  return { ...row, ...amounts, open_exceptions: exceptions };
}

function showDay({ account, day, totals, lines_digest, signature, closed_at }: DayHead) {
  return { account, day, lines: totals.reduce((sum, { lines }) => sum + lines, 0), lines_digest, signature, closed_at };
}
