import Type from "typebox";
import { isFiat } from "@corridor/base/currencies.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import {
  Country,
  CountryCode,
  Currency,
  CurrencyCode,
  Named,
  Nullable,
  Shape,
  OneOf,
} from "#src/kernel/http/schemas.ts";
import { list, ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { CRYPTO_ASSETS, CRYPTO_NETWORKS, networksOf } from "@corridor/base/crypto-assets/crypto-assets.ts";
import { MOBILE_MONEY_NETWORKS } from "@corridor/base/networks/mobile-money-networks.ts";
import { checkAccount } from "@corridor/base/networks/account-format.ts";
import { BANKS, namesOf, plainName } from "@corridor/base/networks/reference-data.ts";
import { NAME_VERDICTS } from "@corridor/provider-kit/provider.ts";
import type { Bank } from "@corridor/base/networks/reference-table.ts";
import { type AccountResolver, resolveAccount } from "./resolve-account.ts";

const MAX_SEARCH_LENGTH = 100;
const MAX_ACCOUNT_NUMBER_LENGTH = 64;
const MAX_BANK_CODE_LENGTH = 32;
const MAX_ACCOUNT_NAME_LENGTH = 200;

const Institution = Named("Institution", {
  name: [Type.String(), "The name that people know"],
  code: [Type.String(), "The code by which requests name the institution"],
  country: Country,
  currency: Currency,
  also_known_as: [Type.Optional(Type.Array(Type.String())), "Other names that people use, such as GTBank"],
});

const Filter = { country: Type.Optional(CountryCode), currency: Type.Optional(CurrencyCode) };

const ResolveRequest = Shape({
  account_number: [
    Type.String({ minLength: 1, maxLength: MAX_ACCOUNT_NUMBER_LENGTH }),
    "National account number, or an IBAN",
  ],
  bank_code: [
    Type.String({ minLength: 1, maxLength: MAX_BANK_CODE_LENGTH }),
    "Code of the bank, as /externals/banks lists it; in GB the sort code",
  ],
  country: Type.Optional(CountryCode),
  account_name: [
    Type.Optional(Type.String({ maxLength: MAX_ACCOUNT_NAME_LENGTH })),
    "A name to compare with the holder's, for providers that name nobody",
  ],
});

const Resolved = Named(["ResolvedAccount", "The holder of the account, according to the bank"], {
  account_number: [Type.String(), "National account number, or IBAN"],
  account_name: [Type.String(), "Name of the account holder, according to the bank; empty where nobody is named"],
  name_verdict: [
    Nullable(OneOf(NAME_VERDICTS)),
    "Of a provider that names nobody: whether the given name is the holder's. null: the holder is named",
  ],
  bank_code: [Type.String(), "Code of the bank, as `/externals/banks` lists it"],
  bank_name: [Nullable(Type.String()), "The bank's name"],
  country: Country,
});

const Asset = Named("CryptoAsset", {
  code: Type.String({ description: "The value for `crypto_currency` of a ramp" }),
  name: [Type.String(), "The asset's name"],
  decimals: Type.Integer({ description: "Decimals in which amounts are quoted, posted and shown, on every network" }),
  networks: Type.Array(OneOf(CRYPTO_NETWORKS), { description: "The value for `crypto_network` of a ramp" }),
});

export function networkRoutes(deps: { resolveAccount: AccountResolver }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Networks and banks");
    on("POST /externals/networks", {
      id: "listNetworks",
      summary: "List mobile money networks",
      description: "The names to use as `mobile_money_details.provider`, of one country, one currency, or all.",
      body: Nullable(Type.Object(Filter)),
      answer: ok("Mobile money networks", Type.Array(Institution)),
      handle: async (request) => institutionsOf(MOBILE_MONEY_NETWORKS, request.body ?? {}),
    });

    on("POST /externals/banks", {
      id: "listBanks",
      summary: "List banks",
      description:
        "The codes to use as `bank_code`, of one country, one currency, or all; `search` looks into the names, " +
        "`also_known_as` included.",
      body: Nullable(
        Shape({
          ...Filter,
          search: [Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH })), "Part of the bank's name"],
          account_number: [
            Type.Optional(Type.String({ maxLength: MAX_ACCOUNT_NUMBER_LENGTH })),
            "Only banks that may have given out this number, by its shape and check digits",
          ],
        }),
      ),
      answer: ok("Banks", Type.Array(Institution)),
      handle: async (request) => {
        const { search, account_number: number, ...filter } = request.body ?? {};
        const wanted = plainName(search ?? "");
        const mayBeOf = ({ country, code }: Bank) =>
          number === undefined || checkAccount(country, number, code) === null;
        return institutionsOf(BANKS, filter).filter(
          (bank) => namesOf(bank).some((name) => plainName(name).includes(wanted)) && mayBeOf(bank),
        );
      },
    });

    on("GET /crypto-assets", {
      id: "listCryptoAssets",
      summary: "List crypto assets and the networks they are on",
      answer: list("Crypto assets", Asset),
      handle: async () =>
        CRYPTO_ASSETS.map(({ code, name, scale }) => ({ code, name, decimals: scale, networks: networksOf(code) })),
    });

    on("POST /externals/resolve-account", {
      id: "resolveAccount",
      summary: "Find out whose bank account this is",
      description:
        "Shape and check digits are verified first (IBAN, NUBAN, sort code, ABA); then the provider is asked. " +
        "404 if there is no such account, or none can exist.",
      body: ResolveRequest,
      answer: ok("Account resolved", Resolved),
      errors: {
        404: "The bank knows no such account",
        502: "The provider did not answer (PROVIDER_UNAVAILABLE)",
      },
      handle: async (request) => await resolveAccount(deps.resolveAccount, request.body),
    });
  };
}

function institutionsOf(all: readonly Bank[], filter: { country?: string; currency?: string }): Bank[] {
  const { country, currency } = filter;
  if (currency !== undefined && !isFiat(currency)) throw invalidField("currency", "must be an ISO 4217 code");
  return all.filter(
    (each) =>
      (country === undefined || each.country === country) && (currency === undefined || each.currency === currency),
  );
}
