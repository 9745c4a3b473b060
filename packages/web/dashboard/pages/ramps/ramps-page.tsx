import { useDisclosure } from "@mantine/hooks";
import { api } from "../../api/client.ts";
import type { Column } from "../../components/data-table.tsx";
import { Money } from "../../components/money.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { type PaymentRow, PAYMENTS, RAMP_NAMES } from "../payments/payment.ts";
import { PaymentBadge } from "../payments/payment-badge.tsx";
import { NewRamp } from "./new-ramp.tsx";

const REFRESH_MS = 15_000;

const COLUMNS: Column<PaymentRow>[] = [
  { header: "From", cell: (ramp) => <Money amount={ramp.amount} currency={ramp.currency} strong />, primary: true },
  {
    header: "To",
    cell: (ramp) =>
      ramp.target_amount === null || ramp.target_currency === null ? (
        "–"
      ) : (
        <Money amount={ramp.target_amount} currency={ramp.target_currency} />
      ),
  },
  {
    header: "Direction",
    cell: ({ ramp }) => ramp !== null && <TwoLines below={ramp.crypto_network}>{RAMP_NAMES[ramp.direction]}</TwoLines>,
  },
  { header: "Status", cell: (ramp) => <PaymentBadge payment={ramp} /> },
  { header: "Provider", cell: (ramp) => ramp.provider ?? "–" },
  { header: "Created", cell: (ramp) => <Timestamp at={ramp.created_at} /> },
];

export function RampsPage() {
  const may = useMay();
  const { organization } = useSession();
  const [creating, { open, close }] = useDisclosure(false);
  const list = useCursorList(
    [...PAYMENTS, "ramps", organization?.org_id],
    (page) => api.get("/transactions", { query: { kind: "ramp", ...page } }),
    useLive(PAYMENTS, REFRESH_MS),
  );
  return (
    <ListPage
      title="Crypto ramps"
      description="Fiat collected and crypto delivered, or the other way round."
      label="Ramps"
      list={list}
      columns={COLUMNS}
      keyOf={(ramp) => ramp.payment_id}
      linkTo={(ramp) => `/payments/${ramp.payment_id}`}
      add={may("POST /payments-init/ramp") && organization !== null ? { label: "New ramp", onClick: open } : null}
      empty={{ icon: "ramp", title: "No ramps yet", text: "Buy or sell crypto at the live rate." }}
    >
      {creating && <NewRamp onClose={close} />}
    </ListPage>
  );
}
