import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { type Caller, ownOrganizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { filledText, Id, Named, Nullable, OneOf, TimestampInput, Written } from "#src/kernel/http/schemas.ts";
import { created, list, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import {
  BatchSchema,
  BatchStatusSchema,
  PayoutRowStatusSchema,
  RowSchema,
  showBatch,
  showRow,
  storeBatch,
} from "./batch-record.ts";
import { MAX_NAMED_ROWS } from "./check-names.ts";
import {
  cancelBatch,
  type ChangeDeps,
  pauseBatch,
  previewAgain,
  resumeBatch,
  retryFailed,
  stopRepeating,
  submitBatch,
} from "./change-batch.ts";
import { type Batch, MAX_ROWS, MAX_RUNS, REPEATS } from "./payout-batch.ts";
import { countUnfinished, findBatch, insertBatch, listBatches } from "./queries.ts";
import { type GivenRow, MAX_LINES_SHOWN, readLines, readRows } from "./read-rows.ts";
import { insertRows, readRowsOf } from "./row-queries.ts";
import { writeErrors, writeStatement } from "./write-statement.ts";

const TAG = "Payout batches";
const TAGS = [TAG];
const BatchPath = Type.Object({ batch_id: Type.String() });
/** The largest request body: a hundred thousand rows of about three hundred bytes each. */
const MAX_BODY_BYTES = 32 * 1_048_576;
const MAX_UNFINISHED = 50;
const MAX_ROW_PAGE = 1_000;
const DEFAULT_ROW_PAGE = 50;
const MAX_CELL = 5_000;
const Cell = Type.Optional(Nullable(Type.String({ maxLength: MAX_CELL })));

const RowInputSchema = Named("PayoutRowInput", {
  beneficiary_id: [Type.String({ maxLength: MAX_CELL }), "The registered beneficiary who is paid"],
  amount: Type.Number({ description: "The amount that leaves the balance, in `currency`" }),
  currency: [
    Type.String({ maxLength: MAX_CELL }),
    "Currency of `amount`, by ISO 4217. The beneficiary is paid in its own currency, at a rate that is locked once " +
      "for the batch",
  ],
  reference: [Cell, "Your own reference; becomes the payout's `client_reference`"],
  description: [Cell, "Free text for people"],
  name: [
    Type.Optional(Nullable(Type.String({ maxLength: MAX_CELL }))),
    "The payee's name, which must match the beneficiary's name",
  ],
  account_number: [Cell, "National account number, or IBAN"],
  bank_code: [Cell, "Code of the bank, as `/externals/banks` lists it"],
  network: [Cell, "The mobile money network, or the blockchain"],
  phone_number: [Cell, "Phone number by E.164"],
});

const NewBatchInput = Named("PayoutBatchInput", {
  name: [filledText(200), "A name for people; it need not be unique"],
  rows: [Type.Optional(Type.Array(RowInputSchema, { maxItems: MAX_ROWS })), "What to pay, to whom"],
  csv: [
    Type.Optional(Type.String()),
    "Instead of `rows`: a CSV file whose first line names the columns, like the fields of a row",
  ],
  xlsx: [
    Type.Optional(Type.String()),
    "Instead of `rows`: an XLSX file in base64, whose first sheet is read. Formulas are not computed; their " +
      "stored values count",
  ],
  duplicates: [
    Type.Optional(OneOf(["refuse", "allow"] as const)),
    "Whether rows are refused that pay the same as another row, or as a payout of the last 90 days",
  ],
  check_account_names: Type.Optional(
    Type.Boolean({
      description: `Look up who holds each bank account, if a provider supports that; up to ${MAX_NAMED_ROWS} rows`,
    }),
  ),
});

const SubmissionInput = Named("PayoutBatchSubmission", {
  preview_hash: Type.String({
    description: "`preview_hash` of the batch as you read it, so that exactly the previewed rows are sent",
  }),
  skip_invalid: Type.Optional(Type.Boolean({ description: "Whether rows with errors are left out" })),
  scheduled_at: [Type.Optional(Nullable(TimestampInput)), "When the batch is sent; null: as soon as possible"],
  repeat: Type.Optional(
    Named(["PayoutBatchRepeatInput", "The calendar by which the batch is sent again"], {
      every: [OneOf(REPEATS), "How often the batch is sent, by the calendar in UTC, counted from the first time"],
      runs: [
        Type.Integer({ minimum: 2, maximum: MAX_RUNS }),
        "How many times the batch is sent in total, including the first time",
      ],
    }),
  ),
});

export function payoutBatchRoutes(deps: ChangeDeps): (app: App) => void {
  const { db, clock } = deps;
  return (app) => {
    const on = operations(app, TAG);
    on("POST /payout-batches", {
      id: "createPayoutBatch",
      summary: "Upload a list of payouts to be previewed",
      description:
        `Up to ${MAX_ROWS} rows, as JSON, CSV or XLSX, in a body of up to 32 MiB. Nothing is sent: ` +
        `every row is checked first, and the batch is \`ready\` when all are ` +
        `(\`payout_batch.ready\`).`,
      body: NewBatchInput,
      answer: created("Payout batch created", BatchSchema),
      bodyLimit: MAX_BODY_BYTES,
      handle: async (request) => {
        const { name, rows, csv, xlsx, duplicates = "refuse", check_account_names: checksNames = false } = request.body;
        const orgId = ownOrganizationOf(request.caller);
        const read = await readRows({ rows: rows as readonly GivenRow[] | undefined, csv, xlsx });
        if (checksNames && read.length > MAX_NAMED_ROWS)
          throw invalidField(
            "check_account_names",
            `is possible for up to ${MAX_NAMED_ROWS} rows; split the list, or leave it out`,
          );
        const batchId = request.idempotencyId ?? newId();
        const requester = requesterOf(request);
        const made = await db.transaction(async (tx) => {
          const repeated = await findBatch(tx, { orgId }, batchId);
          if (repeated !== undefined) return repeated;
          if ((await countUnfinished(tx, orgId)) >= MAX_UNFINISHED)
            throw conflict(
              `This organization has ${MAX_UNFINISHED} unfinished payout batches; finish or cancel one first`,
              "LIMIT_EXCEEDED",
            );
          const given = { name: name.trim(), duplicates, checksNames, rowCount: read.length, requester };
          const batch = await insertBatch(tx, { orgId, batchId, ...given, createdAt: clock.now() });
          await insertRows(tx, batch, read);
          return storeBatch(tx, batch, batch, requester.actor);
        });
        return showBatch(made);
      },
    });

    on("POST /payout-batches/read-file", {
      id: "readPayoutFile",
      summary: "Read the lines of a CSV or XLSX file, before its columns are known",
      description:
        `Up to ${MAX_LINES_SHOWN} lines, as text. Nothing is stored. A page on which people say what the columns of ` +
        "their own file mean makes `rows` of them.",
      body: Named("PayoutFileInput", {
        csv: [Type.Optional(Type.String()), "A file of text, or the copied cells of a spreadsheet"],
        xlsx: [Type.Optional(Type.String()), "An XLSX file in base64, whose first sheet is read"],
      }),
      answer: list("Lines of the file", Type.Array(Type.String())),
      bodyLimit: MAX_BODY_BYTES,
      handle: async ({ body }) => readLines(body),
    });

    on("GET /payout-batches", {
      id: "listPayoutBatches",
      summary: "List payout batches, newest first",
      query: Type.Object({ org_id: Type.Optional(Id), status: Type.Optional(BatchStatusSchema) }),
      answer: pages("Payout batches", BatchSchema),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "payout-batches", scope);
        const rows = await listBatches(db, scope, page, request.query.status);
        return shownPage(rows, page, ({ batchId }) => [batchId], showBatch);
      },
    });

    on("GET /payout-batches/:batch_id", {
      id: "getPayoutBatch",
      summary: "Read a payout batch: its preview, its progress",
      answer: ok("Payout batch", BatchSchema),
      handle: async (request) => showBatch(await visible(db, request)),
    });

    on("GET /payout-batches/:batch_id/rows", {
      id: "listPayoutBatchRows",
      summary: "List the rows of a payout batch in their order",
      query: Type.Object({
        status: Type.Optional(PayoutRowStatusSchema),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROW_PAGE, default: DEFAULT_ROW_PAGE })),
      }),
      answer: pages("Payout batch rows", RowSchema),
      handle: async (request) => {
        const batch = await visible(db, request);
        const page = readPage(request, `payout-batch-rows/${batch.batchId}`, batch);
        const { status = null } = request.query;
        const after = Number(page.after?.[0] ?? 0);
        const found = await readRowsOf(db, batch, { after, limit: page.limit + 1, status, wrong: false });
        return shownPage(found, page, ({ row }) => [String(row)], showRow);
      },
    });

    for (const [path, operationId, summary, write] of FILES)
      app.get(
        `/payout-batches/:batch_id/${path}`,
        {
          schema: {
            operationId,
            summary,
            tags: TAGS,
            params: BatchPath,
            response: { 200: { content: { "text/csv": { schema: Written<Readable>(Type.String()) } } } },
          },
        },
        async (request, reply) => {
          const batch = await visible(db, request);
          return reply
            .header("content-type", "text/csv; charset=utf-8")
            .header("content-disposition", `attachment; filename="payout-batch-${path}-${batch.batchId}.csv"`)
            .header("cache-control", "private, no-store")
            .send(Readable.from(write(db, batch)));
        },
      );

    on("POST /payout-batches/:batch_id/submit", {
      id: "submitPayoutBatch",
      summary: "Submit a previewed batch, to be sent now or at a given time",
      description:
        "If a policy requires other people, the batch waits for their approval, which is valid only for this " +
        "`preview_hash`.",
      body: SubmissionInput,
      answer: ok("Payout batch submitted", BatchSchema),
      errors: {
        409:
          "The batch is not ready, was previewed again, or the balance or the locked rates are no longer " +
          "sufficient",
      },
      handle: async (request) => {
        const { preview_hash, skip_invalid = false, scheduled_at, repeat: given } = request.body;
        const repeat = given === undefined ? null : { every: given.every, runs: given.runs };
        const scheduledAt = scheduled_at == null ? null : new Date(scheduled_at);
        if (scheduledAt !== null && scheduledAt <= clock.now())
          throw invalidField("scheduled_at", "must be in the future; leave it out to send the batch now");
        const batch = await visible(db, request);
        const asked = { previewHash: preview_hash, skipInvalid: skip_invalid, scheduledAt, repeat };
        const submission = { ...asked, commitBy: request.commitBy };
        return showBatch(await submitBatch(deps, batch, requesterOf(request), submission));
      },
    });

    for (const [path, operationId, summary, change] of CHANGES)
      on(`POST /payout-batches/:batch_id/${path}`, {
        id: operationId,
        summary,
        params: BatchPath,
        answer: ok("Payout batch changed", BatchSchema),
        errors: { 409: "The batch's status does not allow this action" },
        handle: async (request) => showBatch(await change(deps, await visible(db, request), requesterOf(request))),
      });

    on("POST /payout-batches/:batch_id/retry-failed", {
      id: "retryFailedPayouts",
      summary: "Create a new batch of the rows that failed",
      answer: created("Payout batch created", BatchSchema),
      errors: { 409: "No row failed, or all failed rows are already in another batch" },
      handle: async (request) => {
        const batch = await visible(db, request);
        const { idempotencyId: id } = request;
        const repeated = id === undefined ? undefined : await findBatch(db, batch, id);
        return showBatch(repeated ?? (await retryFailed(deps, batch, requesterOf(request), id)));
      },
    });
  };
}

const FILES = [
  ["statement", "getPayoutBatchStatement", "Download every row with its payment as CSV", writeStatement],
  ["errors", "getPayoutBatchErrors", "Download the rows that are invalid or failed as CSV", writeErrors],
] as const;

const CHANGES = [
  ["preview", "previewPayoutBatch", "Check every row anew", previewAgain],
  ["pause", "pausePayoutBatch", "Send no further row", pauseBatch],
  ["resume", "resumePayoutBatch", "Go on sending", resumeBatch],
  ["cancel", "cancelPayoutBatch", "Cancel a batch: no further row is sent", cancelBatch],
  ["stop-repeating", "stopRepeatingPayouts", "Make no further run", stopRepeating],
] as const;

function requesterOf(request: { caller: Caller; id: string }): Batch["requester"] {
  const { userId, keyMadeBy } = request.caller;
  return { userId, actor: actorIn(request), ...(keyMadeBy === undefined ? {} : { keyMadeBy }) };
}

async function visible(
  db: Queryable,
  request: Pick<FastifyRequest, "caller"> & { params: { batch_id: string } },
): Promise<Batch> {
  const { batch_id } = request.params;
  const batch = isId(batch_id) ? await findBatch(db, scopeOf(request.caller), batch_id.toLowerCase()) : undefined;
  if (batch === undefined) throw notFound("Payout batch");
  return batch;
}
