import { hash } from "node:crypto";
import { scaleOf } from "@corridor/base/currencies.ts";
import { newId } from "@corridor/base/ids.ts";
import { newAccount } from "./dispatch-payment.ts";
import { type Answer, invalid, json, notFound } from "./exchange.ts";
import { type Fields, reference, text, webAddress } from "./fields.ts";
import { accountAlias, newOperation, type Operation, virtualAccountKey } from "./operation.ts";
import type { SandboxProvider } from "./behaviour.ts";
import type { Sandbox } from "./sandbox.ts";

/** POST /{provider}/virtual-accounts: a number whose deposits are reported by callback. Once per reference. */
export async function openVirtualAccount(sandbox: Sandbox, provider: SandboxProvider, fields: Fields): Promise<Answer> {
  const accountReference = reference(fields, "reference");
  const currency = text(fields, "currency");
  if (scaleOf(currency) === undefined) throw invalid("currency", "is unknown");
  const name = text(fields, "name");
  const country = text(fields, "country");
  const callbackUrl = webAddress(fields, "callback_url");

  const key = virtualAccountKey(provider, accountReference);
  const existing = sandbox.store.find(key);
  if (existing !== undefined && existing.currency !== currency)
    return json(409, { code: "reference_conflict", message: "this reference belongs to another account" });
  const account = existing ?? openedAccount();
  if (existing === undefined) sandbox.progress.accept(account);
  await sandbox.store.durable();
  const { id } = account;
  const view = { accepted: true, id, reference: accountReference, currency, ...account.data };
  return json(existing === undefined ? 201 : 200, view);

  function openedAccount(): Operation {
    const opened = newAccount(sandbox, currency);
    return newOperation({
      key,
      kind: "virtual_account",
      provider,
      id: `${provider}_${newId()}`,
      reference: accountReference,
      currency,
      behaviour: "complete",
      callbackUrl,
      aliases: [accountAlias(opened.account_number)],
      status: "completed",
      word: "open",
      atMs: sandbox.progress.nowMs(),
      data: { account_name: name, country, ...opened },
    });
  }
}

const FIRST_NAMES = "Amara Kofi Wanjiru Thabo Aïcha Chidi Nakato Moses Fatou Grace Yusuf Zawadi".split(" ");
const LAST_NAMES = "Okafor Mensah Kamau Dlamini Diallo Nwosu Mukasa Banda Ndiaye Achieng Ibrahim Mwangi".split(" ");

const KNOWN: Readonly<Record<string, string>> = { "044/0123456784": "Ikeja Farms Ltd" };

/** A number always has the same holder, the demo's payee its own name; one that ends in 0002 does not exist. */
export function resolveAccount(fields: Fields): Answer {
  const accountNumber = text(fields, "account_number");
  const bankCode = text(fields, "bank_code");
  text(fields, "country");
  if (accountNumber.replace(/\D/g, "").endsWith("0002")) throw notFound("account");
  const account = `${bankCode}/${accountNumber}`;
  const digest = Buffer.from(hash("sha256", account), "hex");
  const invented = `${FIRST_NAMES[digest[0]! % FIRST_NAMES.length]} ${LAST_NAMES[digest[1]! % LAST_NAMES.length]}`;
  return json(200, { account_name: KNOWN[account] ?? invented });
}
