import type { BankAccount, MobileMoneyTarget, PaymentMethod } from "@corridor/provider-kit/provider.ts";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import { entryOf, type Json, MalformedAnswer } from "@corridor/provider-kit/wire.ts";

/**
 * A channel is one way in or out of a country, in one currency; a network is a bank or operator, reached by channels.
 * Every order names a channel, and nearly every one a network, by ids that only these two lists contain.
 */
export type Channel = {
  readonly id: string;
  readonly country: string;
  readonly currency: string;
  readonly method: "bank_transfer" | "mobile_money";
  readonly direction: "inbound" | "outbound";
  /** In major units of the currency; a maximum of 0 means no maximum. */
  readonly min: number;
  readonly max: number;
  readonly isInstant: boolean;
};
export type Network = {
  readonly id: string;
  readonly name: string;
  /** Empty when Yellow Card's list has no code for it, or has a table of branches instead. */
  readonly code: string;
  readonly country: string;
  readonly isBank: boolean;
  readonly channelIds: readonly string[];
};
export type Directory = { readonly channels: readonly Channel[]; readonly networks: readonly Network[] };

/** Channels go down and come back in a day: long enough to save most orders two requests, short enough to notice. */
export const KEPT_MS = 5 * 60_000;

/* ---- reading the lists ---- */

/** `p2p` is what bank transfers in Nigeria and `eft` what those in South Africa are called in some answers. */
const METHODS: Readonly<Record<string, Channel["method"]>> = {
  momo: "mobile_money",
  bank: "bank_transfer",
  p2p: "bank_transfer",
  eft: "bank_transfer",
};
const DIRECTIONS: Readonly<Record<string, Channel["direction"]>> = { deposit: "inbound", withdraw: "outbound" };
const MAX_ENTRIES = 10_000;

/** The documentation shows a bare list; real answers have also wrapped it under its name. */
export function readList(body: Buffer, name: "channels" | "networks"): Json[] {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new MalformedAnswer("it is not JSON");
  }
  const list = Array.isArray(value) ? value : (value as Json | null)?.[name];
  if (!Array.isArray(list) || list.length > MAX_ENTRIES) throw new MalformedAnswer(name);
  return list.filter((entry: unknown): entry is Json => typeof entry === "object" && entry !== null);
}

/** Channels that are down, unsupported or malformed are left out: they do not affect the others. */
export function readChannels(body: Buffer): Channel[] {
  return readList(body, "channels").flatMap((entry) => {
    const [id, country, currency] = [textIn(entry, "id"), textIn(entry, "country"), textIn(entry, "currency")];
    const method = entryOf(METHODS, textIn(entry, "channelType"));
    const direction = entryOf(DIRECTIONS, textIn(entry, "rampType"));
    const isUp = entry["status"] === "active" && (entry["apiStatus"] ?? "active") === "active";
    if (!isUp || id === "" || method === undefined || direction === undefined) return [];
    const [min, max] = [limitIn(entry, "min"), limitIn(entry, "max")];
    return { id, country, currency, method, direction, min, max, isInstant: entry["settlementType"] === "instant" };
  });
}

export function readNetworks(body: Buffer): Network[] {
  return readList(body, "networks").flatMap((entry) => {
    const [id, name] = [textIn(entry, "id"), textIn(entry, "name")];
    if (entry["status"] !== "active" || id === "" || name === "") return [];
    const ids = Array.isArray(entry["channelIds"]) ? entry["channelIds"] : [];
    return {
      id,
      name,
      code: textIn(entry, "code"),
      country: textIn(entry, "country"),
      isBank: entry["accountNumberType"] === "bank",
      channelIds: ids.filter((one) => typeof one === "string"),
    };
  });
}

function textIn(entry: Json, name: string): string {
  const value = entry[name];
  return typeof value === "string" ? value : "";
}

function limitIn(entry: Json, name: string): number {
  const value = entry[name];
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

/* ---- choosing ---- */

type Wish = Pick<Channel, "country" | "currency" | "direction"> & { method: PaymentMethod; amount: number };

/** The channels that accept this order, instant ones first. */
export function channelsFor({ channels }: Directory, wish: Wish): Channel[] {
  const open = channels.filter(
    ({ country, currency, method, direction }) =>
      country === wish.country && currency === wish.currency && method === wish.method && direction === wish.direction,
  );
  const what = `${wish.method} ${wish.direction === "inbound" ? "from" : "to"} ${wish.country} in ${wish.currency}`;
  if (open.length === 0) throw new Refusal("no_channel", `Yellow Card has no open channel for ${what}`);
  const fitting = open.filter(({ min, max }) => wish.amount >= min && (max === 0 || wish.amount <= max));
  if (fitting.length === 0)
    throw new Refusal(
      "amount_out_of_range",
      `${wish.amount} is outside the limits of Yellow Card for ${what}: ${limitsOf(open)}`,
    );
  return fitting.toSorted((a, b) => Number(b.isInstant) - Number(a.isInstant));
}

function limitsOf(channels: readonly Channel[]): string {
  return channels.map(({ min, max }) => (max === 0 ? `from ${min}` : `${min} to ${max}`)).join(", ");
}

export type Place = { channelId: string; network: Network };

/** Patterns that recognize an operator in Yellow Card's names and codes, by our code without the country. */
const OPERATORS: Readonly<Record<string, RegExp>> = {
  AFRICELL: /afri(cell|money)/i,
  AIRTEL: /airtel(?!.?tigo)/i,
  CELTIIS: /celtiis/i,
  EMONEY: /\be-?money|expresso/i,
  FREE: /free|mixx/i,
  HALOPESA: /halo/i,
  MOOV: /moov|flooz/i,
  MPESA: /m.?pesa|vodacom/i,
  MTN: /mtn/i,
  ORANGE: /orange/i,
  TIGO: /tigo|mixx/i,
  TKASH: /t.?kash/i,
  TMONEY: /\bt-?money|togoce|mixx/i,
  TNM: /tnm|mpamba/i,
  WAVE: /wave/i,
  ZAMTEL: /zamtel/i,
};
/** The network's name where Yellow Card does not distinguish operators: the phone number tells the operator. */
const ANY_OPERATOR = /^mobile wallet$/i;

export function operatorPlace(
  directory: Directory,
  channels: readonly Channel[],
  { network_code: code, provider }: MobileMoneyTarget,
): Place {
  const pattern = entryOf(OPERATORS, code.replace(/_[A-Z]{2}$/, ""));
  const what = `Yellow Card does not serve the mobile money network ${provider}`;
  if (pattern === undefined) throw new Refusal("network_not_supported", what);
  const isMeant = ({ name, code: theirs }: Network): boolean => pattern.test(name) || pattern.test(theirs);
  const operators = { networks: directory.networks.filter(({ isBank }) => !isBank) };
  const place =
    placeOf(operators, channels, isMeant) ?? placeOf(operators, channels, ({ name }) => ANY_OPERATOR.test(name));
  if (place === null) throw new Refusal("network_not_supported", `${what} at this time`);
  return place;
}

const MANUAL_INPUT = /^manual input$/i;
/** TAJBank and Lotus Bank. These codes belonged to wallets before, and some lists still use them that way. */
const REUSED_CODES: readonly string[] = ["302", "303"];

/**
 * In Nigeria both lists use the central bank's codes; elsewhere only the name counts: in South Africa some codes belong
 * to different banks. If the list has no banks at all, a person at Yellow Card reads the name.
 */
export function bankPlace(
  directory: Directory,
  channels: readonly Channel[],
  country: string,
  bank: Pick<BankAccount, "bank_code" | "bank_name">,
): Place {
  const code = bank.bank_code?.trim() ?? "";
  const name = plain(bank.bank_name ?? "");
  const isNamed = (network: Network): boolean => plain(network.name) === name;
  const byCode = (network: Network): boolean =>
    network.isBank && network.code === code && (!REUSED_CODES.includes(code) || isNamed(network));
  if (country !== "NG" && name === "")
    throw new Refusal("bank_name_missing", `Yellow Card knows the banks of ${country} by name: bank_name is required`);
  const place =
    country === "NG"
      ? placeOf(directory, channels, (network) => code !== "" && byCode(network))
      : (placeOf(directory, channels, (network) => network.isBank && isNamed(network)) ??
        placeOf(directory, channels, isManualInput));
  if (place !== null) return place;
  throw new Refusal(
    "bank_not_supported",
    `Yellow Card does not reach the bank ${bank.bank_name ?? code} in ${country}`,
  );
}

export function isManualInput({ name }: Network): boolean {
  return MANUAL_INPUT.test(name);
}

/** Finds a bank or operator: the first channel with exactly one matching network. Two matches count as none. */
function placeOf(
  { networks }: Pick<Directory, "networks">,
  channels: readonly Channel[],
  isMeant: (network: Network) => boolean,
): Place | null {
  for (const { id, country } of channels) {
    const meant = networks.filter(
      (network) =>
        network.channelIds.includes(id) &&
        (network.country === country || network.country === "ALL") &&
        isMeant(network),
    );
    if (meant.length === 1) return { channelId: id, network: meant[0]! };
  }
  return null;
}

/** "Standard Bank (South Africa)" and "STANDARD BANK" are the same; the bank's country is already known. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\(.*?\)/g, " ")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
