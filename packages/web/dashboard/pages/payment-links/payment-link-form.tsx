import { Anchor, SegmentedControl, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { formatMoney } from "@corridor/shared/money-text.ts";
import { api } from "../../api/client.ts";
import { CodeBlock } from "../../components/copyable.tsx";
import { CurrencySelect, HomeCurrencySelect } from "../../components/currency-select.tsx";
import { choiceProps, localTime, numberOrNull, textOrNull } from "../../components/form-values.ts";
import { MoneyModal, Review } from "../../components/money-steps.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { useWrite } from "../../components/use-write.ts";
import { fieldsOf, LinkQuestions, questionsOf } from "./link-questions.tsx";
import { linksKey, type PaymentLink } from "./payment-link.ts";

const MAX_QUANTITY = 100;

export function PaymentLinkForm({
  orgId,
  link,
  onClose,
}: {
  orgId: string;
  link: PaymentLink | null;
  onClose: () => void;
}) {
  const form = useForm({
    initialValues: {
      amount_type: (link?.amount_type ?? "fixed") as PaymentLink["amount_type"],
      amount: (link?.amount ?? "") as number | string,
      currency: link?.currency ?? "",
      payer_currency: link === null || link.payer_currency === link.currency ? "" : link.payer_currency,
      description: link?.description ?? "",
      email: link?.email ?? "",
      expires_at: link?.expires_at == null ? "" : localTime(new Date(link.expires_at)),
      max_quantity: (link?.max_quantity ?? "") as number | string,
      custom_fields: questionsOf(link?.custom_fields ?? []),
      success_message: link?.success_message ?? "",
    },
    validate: {
      amount: (value, values) =>
        (values.amount_type === "open" && value === "") || Number(value) > 0 ? null : "Above zero",
      currency: (value) => (value === "" ? "Choose the currency" : null),
      max_quantity: (value) =>
        value === "" || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_QUANTITY)
          ? null
          : `1 to ${MAX_QUANTITY}`,
      expires_at: (value) => (value !== "" && new Date(value) <= new Date() ? "In the future" : null),
    },
  });
  const save = useWrite({
    write: async (values: typeof form.values) => {
      const common = {
        amount: numberOrNull(values.amount),
        payer_currency: textOrNull(values.payer_currency),
        description: textOrNull(values.description),
        email: textOrNull(values.email),
        expires_at: values.expires_at === "" ? null : new Date(values.expires_at).toISOString(),
        max_quantity: values.amount_type === "open" ? null : numberOrNull(values.max_quantity),
        custom_fields: fieldsOf(values.custom_fields),
        success_message: textOrNull(values.success_message),
      };
      if (link !== null)
        return (
          await api.patch("/orgs/{org_id}/payment-links/{link_id}", {
            path: { org_id: orgId, link_id: link.link_id },
            body: common,
          })
        ).data;
      return (
        await api.post("/orgs/{org_id}/payment-links", {
          path: { org_id: orgId },
          body: { ...common, currency: values.currency, amount_type: values.amount_type },
        })
      ).data;
    },
    ...(link === null ? {} : { done: "The link is changed" }),
    refresh: [linksKey(orgId)],
    ...(link === null ? {} : { onDone: onClose }),
  });
  const { values } = form;
  const url = save.data?.url ?? "";
  const open = values.amount_type === "open";
  const amount = values.amount === "" ? null : formatMoney(Number(values.amount), values.currency);
  const many = Number(values.max_quantity) > 1 ? ` for one, and takes up to ${values.max_quantity} of them` : "";
  const asked = open
    ? `what they like in ${values.currency}${amount === null ? "" : `; ${amount} is suggested`}`
    : `${amount}${many}`;
  return (
    <MoneyModal
      onClose={onClose}
      title={link === null ? "New payment link" : "Edit the payment link"}
      submit={(next) => form.onSubmit(next)}
      review={
        <Review
          sentence={`Whoever has the link pays ${asked}.`}
          facts={[
            { label: "For", value: values.description },
            { label: "They pay in", value: values.payer_currency },
            {
              label: "Works until",
              value: values.expires_at === "" ? "" : new Date(values.expires_at).toLocaleString(),
            },
            {
              label: "They are asked",
              value: fieldsOf(values.custom_fields)
                .map(({ label }) => label)
                .join(", "),
            },
            { label: "Message after paying", value: values.success_message },
          ]}
        />
      }
      sendLabel={link === null ? "Make the link" : "Save"}
      send={() => save.mutate(values)}
      done={
        link === null
          ? {
              title: "Your payment link",
              facts: [
                { label: "Amount", value: amount ?? "" },
                { label: "For", value: values.description },
              ],
              shared: [{ label: "Pay at", value: url }],
              children: (
                <>
                  <CodeBlock code={url} what="address of the link" />
                  <Anchor href={url} target="_blank" rel="noopener">
                    Open the payment page
                  </Anchor>
                </>
              ),
            }
          : undefined
      }
      action={save}
      size="lg"
    >
      {link === null && (
        <SegmentedControl
          fullWidth
          aria-label="Who says how much"
          data={[
            { value: "fixed", label: "Fixed amount" },
            { value: "open", label: "Payer decides" },
          ]}
          {...form.getInputProps("amount_type")}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField
          label={open ? "Suggested amount" : "Amount"}
          description={open ? "Optional" : undefined}
          data-autofocus
          {...form.getInputProps("amount")}
        />
        <HomeCurrencySelect readOnly={link !== null} {...choiceProps(form, "currency")} />
        <CurrencySelect
          label="The payer pays in"
          description="If empty: the same currency"
          clearable
          {...choiceProps(form, "payer_currency")}
        />
        <TextInput
          type="datetime-local"
          label="Works until"
          description="If empty: the link never expires"
          {...form.getInputProps("expires_at")}
        />
        <TextInput label="Description" description="Shown to the payer" {...form.getInputProps("description")} />
        <TextInput
          label="Payer's e-mail"
          type="email"
          description="Filled in for them"
          {...form.getInputProps("email")}
        />
      </SimpleGrid>
      {!open && (
        <NumberField
          label="At most how many"
          description="If empty: one. The amount is the price of one item"
          {...form.getInputProps("max_quantity")}
        />
      )}
      <LinkQuestions
        questions={form.values.custom_fields}
        onChange={(questions) => form.setFieldValue("custom_fields", questions)}
      />
      <Textarea
        label="Message after paying"
        description="If empty: our standard message"
        autosize
        maxLength={500}
        {...form.getInputProps("success_message")}
      />
    </MoneyModal>
  );
}
