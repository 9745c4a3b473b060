import { useEffect, useRef, useState } from "react";
import { useMay } from "../../../session/may.ts";
import { type Account, type AccountCheck, checkAccount } from "../../beneficiaries/check-account.tsx";

/** Few enough that a bank is not overrun. */
const AT_ONCE = 4;
const SHOWN_EVERY = 20;

const keyOf = ({ account_number, bank_code, country }: Account): string => `${country} ${bank_code} ${account_number}`;

/** Asks the banks about every account, each once, a few at a time. */
export function useAccountChecks(wanted: readonly Account[]) {
  const may = useMay()("POST /externals/resolve-account");
  const [checks, setChecks] = useState<ReadonlyMap<string, AccountCheck>>(new Map());
  const asked = useRef(new Set<string>());
  const queue = useRef<Account[]>([]);
  const running = useRef(0);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  useEffect(() => {
    if (!may) return;
    for (const account of wanted)
      if (!asked.current.has(keyOf(account))) {
        asked.current.add(keyOf(account));
        queue.current.push(account);
      }
    while (running.current < AT_ONCE && running.current < queue.current.length) void work();
  });
  async function work(): Promise<void> {
    running.current += 1;
    let done: [string, AccountCheck][] = [];
    for (
      let account = queue.current.shift();
      account !== undefined && !isGone.current;
      account = queue.current.shift()
    ) {
      done.push([keyOf(account), await checkAccount(account)]);
      if (done.length < SHOWN_EVERY && queue.current.length > 0) continue;
      const answers = done;
      done = [];
      setChecks((before) => new Map([...before, ...answers]));
    }
    running.current -= 1;
    if (done.length > 0) setChecks((before) => new Map([...before, ...done]));
  }
  const waiting = may ? wanted.filter((account) => !checks.has(keyOf(account))).length : 0;
  return { checks, checkOf: (account: Account) => checks.get(keyOf(account)), waiting };
}
