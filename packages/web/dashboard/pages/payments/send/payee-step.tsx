import { Button, Group, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useBeneficiaries } from "../../../components/beneficiary-select.tsx";
import { LoadFailure } from "../../../components/failure-alert.tsx";
import { plain } from "../../../components/network-select.tsx";
import { Panel } from "../../../components/panel.tsx";
import { TwoLines } from "../../../components/two-lines.tsx";
import { Icon } from "../../../frame/icons.tsx";
import { useMay } from "../../../session/may.ts";
import { accountOf, BENEFICIARIES, type Beneficiary, nameOf } from "../../beneficiaries/beneficiary.ts";
import { BeneficiaryForm, PAYABLE } from "../../beneficiaries/beneficiary-form.tsx";
import classes from "./payee-step.module.css";

const SHOWN = 8;
const WAIT_MS = 250;

/** Who is paid: one of those who are known, or somebody new. */
export function PayeeStep({ onChoose }: { onChoose: (payee: Beneficiary) => void }) {
  const may = useMay();
  const [text, setText] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const known = useBeneficiaries();
  const rows = (known.data?.data ?? []).filter(({ account_type: type }) => type !== "crypto");
  const found = useFoundBeyond(text, known.data?.meta.has_more === true);
  const sought = plain(text);
  const matching = rows.filter((one) => plain(`${nameOf(one)} ${accountOf(one)}`).includes(sought));
  const shown = [...new Map([...matching, ...found].map((one) => [one.beneficiary_id, one])).values()].slice(0, SHOWN);
  return (
    <Panel title="Who is paid?">
      <Stack>
        <TextInput
          label="Find by name, account or phone"
          leftSection={<Icon name="search" size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <LoadFailure query={known} title="The payees could not be loaded" />
        {shown.length > 0 && (
          <ul className={classes.list} aria-label="Payees">
            {shown.map((payee) => (
              <li key={payee.beneficiary_id}>
                <UnstyledButton className={classes.payee} onClick={() => onChoose(payee)}>
                  <TwoLines below={accountOf(payee)}>{nameOf(payee)}</TwoLines>
                  <Text size="xs" c="dimmed">
                    {payee.currency}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
        {known.isSuccess && shown.length === 0 && (
          <Text c="dimmed" size="sm" role="status">
            {text === "" ? "Nobody has been added yet." : `Nobody is known as ${text}.`}
          </Text>
        )}
        {may("POST /beneficiaries") && (
          <Group>
            <Button
              variant={shown.length === 0 ? "filled" : "default"}
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => setIsAdding(true)}
            >
              Pay somebody new
            </Button>
          </Group>
        )}
      </Stack>
      {isAdding && (
        <BeneficiaryForm beneficiary={null} types={PAYABLE} onClose={() => setIsAdding(false)} onSaved={onChoose} />
      )}
    </Panel>
  );
}

/** Of those who were not read, whose name begins so, or whose account it is. */
function useFoundBeyond(text: string, isNeeded: boolean): Beneficiary[] {
  const [q] = useDebouncedValue(text.trim(), WAIT_MS);
  const found = useQuery({
    queryKey: [...BENEFICIARIES, "found", q],
    enabled: isNeeded && q.length > 1,
    queryFn: async () => {
      const { data } = await api.get("/search", { query: { q } });
      const hits = data.filter(({ type }) => type === "beneficiary");
      const read = hits.map(({ id }) => api.get("/beneficiaries/{beneficiary_id}", { path: { beneficiary_id: id } }));
      return (await Promise.all(read)).map((answer) => answer.data);
    },
  });
  return (found.data ?? []).filter(({ account_type: type }) => type !== "crypto");
}
