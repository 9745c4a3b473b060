import { Identifier } from "../../components/copyable.tsx";
import { countryName } from "../../components/plain-words.ts";
import { type Fact, Facts } from "../../components/facts.tsx";
import { Money } from "../../components/money.tsx";
import { OrganizationName } from "../../components/organization-name.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { formatRate } from "@corridor/shared/money-text.ts";
import { useSession } from "../../session/session.ts";
import { DIRECTION_NAMES, type Payment, RAMP_NAMES } from "./payment.ts";

const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part != null && part !== "").join(" · ");

export function PaymentFacts({ payment }: { payment: Payment }) {
  const crosses =
    payment.target_amount !== null && payment.target_currency !== null && payment.target_currency !== payment.currency;
  const { organization } = useSession();
  const {
    payer_details: payer,
    mobile_money_details: wallet,
    bank_details: source,
    bank_account: target,
    recipient_info: recipient,
    ramp,
  } = payment;
  const facts: (Fact | false)[] = [
    organization === null && { label: "Organization", value: <OrganizationName orgId={payment.org_id} /> },
    { label: "Kind", value: `${DIRECTION_NAMES[payment.direction]}, ${wordsOf(payment.payment_method).toLowerCase()}` },
    crosses && {
      label: "Becomes",
      value: <Money amount={payment.target_amount!} currency={payment.target_currency!} />,
    },
    crosses && { label: "Rate", value: formatRate(payment.target_amount! / payment.amount, 8) },
    {
      label: "Fees",
      value: payment.total_fees === null ? null : <Money amount={payment.total_fees} currency={payment.currency} />,
    },
    payment.refunded_amount > 0 && {
      label: "Refunded",
      value: <Money amount={payment.refunded_amount} currency={payment.currency} />,
    },
    { label: "Country", value: countryName(payment.country) },
    { label: "Provider", value: payment.provider },
    {
      label: "Reference at the provider",
      value:
        payment.provider_payment_id === null ? null : (
          <Identifier value={payment.provider_payment_id} what="provider's reference" />
        ),
    },
    { label: "Provider status", value: payment.provider_status },
    { label: "Client reference", value: payment.client_reference },
    { label: "Description", value: payment.description },
    { label: "Payer", value: joined(payer.name, payer.email, payer.phone) },
    { label: "Mobile money", value: joined(wallet.provider, wallet.phone_number) },
    { label: "Card", value: cardText(payment.card_details) },
    { label: "Payer's account", value: joined(source.account_name, source.account_number, source.bank_name) },
    { label: "Destination account", value: joined(target.account_number, target.bank_name, target.bank_code) },
    { label: "Recipient", value: joined(recipient.name, recipient.email, recipient.phone) },
    {
      label: "Ramp",
      value:
        ramp === null
          ? null
          : joined(RAMP_NAMES[ramp.direction], ramp.crypto_currency, ramp.crypto_network, ramp.wallet_address),
    },
    { label: "Comments", value: payment.comments },
    { label: "Expires", value: payment.expires_at === null ? null : <Timestamp at={payment.expires_at} /> },
    { label: "Created", value: <Timestamp at={payment.created_at} /> },
    { label: "Last change", value: <Timestamp at={payment.updated_at} /> },
    { label: "Payment id", value: <Identifier value={payment.payment_id} what="payment id" /> },
    {
      label: "Transaction id",
      value:
        payment.transaction_id === null ? null : <Identifier value={payment.transaction_id} what="transaction id" />,
    },
  ];
  return <Facts facts={facts} />;
}

function cardText(card: Payment["card_details"]): string {
  return card.last4 === undefined
    ? ""
    : joined(card.brand, `•••• ${card.last4}`, `${card.expiry_month}/${card.expiry_year}`, card.card_holder_name);
}
