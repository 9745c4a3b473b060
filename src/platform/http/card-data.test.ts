import { expect, it } from "vitest";
import { cardDataIn } from "./card-data.ts";

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
  [{ resolution: "refunded to 4242424242424242" }, "resolution"],
])("%j is refused at %s", (body, path) => {
  const found = cardDataIn(body);
  expect(found?.path).toBe(path);
  expect(found?.message).toMatch(/card_details only$/);
  expect(found?.message).not.toMatch(/\d/);
});

it.each([
  [{ card_details: { card_number: "4242424242424242", cvv: "123", card_holder_name: "4242424242424242" } }],
  [{ metadata: { order: "4242424242424241", at_ms: 1_794_835_616_000, phone: "+233241234567", id: "01a1e463-2bd7-70bb-ba78-19c36336a9d2" } }],
  [{ metadata: { long: "42424242424242424242", amount: "0.4242424242424242", cvv: "no" } }],
  [{ bank_account: { account_number: "4242424242424242" }, client_reference: "4242424242424242", memo: "4242424242424242" }],
  [{ description: "CV of 737 people", name: "Ama Owusu" }],
  [null],
  ["4242424242424242"],
])("%j is taken", (body) => {
  expect(cardDataIn(body)).toBeUndefined();
});
