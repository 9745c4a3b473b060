import { randomInt } from "node:crypto";
import { newId } from "@corridor/base/ids.ts";
import { ibanOf } from "@corridor/base/networks/account-format.ts";
import { shortReferenceOf } from "@corridor/base/short-reference.ts";
import {
  type Behaviour,
  behaviourAt,
  behaviourOf,
  failsAfterMs,
  failureOf,
  isRefusedBy,
  type SandboxProvider,
} from "./behaviour.ts";
import { chainNetwork, NETWORK_NAMES } from "./chain.ts";
import { type Answer, invalid, json, Refusal } from "./exchange.ts";
import {
  amount,
  type Fields,
  isObject,
  oneOf,
  optionalObject,
  optionalText,
  reference,
  text,
  webAddress,
} from "./fields.ts";
import {
  accountAlias,
  addressAlias,
  AWAITING_APPROVAL,
  type Due,
  newOperation,
  type Operation,
  pageAlias,
  paymentKey,
} from "./operation.ts";
import { paymentView } from "./payment-view.ts";
import type { Sandbox } from "./sandbox.ts";

/** POST /{provider}/payments: accepts a reference once; the ending of the customer's number decides the outcome. */
const KINDS = ["payin", "payout"] as const;
const METHODS = ["bank_transfer", "card", "mobile_money", "crypto"] as const;
type Method = (typeof METHODS)[number];

const INSTRUCTIONS_VALID_MS = 30 * 60_000;
/** A transfer made in the last minute still arrives: the customer's deadline is earlier than the account's. */
const EXPIRY_GRACE_MS = 30 * 60_000;

export async function dispatchPayment(
  sandbox: Sandbox,
  provider: SandboxProvider,
  fields: Fields,
  origin: string,
): Promise<Answer> {
  const asked = readPayment(fields);
  const key = paymentKey(provider, asked.reference);

  const existing = sandbox.store.find(key);
  if (existing !== undefined) return answerAgain(sandbox, existing, asked);

  const behaviour = behaviourAt(provider, asked.customerNumber);
  if (isRefusedBy(provider, behaviour))
    throw new Refusal(422, "declined", `declined by the sandbox: the number's ending is refused by ${provider}`);

  const operation = acceptedOperation(sandbox, provider, key, asked, behaviour, origin);
  sandbox.progress.accept(operation);
  await sandbox.store.durable();
  return answerOf(sandbox, operation, 201);
}

async function answerAgain(sandbox: Sandbox, existing: Operation, asked: Asked): Promise<Answer> {
  if (
    existing.kind !== asked.kind ||
    existing.amount !== asked.amount ||
    existing.currency !== asked.currency ||
    existing.method !== asked.method
  ) {
    // The answer has no "accepted: false", because another request was accepted under this reference.
    return json(409, { code: "reference_conflict", message: "this reference belongs to another payment" });
  }
  await sandbox.store.durable();
  return answerOf(sandbox, existing, 200);
}

function answerOf(sandbox: Sandbox, operation: Operation, statusCode: number): Answer {
  const answer = json(statusCode, { accepted: true, ...paymentView(sandbox, operation) });
  return operation.behaviour === "lose_answer" ? { ...answer, delivery: "lost" } : answer;
}

type Asked = ReturnType<typeof readPayment>;

function readPayment(fields: Fields) {
  const kind = oneOf(fields, "direction", KINDS);
  const method = oneOf(fields, "method", METHODS);
  const currency = text(fields, "currency");
  const customerNumber = customerNumberOf(fields, method);
  const crypto = method === "crypto" ? readCrypto(fields, kind, currency) : null;
  return {
    reference: reference(fields, "reference"),
    paymentId: text(fields, "payment_id"),
    kind,
    method,
    amount: amount(fields, "amount", currency).toDatabase(),
    currency,
    customerNumber,
    crypto,
    callbackUrl: webAddress(fields, "callback_url"),
    returnUrl: leadsToPage(method, customerNumber) || "return_url" in fields ? webAddress(fields, "return_url") : null,
  };
}

/** Of wallets only the number whose ending redirects needs an address to come back to. */
function leadsToPage(method: Method, customerNumber: string | null): boolean {
  return method !== "mobile_money" || behaviourOf(customerNumber) === "redirect";
}

/** The only use of card data. It is neither stored nor put into a message. */
function customerNumberOf(fields: Fields, method: Method): string | null {
  switch (method) {
    case "crypto":
      return null;
    case "card":
      return numberOf(fields, "card", "card_number");
    case "mobile_money":
      return numberOf(fields, "mobile_money", "phone_number");
    case "bank_transfer":
      // A payin may come from any account of the customer.
      if (fields["direction"] === "payin" && !isObject(fields["bank_account"]) && !isObject(fields["bank_details"]))
        return null;
      return numberOf(fields, isObject(fields["bank_account"]) ? "bank_account" : "bank_details", "account_number");
  }
}

function numberOf(fields: Fields, object: string, name: string): string {
  const part = optionalObject(fields, object);
  const value = part?.[name];
  if (typeof value !== "string" || value === "") throw invalid(`${object}.${name}`, "is needed for this method");
  return value;
}

function readCrypto(
  fields: Fields,
  kind: (typeof KINDS)[number],
  currency: string,
): { asset: string; network: string; walletAddress: string | null } {
  const part = optionalObject(fields, "crypto");
  if (part === null) throw invalid("crypto", "is needed for this method");
  const asset = text(part, "asset");
  const network = chainNetwork(text(part, "network"));
  if (network === null) throw invalid("crypto.network", `must be one of ${NETWORK_NAMES.join(", ")}`);
  if (kind === "payin" && asset !== currency) throw invalid("currency", "must be the asset to receive");
  const walletAddress = optionalText(part, "wallet_address");
  if (kind === "payout" && walletAddress === null) throw invalid("crypto.wallet_address", "is needed for a payout");
  return { asset, network: network.name, walletAddress };
}

function acceptedOperation(
  sandbox: Sandbox,
  provider: SandboxProvider,
  key: string,
  asked: Asked,
  behaviour: Behaviour,
  origin: string,
): Operation {
  const nowMs = sandbox.progress.nowMs();
  const id = `${provider}_${newId()}`;
  const { customerNumber: _, crypto, ...given } = asked;
  const base = {
    ...given,
    key,
    provider,
    id,
    behaviour,
    atMs: nowMs,
    data: crypto === null ? {} : { asset: crypto.asset, network: crypto.network, wallet_address: crypto.walletAddress },
  };
  const expire: Due = { atMs: nowMs + INSTRUCTIONS_VALID_MS + EXPIRY_GRACE_MS, step: "expire" };
  const fail: Due[] =
    failureOf(behaviour) === null ? [] : [{ atMs: nowMs + failsAfterMs(behaviour, sandbox.delayMs), step: "fail" }];
  /** Waits for the customer. `alias`: by what else it is found. */
  const waiting = (word: string, nextAction: Operation["nextAction"], due: Due[], alias?: string): Operation =>
    newOperation({ ...base, status: "pending", word, nextAction, due, aliases: alias === undefined ? [] : [alias] });
  const page = `${origin}/pay/${id}`;

  switch (behaviour) {
    case "collect_otp":
      return waiting("otp_required", { type: "collect_otp" }, [expire]);
    case "pay_by_link":
      return waiting("link_sent", { type: "pay_by_link", payment_link: page }, [expire], pageAlias(id));
    case "redirect":
      return waiting("redirected", { type: "redirect", redirect_url: page }, [expire], pageAlias(id));
  }
  const expires_at = new Date(nowMs + INSTRUCTIONS_VALID_MS).toISOString();
  if (asked.kind === "payin" && asked.method === "bank_transfer") {
    const account = newAccount(sandbox, asked.currency);
    const nextAction = {
      type: "bank_transfer",
      account_name: "Corridor Sandbox",
      ...account,
      reference: shortReferenceOf(newId()),
      expires_at,
    };
    return waiting("awaiting_transfer", nextAction, [...fail, expire], accountAlias(account.account_number));
  }
  if (asked.kind === "payin" && asked.crypto !== null) {
    const { asset } = asked.crypto;
    const { name: network, newAddress } = chainNetwork(asked.crypto.network)!;
    const address = newAddress();
    const nextAction = { type: "crypto_transfer", address, network, asset, reference: id, memo: null, expires_at };
    return waiting("awaiting_deposit", nextAction, [expire], addressAlias(network, address));
  }
  const due: Due[] = fail.length > 0 ? fail : [{ atMs: nowMs + sandbox.delayMs, step: "complete" }];
  if (asked.kind === "payin" && asked.method === "mobile_money")
    return waiting(AWAITING_APPROVAL, { type: "wait" }, due);
  return newOperation({ ...base, status: "processing", word: "submitted", nextAction: { type: "wait" }, due });
}

const BANK_NAME = "Corridor Sandbox Bank";
const BANK_CODE = "999";
const GERMAN_BANK = { blz: "99900000", bic: "CORRDEFF" };
const BRITISH_BANK = { sort_code: "04-00-99", bic: "CORRGB2L" };

/** An account of our bank in euros is in Germany, in pounds in Britain, and otherwise wherever it is asked for. */
export function newAccount(sandbox: Sandbox, currency: string): ReturnType<typeof accountOf> {
  const account = accountOf(currency, `90${String(randomInt(10 ** 8)).padStart(8, "0")}`);
  const isTaken = sandbox.store.findByAlias(accountAlias(account.account_number)) !== undefined;
  return isTaken ? newAccount(sandbox, currency) : account;
}

function accountOf(currency: string, digits: string) {
  const bank_name = BANK_NAME;
  if (currency === "EUR") {
    const { blz, bic } = GERMAN_BANK;
    const iban = ibanOf("DE", blz + digits);
    return { account_number: iban, bank_name, bank_code: bic, iban, bic, country: "DE" };
  }
  if (currency === "GBP") {
    const { sort_code, bic } = BRITISH_BANK;
    const account_number = digits.slice(2);
    const iban = ibanOf("GB", bic.slice(0, 4) + sort_code.replaceAll("-", "") + account_number);
    return { account_number, bank_name, bank_code: sort_code, iban, bic, sort_code, country: "GB" };
  }
  return { account_number: digits, bank_name, bank_code: BANK_CODE };
}
