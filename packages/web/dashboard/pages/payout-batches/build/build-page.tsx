import {
  Alert,
  Button,
  Checkbox,
  FileInput,
  Group,
  List,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api } from "../../../api/client.ts";
import { BackLink } from "../../../components/back-link.tsx";
import { ColumnPicker } from "../../../components/column-picker.tsx";
import { CountrySelect } from "../../../components/country-select.tsx";
import { csvFile } from "../../../components/csv.ts";
import { CurrencySelect } from "../../../components/currency-select.tsx";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { download } from "../../../components/download.ts";
import { FailureAlert } from "../../../components/failure-alert.tsx";
import { Money } from "../../../components/money.tsx";
import { NotAllowed } from "../../../components/not-allowed.tsx";
import { Page } from "../../../components/page.tsx";
import { Panel } from "../../../components/panel.tsx";
import { useAttemptKey } from "../../../components/use-attempt-key.ts";
import { useHomeCountry } from "../../../components/use-home-country.ts";
import { Icon } from "../../../frame/icons.tsx";
import { useMay } from "../../../session/may.ts";
import { useSession } from "../../../session/session.ts";
import { accountOf, BENEFICIARIES, nameOf } from "../../beneficiaries/beneficiary.ts";
import { organizationQuery } from "../../settings/organization.ts";
import { BATCHES } from "../payout-batch.ts";
import classes from "./build.module.css";
import { rulesMet } from "./forecast.ts";
import { contentOf, useWorld } from "./load-world.ts";
import { ProblemRow } from "./problem-rows.tsx";
import {
  accountOfNew,
  type Columns,
  type Draft,
  draftsOf,
  type Field,
  FIELDS,
  findHeader,
  type Person,
  readPeople,
} from "./read-people.ts";
import { useAccountChecks } from "./use-account-checks.ts";
import { payeesMade } from "./payees-made.ts";
import { useBatch } from "./use-batch.ts";

/** The largest file that fits into a request as base64. */
const MAX_FILE_BYTES = 24_000_000;
const MAX_PROBLEMS_SHOWN = 50;
const PREVIEWED = 10;
const NEEDED: readonly Field[] = ["name", "account", "amount"];
const BACK = <BackLink to="/payout-batches">Payout batches</BackLink>;

type Table = { name: string; lines: string[][]; header: number; columns: Columns };

/** From the list that people have to a checked batch: whose columns are what, who is known, what must be mended. */
export function BuildPage() {
  const may = useMay();
  const [table, setTable] = useState<Table | null>(null);
  const [allowsDuplicates, setAllowsDuplicates] = useState(false);
  if (!may("POST /payout-batches")) return <NotAllowed title="Pay many" what="pay lists of people" back={BACK} />;
  return (
    <Page
      title="Pay many"
      back={BACK}
      description="From your own list. Nothing is sent before you have seen it checked."
    >
      <Stack gap="lg">
        <ListPanel onTable={setTable} allowsDuplicates={allowsDuplicates} onAllow={setAllowsDuplicates} />
        {table !== null && (
          <Builder key={table.name} table={table} onTable={setTable} allowsDuplicates={allowsDuplicates} />
        )}
      </Stack>
    </Page>
  );
}

const TEMPLATE = [{ name: "Ada Obi", bank: "GTBank", account: "0112233443", amount: "70000.00", reference: "May-001" }];

/** A file, the copied cells of a spreadsheet, or the template. A list that names our ids is uploaded as it is. */
function ListPanel({
  onTable,
  allowsDuplicates,
  onAllow,
}: {
  onTable: (table: Table) => void;
  allowsDuplicates: boolean;
  onAllow: (allows: boolean) => void;
}) {
  const [pasted, setPasted] = useState("");
  const batch = useBatch();
  const read = useMutation({
    mutationFn: async (given: { name: string; file: File } | { name: string; csv: string }) => {
      if ("file" in given && given.file.size > MAX_FILE_BYTES)
        throw new Error(`The file may have at most ${MAX_FILE_BYTES / 1_000_000} MB; split it`);
      const content = "file" in given ? await contentOf(given.file) : { csv: given.csv };
      const { data: lines } = await api.post("/payout-batches/read-file", { body: content });
      const names = (lines[0] ?? []).map((cell) =>
        cell
          .toLowerCase()
          .trim()
          .replaceAll(/[\s-]+/g, "_"),
      );
      if (names.includes("beneficiary_id"))
        await batch.mutateAsync({ name: given.name, duplicates: allowsDuplicates ? "allow" : "refuse", ...content });
      else onTable({ name: given.name, lines, ...findHeader(lines) });
    },
  });
  return (
    <Panel
      title="Your list"
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          onClick={() =>
            download(
              csvFile(
                [
                  ["Name", (row) => row.name],
                  ["Bank", (row) => row.bank],
                  ["Account number", (row) => row.account],
                  ["Amount", (row) => row.amount],
                  ["Reference", (row) => row.reference],
                ],
                TEMPLATE,
              ),
              "payouts-template.csv",
            )
          }
        >
          Template
        </Button>
      }
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <FileInput
            label="File"
            description="CSV or Excel (XLSX), with the columns that you have"
            placeholder="Choose a file"
            accept=".csv,.txt,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(file) => file !== null && read.mutate({ name: file.name.replace(/\.[^.]+$/, ""), file })}
          />
          <Textarea
            label="Or paste from a spreadsheet"
            description="The line with the names of the columns, too"
            autosize
            minRows={1}
            maxRows={4}
            value={pasted}
            onChange={({ currentTarget: { value } }) => {
              setPasted(value);
              if (value.includes("\n")) read.mutate({ name: "Pasted list", csv: value });
            }}
          />
        </SimpleGrid>
        <Switch
          label="Allow duplicate payouts"
          description="If off, what repeats a payout of the last 90 days is an error"
          checked={allowsDuplicates}
          onChange={(event) => onAllow(event.currentTarget.checked)}
        />
        <FailureAlert error={read.error} title="The list could not be read" />
      </Stack>
    </Panel>
  );
}

function Builder({
  table,
  onTable,
  allowsDuplicates,
}: {
  table: Table;
  onTable: (table: Table) => void;
  allowsDuplicates: boolean;
}) {
  const home = useHomeCountry();
  const [chosenCountry, setCountry] = useState<string | null>(null);
  const [chosenCurrency, setCurrency] = useState<string | null>(null);
  const [mended, setMended] = useState<ReadonlyMap<number, Partial<Draft>>>(new Map());
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  // What must be mended is seen at once where nothing must be said of the columns.
  const [isRecognized] = useState(NEEDED.every((field) => table.columns[field] !== undefined));
  const country = chosenCountry ?? home;
  const world = useWorld(country);
  const balances = useQuery({ queryKey: ["balances", "all"], queryFn: async () => (await api.get("/balances")).data });
  const homeCurrency = useCountryCurrency(country);
  const currency = chosenCurrency ?? homeCurrency;
  const { lines, header, columns } = table;
  const drafts = useMemo(
    () =>
      draftsOf(lines, header, columns).flatMap((draft) =>
        left.has(draft.line) ? [] : [{ ...draft, ...mended.get(draft.line) }],
      ),
    [lines, header, columns, mended, left],
  );
  const known = useMemo(
    () => (world === undefined ? [] : readPeople(drafts, { ...world, country, currency, checkOf: () => undefined })),
    [drafts, world, country, currency],
  );
  const wanted = useMemo(
    () => known.flatMap(({ payee }) => (payee === null ? [] : (accountOfNew(payee, country) ?? []))),
    [known, country],
  );
  const { checks, checkOf, waiting } = useAccountChecks(wanted);
  const people = useMemo(
    () => (world === undefined ? [] : readPeople(drafts, { ...world, country, currency, allowsDuplicates, checkOf })),
    [drafts, world, country, currency, allowsDuplicates, checks],
  );
  const wrong = people.filter(({ problems }) => problems.length > 0);
  const names = (lines[header] ?? []).map((cell, index) => ({
    value: String(index),
    label: cell || `Column ${index + 1}`,
  }));
  const choose = (field: Field, value: string | string[] | null): void =>
    onTable({ ...table, columns: { ...columns, [field]: value === null ? [] : [value].flat().map(Number) } });
  return (
    <>
      <Panel title="What its columns are" folded={isRecognized}>
        <Stack>
          <ColumnPicker
            fields={FIELDS}
            columns={names}
            chosen={(field) => {
              const indexes = (columns[field] ?? []).map(String);
              return field === "name" ? indexes : indexes[0];
            }}
            onChoose={choose}
          />
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
            <CountrySelect
              label="Country of the accounts"
              value={country}
              onChange={setCountry}
              allowDeselect={false}
            />
            <CurrencySelect
              label="Currency where none is named"
              value={currency}
              onChange={setCurrency}
              allowDeselect={false}
            />
          </SimpleGrid>
        </Stack>
      </Panel>
      {wrong.length > 0 && (
        <Panel title={`${wrong.length} ${wrong.length === 1 ? "line needs" : "lines need"} you`}>
          <ul className={classes.problems}>
            {wrong.slice(0, MAX_PROBLEMS_SHOWN).map((person) => (
              <ProblemRow
                key={`${person.draft.line} ${person.problems.map(({ field }) => field).join()}`}
                person={person}
                country={country}
                onMend={(change) =>
                  setMended(new Map(mended).set(person.draft.line, { ...mended.get(person.draft.line), ...change }))
                }
                onLeaveOut={() => setLeft(new Set(left).add(person.draft.line))}
              />
            ))}
          </ul>
        </Panel>
      )}
      <Ready
        name={table.name}
        duplicates={allowsDuplicates ? "allow" : "refuse"}
        people={people.filter(({ problems }) => problems.length === 0)}
        isDone={wrong.length === 0 && waiting === 0 && people.length > 0}
        waiting={waiting}
        country={country}
        balances={balances.data ?? []}
      />
    </>
  );
}

/** The currency of the country's accounts, as its banks say. */
function useCountryCurrency(country: string): string {
  const banks = useQuery({
    queryKey: ["country-currency", country],
    queryFn: async () => (await api.post("/externals/banks", { body: { country } })).data[0]?.currency ?? "",
    enabled: country !== "",
  });
  return banks.data ?? "";
}

const COLUMNS: Column<Person>[] = [
  { header: "Line", cell: ({ draft }) => draft.line, primary: true },
  {
    header: "To",
    long: true,
    cell: ({ payee, draft }) => (payee?.kind === "known" ? nameOf(payee.beneficiary) : draft.name),
  },
  {
    header: "Account",
    long: true,
    cell: ({ payee }) =>
      payee?.kind === "known"
        ? accountOf(payee.beneficiary)
        : `${payee?.bank?.name ?? payee?.network} · ${payee?.account}`,
  },
  { header: "Payee", cell: ({ payee }) => (payee?.kind === "known" ? "Known" : "New") },
  {
    header: "At the bank",
    long: true,
    cell: ({ otherHolder }) => (otherHolder === null ? "–" : `Belongs to ${otherHolder}`),
  },
  { header: "Amount", align: "end", cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
];

function Ready({
  name: given,
  duplicates,
  people,
  isDone,
  waiting,
  country,
  balances,
}: {
  name: string;
  duplicates: "allow" | "refuse";
  people: readonly Person[];
  isDone: boolean;
  waiting: number;
  country: string;
  balances: readonly { currency: string; spendable: number }[];
}) {
  const [name, setName] = useState(given);
  const [accepts, setAccepts] = useState(false);
  const [isAll, setIsAll] = useState(false);
  const others = people.filter(({ otherHolder }) => otherHolder !== null);
  const added = people.filter(({ payee }) => payee?.kind === "new").length;
  const totals = [...new Set(people.map(({ currency }) => currency))].map((currency) => {
    const some = people.filter((one) => one.currency === currency);
    const amount = Number(some.reduce((sum, one) => sum + one.amount, 0).toFixed(8));
    const spendable = balances.find((one) => one.currency === currency)?.spendable;
    return { currency, count: some.length, amount, after: spendable === undefined ? null : spendable - amount };
  });
  const queryClient = useQueryClient();
  const batch = useBatch();
  const attempt = useAttemptKey();
  const make = useMutation({
    mutationFn: async () => {
      const rows = await payeesMade(people, country, attempt.keyFor);
      await batch.mutateAsync({ name: name.trim() || given, duplicates, rows });
    },
    onError: attempt.noteFailure,
    onSettled: () => {
      for (const queryKey of [BENEFICIARIES, BATCHES]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  // Those whom the bank calls otherwise come first: they are what a person must look at.
  const sorted = [...others, ...people.filter(({ otherHolder }) => otherHolder === null)];
  return (
    <Panel title="What will be paid">
      <Stack>
        <Text size="sm" role="status">
          {people.length} {people.length === 1 ? "line is" : "lines are"} ready
          {added > 0 && `; ${added} ${added === 1 ? "payee is" : "payees are"} new and will be added`}
          {waiting > 0 && `; ${waiting} accounts are still being checked at their banks`}.
        </Text>
        <DataTable
          label="Totals"
          columns={[
            { header: "Currency", cell: ({ currency }) => currency, primary: true },
            { header: "Payouts", align: "end", cell: ({ count }) => count },
            {
              header: "Total",
              align: "end",
              cell: ({ amount, currency }) => <Money amount={amount} currency={currency} strong />,
            },
            {
              header: "Left before fees",
              align: "end",
              cell: ({ after, currency }) => after !== null && <Money amount={after} currency={currency} />,
            },
          ]}
          rows={totals}
          keyOf={({ currency }) => currency}
        />
        {totals.some(({ after }) => after !== null && after < 0) && (
          <Alert color="red" title="The balance does not cover the list">
            The batch can be checked, and sent once there is money.
          </Alert>
        )}
        <RulesMet people={people} />
        <DataTable
          label="Payouts"
          columns={COLUMNS}
          rows={isAll ? sorted : sorted.slice(0, PREVIEWED)}
          keyOf={({ draft }) => String(draft.line)}
        />
        {!isAll && sorted.length > PREVIEWED && (
          <Group>
            <Button size="xs" variant="default" onClick={() => setIsAll(true)}>
              Show all {sorted.length}
            </Button>
          </Group>
        )}
        {others.length > 0 && (
          <Checkbox
            label={`${others.length} accounts belong to somebody whom the list calls otherwise. I have looked at them.`}
            checked={accepts}
            onChange={(event) => setAccepts(event.currentTarget.checked)}
          />
        )}
        <TextInput
          label="Name of the batch"
          description="By which others recognize it"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FailureAlert error={make.error} title="The batch was not made" />
        <Group justify="flex-end">
          <Button
            loading={make.isPending}
            disabled={!isDone || (others.length > 0 && !accepts)}
            onClick={() => make.mutate()}
          >
            {added > 0 ? `Add ${added} payees and check the batch` : "Check the batch"}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

/** Limits and approvals, before payees are added and anything is sent. */
function RulesMet({ people }: { people: readonly Person[] }) {
  const may = useMay();
  const orgId = useSession().organization?.org_id ?? "";
  const organization = useQuery({
    ...organizationQuery(orgId),
    enabled: orgId !== "" && may("GET /organizations/{org_id}"),
  });
  if (organization.data === undefined || people.length === 0) return null;
  const met = rulesMet(people, organization.data.settings);
  const refused = met.some(({ effect }) => effect === "refuses");
  if (met.length === 0)
    return (
      <Text size="sm">By itself the list stays below the limits of your organization, and nobody else is asked.</Text>
    );
  return (
    <Alert
      color={refused ? "red" : "yellow"}
      title={
        refused ? "A rule of your organization will refuse this" : "Another person will be asked before it is sent"
      }
    >
      <List size="sm">
        {met.map(({ sentence }) => (
          <List.Item key={sentence}>{sentence}.</List.Item>
        ))}
      </List>
    </Alert>
  );
}
