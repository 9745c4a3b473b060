import Type from "typebox";
import { Email, filledText, Named, Nullable } from "#src/kernel/http/schemas.ts";

/** Requests of other modules carry these fields too, so they are not part of one route's schema. */
const MAX_TEXT = 500;
export const Text = Type.String({ maxLength: MAX_TEXT });

export const PayerDetailsInput = Named("PayerDetailsInput", {
  name: [Type.Optional(Text), "The payer's name, as sent to the provider"],
  email: [Type.Optional(Nullable(Email)), "E-mail address"],
  phone: [Type.Optional(Nullable(Text)), "Phone number by E.164"],
});
/** `address` and `device` are never refused and never stored: unreadable values in them are dropped. */
export const PayerInput = Named(["PayerInput", "The payer, for the provider's checks and the customer record"], {
  ...PayerDetailsInput.properties,
  address: [
    Type.Optional(Type.Unknown()),
    "The payer's address, for the provider's checks: line1, line2, city, state, postal_code, country (ISO 3166-1 " +
      "alpha-2)",
  ],
  device: [
    Type.Optional(Type.Unknown()),
    "The payer's device, for the provider's checks: ip_address, user_agent, accept_header, language, " +
      "color_depth, screen_height, screen_width, time_zone_offset (minutes), java_enabled",
  ],
});
export const MobileMoneyInput = Named("MobileMoneyInput", {
  provider: [Type.Optional(Type.String({ maxLength: MAX_TEXT })), "A network name from POST /externals/networks"],
  phone_number: [Type.Optional(Text), "Phone number by E.164"],
});
export const CardInput = Named("CardInput", {
  // Shorter numbers are refused: the stored first six and last four digits would be the whole number.
  card_number: [
    Type.String({
      minLength: 13,
      maxLength: 19,
      pattern: "^[ -]*([0-9][ -]*){13,19}$",
      "x-pattern-message": "must have 13 to 19 digits",
    }),
    "Card number: 13 to 19 digits, whose spaces and hyphens are ignored. Never stored",
  ],
  expiry_month: [
    Type.String({ pattern: "^(0?[1-9]|1[0-2])$", "x-pattern-message": "must be a month, 01 to 12" }),
    "Month in which the card expires, 01 to 12",
  ],
  expiry_year: [
    Type.String({ pattern: "^[0-9]{2}([0-9]{2})?$", "x-pattern-message": "must be a year of 2 or 4 digits" }),
    "Year in which the card expires, two or four digits",
  ],
  cvv: [
    Type.Optional(Nullable(Type.String({ pattern: "^[0-9]{3,4}$", "x-pattern-message": "must have 3 or 4 digits" }))),
    "Security code of the card: three or four digits. Never stored",
  ],
  card_holder_name: [Type.Optional(Nullable(Text)), "Name as printed on the card"],
});
export const BankDetailsInput = Named("BankDetailsInput", {
  account_name: [Type.Optional(Nullable(Text)), "Name of the account holder, as the bank knows it"],
  account_number: [Type.Optional(Text), "National account number, or IBAN"],
  bank_name: [Type.Optional(Nullable(Text)), "The bank's name"],
  bank_code: [Type.Optional(Nullable(Text)), "Code of the bank, as `/externals/banks` lists it"],
  country: [Type.Optional(Nullable(Text)), "Country by ISO 3166-1 alpha-2; null: none, or any"],
});
export const BankAccountInput = Named(
  [
    "BankAccountInput",
    "Destination account. For a payout, omitted details come from the beneficiary; different ones are a 400 " +
      "BENEFICIARY_MISMATCH, or marked in the record",
  ],
  {
    account_number: [Type.Optional(Text), "National account number, or IBAN"],
    bank_code: [Type.Optional(Nullable(Text)), "Code of the bank, as `/externals/banks` lists it"],
    bank_name: [Type.Optional(Nullable(Text)), "The bank's name"],
  },
);

export const OtpInput = filledText(32, { description: "Required for submit_otp" });
