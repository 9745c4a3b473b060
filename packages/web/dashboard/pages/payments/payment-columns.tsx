import { countryName } from "../../components/plain-words.ts";
import type { Column } from "../../components/data-table.tsx";
import { Money } from "../../components/money.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { DIRECTION_NAMES, type PaymentRow, personOf } from "./payment.ts";

/** Columns for every list of payments. */
export const PAYMENT_COLUMNS: Column<PaymentRow>[] = [
  {
    header: "Amount",
    cell: (payment) => <Money amount={payment.amount} currency={payment.currency} strong />,
    primary: true,
    sortBy: "amount",
  },
  { header: "Status", cell: (payment) => <PaymentBadge payment={payment} /> },
  {
    header: "Kind",
    long: true,
    cell: (payment) => (
      <TwoLines
        below={[countryName(payment.country), payment.provider].filter((part) => part !== null).join(", ")}
      >{`${DIRECTION_NAMES[payment.direction]}, ${wordsOf(payment.payment_method).toLowerCase()}`}</TwoLines>
    ),
  },
  {
    header: "Customer",
    cell: (payment) => <TwoLines below={contactOf(payment)}>{personOf(payment) ?? "–"}</TwoLines>,
    long: true,
  },
  { header: "Reference", cell: (payment) => payment.client_reference ?? "–", long: true },
  { header: "Created", cell: (payment) => <Timestamp at={payment.created_at} />, sortBy: "created_at" },
];

function contactOf({ direction, payer_details, recipient_info }: PaymentRow): string | null {
  const { email, phone } = direction === "outbound" ? recipient_info : payer_details;
  return email ?? phone ?? null;
}
