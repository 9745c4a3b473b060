import type { Body } from "@corridor/shared/operations.ts";
import { api, messageOf } from "../../../api/client.ts";
import { namesOf } from "../../beneficiaries/beneficiary.ts";
import type { Payee, Person } from "./read-people.ts";

type Row = NonNullable<Body<"post", "/payout-batches">["rows"]>[number];
const AT_ONCE = 4;

/** The rows of the batch; whoever is new is added first, each once, however often this is tried. */
export async function payeesMade(
  people: readonly Person[],
  country: string,
  keyFor: (content: object) => string,
): Promise<Row[]> {
  const made = new Map<string, Promise<string>>();
  const rows: Row[] = [];
  for (let at = 0; at < people.length; at += AT_ONCE)
    rows.push(...(await Promise.all(people.slice(at, at + AT_ONCE).map(rowOf))));
  return rows;

  async function rowOf({ draft, payee, amount, currency }: Person): Promise<Row> {
    return {
      beneficiary_id: await idOf(payee!, draft.line),
      amount,
      currency,
      ...(draft.reference === "" ? {} : { reference: draft.reference }),
      ...(draft.description === "" ? {} : { description: draft.description }),
    };
  }

  async function idOf(payee: Payee, line: number): Promise<string> {
    if (payee.kind === "known") return payee.beneficiary.beneficiary_id;
    const { name, account, bank, network } = payee;
    const key = `${bank?.code ?? network} ${account}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const body = {
      ...namesOf(name, "individual"),
      country,
      ...(bank === null
        ? { account_type: "mobile_money" as const, momo_details: { provider: network, phone_number: account } }
        : {
            account_type: "bank" as const,
            bank_details: { account_number: account, bank_code: bank.code, bank_name: bank.name },
          }),
    };
    const added = api.post("/beneficiaries", { body, idempotencyKey: keyFor(body) }).then(
      ({ data }) => data.beneficiary_id,
      (error: unknown) => {
        throw new Error(`Line ${line}, ${name}: ${messageOf(error)}`, { cause: error });
      },
    );
    made.set(key, added);
    return added;
  }
}
