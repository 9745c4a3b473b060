import { Alert, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { CorridorError } from "corridor-client/error.ts";
import { api } from "../../api/client.ts";
import { inWords } from "../../components/plain-words.ts";
import { useMay } from "../../session/may.ts";

export type Account = { account_number: string; bank_code: string; country: string };
/** `unknown`: the bank could not be asked, so only the person can vouch for the account. */
export type AccountCheck =
  | { state: "none" | "checking" | "unknown" }
  | { state: "found"; holder: string }
  | { state: "invalid"; problem: string };

const WAIT_MS = 400;
const FRESH_MS = 600_000;
/** What the service adds for programs: people already know that the account is meant. */
const PREFIX = /^Account not found: /;

/** Asks the bank whose account this is, before anything is paid there. */
export async function checkAccount(account: Account): Promise<AccountCheck> {
  try {
    const { data } = await api.post("/externals/resolve-account", { body: account });
    return data.name_verdict === null ? { state: "found", holder: data.account_name } : { state: "unknown" };
  } catch (error) {
    if (!(error instanceof CorridorError) || (error.status !== 404 && error.status !== 400))
      return { state: "unknown" };
    const problem = error.message === "Account not found" ? "The bank knows no such account" : error.message;
    return { state: "invalid", problem: inWords(problem.replace(PREFIX, "")) };
  }
}

export function useAccountCheck(account: Account): AccountCheck {
  const may = useMay()("POST /externals/resolve-account");
  const [asked] = useDebouncedValue(account, WAIT_MS, { leading: true });
  const isComplete = Object.values(account).every((text) => text !== "");
  const check = useQuery({
    queryKey: ["account-check", asked],
    queryFn: () => checkAccount(asked),
    enabled: may && isComplete && Object.values(asked).every((text) => text !== ""),
    staleTime: FRESH_MS,
  });
  if (!may || !isComplete) return { state: "none" };
  const isCurrent = Object.entries(account).every(([name, text]) => asked[name as keyof Account] === text);
  return isCurrent && check.data !== undefined ? check.data : { state: "checking" };
}

const wordsOfName = (name: string): string[] =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two spellings may be the same person's: banks add middle names and change the order. */
export function namesAgree(one: string, other: string): boolean {
  const [fewer, more] = [wordsOfName(one), wordsOfName(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  return fewer.length > 0 && fewer.every((word) => more.includes(word));
}

export function AccountCheckNote({
  check,
  name,
  onUseName,
}: {
  check: AccountCheck;
  name: string;
  onUseName: (name: string) => void;
}) {
  switch (check.state) {
    case "none":
      return null;
    case "checking":
      return <Alert color="gray" role="status" title="Asking the bank whose account this is" />;
    case "unknown":
      return (
        <Alert color="yellow" role="status" title="The bank could not be asked whose account this is">
          You can go on. Make sure with the payee that the account is right.
        </Alert>
      );
    case "invalid":
      return (
        <Alert color="red" role="alert" title="This account does not exist">
          {check.problem}. Nothing can be paid there, so correct it first.
        </Alert>
      );
    case "found":
      return name.trim() === "" || namesAgree(name, check.holder) ? (
        <Alert color="pine" role="status" title={`The account belongs to ${check.holder}`} />
      ) : (
        <Alert color="yellow" role="status" title={`The account belongs to ${check.holder}`}>
          That is not the name you entered. Go on only if you know why.
          <Button size="xs" variant="default" display="block" mt="xs" onClick={() => onUseName(check.holder)}>
            Use the bank&apos;s name
          </Button>
        </Alert>
      );
  }
}
