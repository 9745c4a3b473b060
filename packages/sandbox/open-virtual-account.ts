import { hash } from "node:crypto";
import { scaleOf } from "@corridor/base/currencies.ts";
import { newId } from "@corridor/base/ids.ts";
import { newAccountNumber, SANDBOX_BANK_CODE, SANDBOX_BANK_NAME } from "./dispatch-payment.ts";
import { type Answer, invalid, json, notFound } from "./exchange.ts";
import { type Fields, reference, text, webAddress } from "./fields.ts";
import { accountAlias, newOperation, type Operation, virtualAccountKey } from "./operation.ts";
import type { SandboxProvider } from "./sandbox-provider.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * POST /{provider}/virtual-accounts: a separate account number, whose deposits are reported by callback. Once per
 * reference.
 */
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
  const account =
    existing ?? openedAccount(sandbox, provider, { key, accountReference, currency, name, country, callbackUrl });
  if (existing === undefined) sandbox.progress.accept(account);
  await sandbox.store.durable();
  return json(existing === undefined ? 201 : 200, {
    accepted: true,
    id: account.id,
    reference: account.reference,
    currency,
    ...account.data,
  });
}

function openedAccount(
  sandbox: Sandbox,
  provider: SandboxProvider,
  given: {
    key: string;
    accountReference: string;
    currency: string;
    name: string;
    country: string;
    callbackUrl: string;
  },
): Operation {
  const accountNumber = newAccountNumber(sandbox);
  return newOperation({
    key: given.key,
    kind: "virtual_account",
    provider,
    id: `${provider}_${newId()}`,
    reference: given.accountReference,
    currency: given.currency,
    behaviour: "complete",
    callbackUrl: given.callbackUrl,
    aliases: [accountAlias(accountNumber)],
    status: "completed",
    word: "open",
    atMs: sandbox.progress.nowMs(),
    data: {
      account_number: accountNumber,
      account_name: given.name,
      bank_name: SANDBOX_BANK_NAME,
      bank_code: SANDBOX_BANK_CODE,
      country: given.country,
    },
  });
}

const FIRST_NAMES = [
  "Amara",
  "Kofi",
  "Wanjiru",
  "Thabo",
  "Aïcha",
  "Chidi",
  "Nakato",
  "Moses",
  "Fatou",
  "Grace",
  "Yusuf",
  "Zawadi",
];
const LAST_NAMES = [
  "Okafor",
  "Mensah",
  "Kamau",
  "Dlamini",
  "Diallo",
  "Nwosu",
  "Mukasa",
  "Banda",
  "Ndiaye",
  "Achieng",
  "Ibrahim",
  "Mwangi",
];

/**
 * POST /{provider}/accounts/resolve: the same number always has the same holder; one that ends in 0002 does not exist.
 */
export function resolveAccount(fields: Fields): Answer {
  const accountNumber = text(fields, "account_number");
  const bankCode = text(fields, "bank_code");
  text(fields, "country");
  if (accountNumber.replace(/\D/g, "").endsWith("0002")) throw notFound("account");
  const digest = Buffer.from(hash("sha256", `${bankCode}/${accountNumber}`), "hex");
  return json(200, {
    account_name: `${FIRST_NAMES[digest[0]! % FIRST_NAMES.length]} ${LAST_NAMES[digest[1]! % LAST_NAMES.length]}`,
  });
}
