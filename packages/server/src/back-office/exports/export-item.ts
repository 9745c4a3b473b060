import Type from "typebox";
import { Id, OneOf, Timestamp, Named } from "#src/kernel/http/schemas.ts";
import { type Export, EXPORT_FORMATS, EXPORT_KINDS, EXPORT_STATUSES } from "./export.ts";

const FIELDS = {
  export_id: Id,
  org_id: Id,
  kind: OneOf(EXPORT_KINDS),
  format: OneOf(EXPORT_FORMATS),
  filters: Type.Object({
    date_from: Type.Optional(Type.String()),
    date_to: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
  }),
  until: Type.Unsafe<Date | string>({
    type: "string",
    format: "date-time",
    description: "The time of the request; later rows are not included",
  }),
  status: OneOf(EXPORT_STATUSES),
  rows_done: Type.Integer(),
  rows_total: Type.Optional(
    Type.Integer({ description: "The total number of rows, known once the export has started" }),
  ),
  size_bytes: Type.Integer({ description: "Size of the file so far, in bytes" }),
  failure_reason: Type.Optional(Type.String()),
  requested_by: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  finished_at: Type.Optional(Timestamp),
  expires_at: Type.Optional(Timestamp),
};
export const ExportItem = Named("ExportSummary", FIELDS);
export const ReadyExport = Named("Export", {
  ...FIELDS,
  download_url: Type.Optional(
    Type.String({
      description:
        "Address of the file. It needs no credential: anybody who has the address can read the file. Read the export " +
        "again for a new address",
    }),
  ),
  download_url_expires_at: Type.Optional(Timestamp),
});

export function itemOf(one: Export) {
  return {
    export_id: one.exportId,
    org_id: one.orgId,
    kind: one.kind,
    format: one.format,
    filters: one.filters,
    until: one.until,
    status: one.status,
    rows_done: one.rowsDone,
    ...(one.rowsTotal === null ? {} : { rows_total: one.rowsTotal }),
    size_bytes: one.sizeBytes,
    ...(one.failureReason === null ? {} : { failure_reason: one.failureReason }),
    requested_by: one.requestedBy,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    ...(one.finishedAt === null ? {} : { finished_at: one.finishedAt }),
    ...(one.expiresAt === null ? {} : { expires_at: one.expiresAt }),
  };
}
