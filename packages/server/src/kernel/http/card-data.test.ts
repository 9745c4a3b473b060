import Type from "typebox";
import { expect, it } from "vitest";
import { cardDataIn, namedFieldsOf, UNSEARCHED } from "./card-data.ts";

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Account = Type.Object({ account_number: Text, iban: Text, memo: Text, label: Text });
const CARD = namedFieldsOf(
  Type.Object(
    {
      amount: Type.Number(),
      phone: Text,
      client_reference: Text,
      card_details: Type.Union([Type.Object({ card_number: Type.String(), cvv: Text, card_holder_name: Text })]),
      bank_account: Type.Optional(Type.Union([Account, Type.Null()])),
      accounts: Type.Array(Account),
      payer_details: Type.Object({ name: Text, address: Type.Optional(Type.Unknown()) }),
      metadata: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: true },
  ),
);

it.each([
  [{ metadata: { note: "card 4242 4242 4242 4242" } }, "metadata.note"],
  [{ metadata: { nested: [{ pan: 4242424242424242 }] } }, "metadata.nested.0.pan"],
  [{ metadata: { x: "5555-5555-5555-4444" } }, "metadata.x"],
  [{ metadata: { x: "2223000048400011" } }, "metadata.x"],
  [{ description: "378282246310005" }, "description"],
  [{ description: "paid with 6011111111111117 today" }, "description"],
  [{ payer_details: { name: "30569309025904" } }, "payer_details.name"],
  [{ fname: "3530111333300000" }, "fname"],
  [{ metadata: { cvv: "123" } }, "metadata.cvv"],
  [{ metadata: { card: { security_code: 1234 } } }, "metadata.card.security_code"],
  [{ description: "the CVV: 737" }, "description"],
  [{ text: "He paid with 4242 4242 4242 4242." }, "text"],
  [{ terms: "Pay by 4242424242424242" }, "terms"],
  [{ label: "4242424242424242" }, "label"],
  [{ message: "CVC 123" }, "message"],
  [{ note: "01a1ea95-a96d-70f4-8000-17856252b2f6 4242424242424242" }, "note"],
  [{ note: "card4242424242424242abc" }, "note"],
  [{ note: "4242424242424242 12/27" }, "note"],
  [{ note: "4242 4242 4242 4242 12/27 737" }, "note"],
  [{ note: "order 7 4242-4242-4242-4242" }, "note"],
  [{ note: "4242\u00a04242\u00a04242\u00a04242" }, "note"],
  [{ note: "4242 - 4242 - 4242 - 4242" }, "note"],
  [{ note: "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2 12 27" }, "note"],
  [{ note: "3782 822463 10005 0929" }, "note"],
  [{ note: "5018000000000009" }, "note"],
  [{ note: "DE54 4242 4242 4242 4242 97" }, "note"],
  [{ resolution: "refunded to 4242424242424242" }, "resolution"],
  [{ client_reference: "4242424242424242" }, "client_reference"],
  [{ return_url: "https://shop.example/?card=4242%204242%204242%204242" }, "return_url"],
  [{ return_url: "https://shop.example/%34%32%34%32%34%32%34%32%34%32%34%32%34%32%34%32" }, "return_url"],
  [{ card_details: { card_holder_name: "4242424242424242" } }, "card_details.card_holder_name"],
  [
    { card_details: { card_number: "4000001234562", card_holder_name: "4000001234562" } },
    "card_details.card_holder_name",
  ],
  [{ unknown: ["x", "4242424242424242"] }, "unknown.1"],
  [{ metadata: { phone: "4242424242424242" } }, "metadata.phone"],
  [{ metadata: { bank_account: { account_number: "4242424242424242" } } }, "metadata.bank_account.account_number"],
  [{ metadata: { pan: Symbol("4000000000000000006") } }, "metadata.pan"],
  [{ metadata: { 4242424242424242: "x" } }, "metadata"],
  [{ "4242 4242 4242 4242": "x" }, "body"],
  [{ accounts: [{ memo: "42424242" }, { account_number: "x", label: "4242424242424242" }] }, "accounts.1.label"],
  [{ note: "no.4242424242424242" }, "note"],
  [{ note: "4242.4242.4242.4242" }, "note"],
  [{ note: "4242\n4242\n4242\n4242" }, "note"],
  [{ note: "4242_4242_4242_4242" }, "note"],
  [{ note: "3782/822463/10005" }, "note"],
  [{ note: "4242\u200b4242\u200b4242\u200b4242" }, "note"],
  [
    { note: "\uff14\uff12\uff14\uff12 \uff14\uff12\uff14\uff12 \uff14\uff12\uff14\uff12 \uff14\uff12\uff14\uff12" },
    "note",
  ],
  [
    { note: "\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662" },
    "note",
  ],
  [
    { note: "\u096a\u0968\u096a\u0968\u096a\u0968\u096a\u0968\u096a\u0968\u096a\u0968\u096a\u0968\u096a\u0968" },
    "note",
  ],
  [{ note: "\u{1d7d2}\u{1d7d0}".repeat(8) }, "note"],
  [{ note: "4\ufe0f\u20e32\ufe0f\u20e3".repeat(8) }, "note"],
  [{ note: "2200000000000004" }, "note"],
  [{ note: "8171999927660000" }, "note"],
  [{ note: "5060990580000217499" }, "note"],
  [{ card_details: { card_number: "4242 4242 4242 4242" }, phone: "4242424242424242" }, "phone"],
  [
    { bank_account: { account_number: "GH4242-4242-4242-4242" }, card_details: { card_number: "4242424242424242" } },
    "bank_account.account_number",
  ],
])("%j is refused at %s", (body, path) => {
  const found = cardDataIn(body, CARD);
  expect(found).toBeDefined();
  expect(found!.path || "body").toBe(path);
  expect(found?.message).toMatch(/card_details only$/);
  expect(found?.message).not.toMatch(/\d/);
});

it.each([
  [{ card_details: { card_number: "4242424242424242", cvv: "123", card_holder_name: "Ama Owusu" } }],
  [{ payer_details: { address: { line1: "4242424242424242" } } }],
  [{ bank_account: { unknown: "4242424242424242", 4242424242424242: "x" } }],
  [{ amount: 378282246310005, card_details: { card_number: "4242424242424242" } }],
  [
    {
      metadata: {
        order: "4242424242424241",
        at_ms: 1_794_835_616_000,
        phone: "+233241234567",
        id: "01a1e463-2bd7-70bb-ba78-19c36336a9d2",
      },
    },
  ],
  [{ metadata: { long: "42424242424242424242", amount: "0.4242424242424242", cvv: "no" } }],
  [{ name: "1eb90c98-3622-4392-8648-76bbda6c43dd", description: "Order AEC78A06-750C-4211-8272-05135695D6CC, paid" }],
  [
    {
      metadata: {
        md5: "8a340c9b2326670017326433a432c4fa",
        commit: "5be2411733061386475d18062e7515ea47f706ee",
        object: "99285c683dc4488163993283",
      },
    },
  ],
  [
    {
      description: "Call +49 1511 2345678 or 4915112345678",
      label: "EAN 4006381333932",
      note: "2026-11-16 - 2026-11-17",
    },
  ],
  [{ bank_account: { account_number: "4242424242424242", memo: "4242424242424242" }, phone: "4242424242424242" }],
  [{ accounts: [{ iban: "4242424242424242" }], card_details: { card_number: "5555555555554444" } }],
  [{ note: "Refund to DE54 5468 3251 9047 9522 97, then EG62 9648 1466 8746 9564 6817 4593 6 BANK 12" }],
  [{ description: "Fees for CSC 201" }],
  [{ description: "CV of 737 people", name: "Ama Owusu" }],
  [{ description: "Invoices 4242, 4242, 4242, 4242; or 4242;4242;4242;4242" }],
  [null],
])("%j is taken", (body) => {
  expect(cardDataIn(body, CARD)).toBeUndefined();
});

it("has a reason for every field that is not searched", () => {
  expect(Object.entries(UNSEARCHED).filter(([, reason]) => reason.length < "never stored".length)).toEqual([]);
});
