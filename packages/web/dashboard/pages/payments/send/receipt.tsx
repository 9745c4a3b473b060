import { Button, Group } from "@mantine/core";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { Facts } from "../../../components/facts.tsx";
import { Panel } from "../../../components/panel.tsx";
import { ShareButton, type SharedFact } from "../../../components/share-button.tsx";
import { useSession } from "../../../session/session.ts";
import { whyHeld } from "@corridor/shared/held.ts";
import { type Payment, personOf } from "../payment.ts";
import { statusText } from "../payment-badge.tsx";

const NOT_PAID: ReadonlySet<string> = new Set(["failed", "rejected", "canceled"]);
const LAST_DIGITS = 4;
const hidden = (number: string | null | undefined): string =>
  number == null || number === "" ? "" : `•••• ${number.slice(-LAST_DIGITS)}`;

/** What the payee may see: who paid whom what and when, and of the account its last digits alone. */
function textsOf(payment: Payment, payer: string): SharedFact[] {
  const { bank_account: bank, mobile_money_details: wallet } = payment;
  const account =
    payment.payment_method === "mobile_money"
      ? [wallet.provider, hidden(wallet.phone_number)]
      : [bank.bank_name, hidden(bank.account_number)];
  return [
    { label: "From", value: payer },
    { label: "To", value: personOf(payment) ?? "" },
    { label: "Account", value: account.filter((part) => part != null && part !== "").join(" ") },
    {
      label: "Amount",
      value: formatMoney(payment.target_amount ?? payment.amount, payment.target_currency ?? payment.currency),
    },
    { label: "Status", value: statusText(payment) },
    { label: "Date", value: new Date(payment.created_at).toLocaleString() },
    { label: "Reference", value: payment.client_reference ?? "" },
    { label: "Payment", value: payment.payment_id },
  ].filter(({ value }) => value !== "");
}

/** What has not left, or came back, has no receipt: nobody may be shown one for money that nobody will get. */
export function Receipt({ payment }: { payment: Payment }) {
  const { organization } = useSession();
  const texts = textsOf(payment, organization?.name ?? "");
  if (whyHeld(payment) !== null || payment.hold !== null || NOT_PAID.has(payment.status))
    return (
      <Panel title="What was asked for">
        <Facts facts={texts} />
      </Panel>
    );
  return (
    <Panel
      title="Receipt"
      actions={
        <Group gap="xs">
          <ShareButton title="Receipt" facts={texts} />
          <Button size="xs" variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </Group>
      }
    >
      <Facts facts={texts} />
    </Panel>
  );
}
