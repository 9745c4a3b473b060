import { styleText } from "node:util";
import { printable } from "#src/kernel/readable-line.ts";

/** One line per event: time, type, resource, main fields. */
export type ReceivedEvent = { event_id: string; event_type: string; created_at: string; data: Record<string, unknown> };

/** The id fields, in the order of lookup: a refund also names its payment. */
const IDS = `refund_id dispute_id disbursement_id milestone_id link_id approval_id export_id api_key_id payment_id
  transaction_id account_id user_id org_id`.split(/\s+/);
const TYPE_WIDTH = 33;
const TIME_START = 11;
const TIME_END = 19;

export function describeEvent({ event_type: type, created_at: at, data }: ReceivedEvent): string {
  const idName = IDS.find((name) => typeof data[name] === "string");
  const id = idName === undefined ? "" : `${idName.replace(/_id$/, "")} ${String(data[idName])}`;
  const change =
    typeof data["previous_status"] === "string" && data["previous_status"] !== data["status"]
      ? `${data["previous_status"]} → `
      : "";
  const status = typeof data["status"] === "string" ? `${change}${data["status"]}` : "";
  const amount =
    typeof data["amount"] === "number" && typeof data["currency"] === "string"
      ? `${data["currency"]} ${data["amount"]}`
      : "";
  const reason = typeof data["failure_reason"] === "string" ? data["failure_reason"] : "";
  const parts = [id, status, amount, reason].filter((part) => part !== "").join("  ");
  return (
    `${styleText("gray", at.slice(TIME_START, TIME_END))}  ${styleText(styleOf(type), type.padEnd(TYPE_WIDTH))} ` +
    `${printable(parts)}`
  );
}

function styleOf(type: string): "red" | "green" | "cyan" {
  if (/\.(?:failed|lost|rejected|canceled|expired|frozen|low)$/.test(type)) return "red";
  return /\.(?:completed|won|approved|paid|deposit|funded|disbursed|refunded)$/.test(type) ? "green" : "cyan";
}
