import Type from "typebox";
import {
  CreatedAt,
  Currency,
  Id,
  Named,
  OneOf,
  OrgId,
  properties,
  Shape,
  Timestamp,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { inSnakeCase, present } from "#src/kernel/fields.ts";
import { type Export, EXPORT_FORMATS, EXPORT_KINDS, EXPORT_STATUSES } from "./export.ts";

const FIELDS = properties({
  export_id: [Id, "Id of the export"],
  org_id: OrgId,
  kind: [OneOf(EXPORT_KINDS), "What the export contains"],
  format: [OneOf(EXPORT_FORMATS), "Format of the file"],
  filters: [
    Shape({
      date_from: [Type.Optional(Type.String()), "First day or instant of the range"],
      date_to: [Type.Optional(Type.String()), "Last day or instant of the range"],
      currency: Type.Optional(Currency),
      status: [Type.Optional(Type.String()), "Only payments with this status; absent: any status"],
      action: [Type.Optional(Type.String()), "Only entries of the audit log with this action"],
      resource_id: [Type.Optional(Type.String()), "Only entries of the audit log about this resource"],
    }),
    "The filters of the export",
  ],
  until: [
    Type.Unsafe<Date | string>({ type: "string", format: "date-time" }),
    "The time of the request; later rows are not included",
  ],
  status: [OneOf(EXPORT_STATUSES), "Status of the export. expired: its file was deleted"],
  rows_done: [Type.Integer(), "The number of rows written so far"],
  rows_total: [Type.Optional(Type.Integer()), "The total number of rows, known once the export has started"],
  rows_total_is_estimate: [Type.Optional(Type.Boolean()), "Whether `rows_total` is an estimate, until it is completed"],
  size_bytes: Type.Integer({ description: "Size of the file so far, in bytes" }),
  failure_reason: [Type.Optional(Type.String()), "Why it failed, in words; null or absent: it did not fail"],
  requested_by: [Id, "The person or API key that made the request"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  finished_at: [Type.Optional(Timestamp), "When the file was complete or the export failed; absent before"],
  expires_at: [Type.Optional(Timestamp), "When the file of the export is deleted"],
});
export const ExportItem = Named("ExportSummary", FIELDS);
export const ReadyExport = Named(["Export", "A file with an organization's data, made in the background"], {
  ...FIELDS,
  download_url: [
    Type.Optional(Type.String()),
    "Address of the file. It needs no credential: anybody who has the address can read the file. Read the export " +
      "again for a new address",
  ],
  download_url_expires_at: [Type.Optional(Timestamp), "The time until which the download address works"],
});

export function itemOf(one: Export) {
  return present({
    ...inSnakeCase(one, "exportId", "orgId", "kind", "format", "filters", "until", "status", "rowsDone", "rowsTotal"),
    ...inSnakeCase(one, "sizeBytes", "failureReason", "requestedBy", "createdAt", "updatedAt", "finishedAt"),
    rows_total_is_estimate: one.status === "running" ? true : null,
    expires_at: one.expiresAt,
  });
}
