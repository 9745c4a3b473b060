import { SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api/client.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { textOrNull } from "../../components/form-values.ts";
import { useWrite } from "../../components/use-write.ts";
import { type Customer, CUSTOMERS } from "./customer.ts";

function initialValues(customer: Customer | null) {
  return {
    name: customer?.name ?? "",
    email: customer?.email ?? "",
    phone: customer?.phone ?? "",
    country: customer?.country ?? "",
    reference: customer?.reference ?? "",
  };
}

type Values = ReturnType<typeof initialValues>;

export function CustomerForm({ customer, onClose }: { customer: Customer | null; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: initialValues(customer),
    validate: {
      name: (_value, values) =>
        Object.values(values).every((value) => value.trim() === "") ? "Enter a name, or another detail" : null,
    },
  });
  const save = useWrite({
    write: async (values: Values): Promise<unknown> => {
      const body = {
        name: textOrNull(values.name),
        email: textOrNull(values.email),
        phone: textOrNull(values.phone),
        country: textOrNull(values.country),
        reference: textOrNull(values.reference),
      };
      return customer === null
        ? api.post("/customers", { body })
        : api.patch("/customers/{customer_id}", { path: { customer_id: customer.customer_id }, body });
    },
    done: customer === null ? "The customer is added" : "The customer is changed",
    refresh: [CUSTOMERS, ["customer"]],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={customer === null ? "New customer" : "Edit customer"}
      submitLabel={customer === null ? "Add the customer" : "Save"}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Name" data-autofocus {...form.getInputProps("name")} />
        <TextInput label="Your own id" description="Of one customer only" {...form.getInputProps("reference")} />
        <TextInput label="E-mail" type="email" {...form.getInputProps("email")} />
        <TextInput label="Phone" description="In international form" type="tel" {...form.getInputProps("phone")} />
        <CountrySelect
          value={form.values.country === "" ? null : form.values.country}
          onChange={(country) => form.setFieldValue("country", country ?? "")}
          error={form.errors["country"]}
        />
      </SimpleGrid>
    </FormModal>
  );
}
