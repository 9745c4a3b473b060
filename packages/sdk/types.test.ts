import { describe, expectTypeOf, test } from "vitest";
import type {
  AsText,
  Client,
  CorridorEvent,
  EventData,
  EventType,
  InitiatedPayment,
  Payment,
  PaymentLink,
  PaymentRequest,
} from "./index.ts";
import type { Success } from "@corridor/shared/openapi.ts";

/**
 * Checked by the type check of `npm test`: a `@ts-expect-error` line that compiles is an error. Nothing here is called.
 */
declare const request: PaymentRequest;

const expectTypes = (_check: (corridor: Client, exact: Client<"text">, event: CorridorEvent) => unknown) =>
  expectTypeOf(_check).toBeFunction();

describe("does not compile:", () => {
  test("a path or a method that the API does not have", () => {
    expectTypes((corridor) => [
      // @ts-expect-error there is no such path
      corridor.get("/payment"),
      // @ts-expect-error payments are initiated by POST
      corridor.get("/payments-init/initiate"),
    ]);
  });

  test("a body with a field of the wrong type, without a field that is needed, or with a word that is not one of the choices", () => {
    expectTypes((corridor) => [
      // @ts-expect-error an amount is a number
      corridor.post("/payments-init/initiate", { body: { ...request, amount: "1500.00" } }),
      // @ts-expect-error the same by name
      corridor.payments.initiate({ ...request, amount: "1500.00" }),
      // @ts-expect-error nearly everything is missing
      corridor.payments.initiate({ amount: 1500 }),
      // @ts-expect-error it is mobile_money
      corridor.payments.initiate({ ...request, payment_method: "mobile-money" }),
      // @ts-expect-error a call with a body needs one
      corridor.post("/payments-init/initiate"),
    ]);
  });

  test("a parameter of the path or query that is missing or unknown", () => {
    expectTypes((corridor) => [
      // @ts-expect-error whose?
      corridor.get("/payments/{payment_id}"),
      // @ts-expect-error it is payment_id
      corridor.get("/payments/{payment_id}", { path: { id: "p1" } }),
      // @ts-expect-error there is no such status
      corridor.get("/transactions", { query: { status: "done" } }),
      // @ts-expect-error whoever walks through a list does not keep its cursor
      corridor.list("/transactions", { query: { last_evaluated_key: "c" } }),
      // @ts-expect-error this is no list
      corridor.list("/users/me"),
    ]);
  });

  test("an idempotency key where the service knows none", () => {
    expectTypes((corridor) => [
      // @ts-expect-error only a POST has one
      corridor.patch("/users/me", { body: {}, idempotencyKey: "k" }),
    ]);
  });
});

describe("an answer has the type that the API documents", () => {
  test("by its path with its envelope, and by name without", () => {
    expectTypes((corridor) => {
      expectTypeOf(corridor.get("/payments/{payment_id}", { path: { payment_id: "p1" } })).resolves.toEqualTypeOf<
        Success & { data: Payment }
      >();
      expectTypeOf(corridor.payments.get("p1")).resolves.toEqualTypeOf<Payment>();
      expectTypeOf(corridor.payments.getByTransaction("t1")).resolves.toEqualTypeOf<Payment>();
      expectTypeOf(corridor.payments.initiate(request)).resolves.toEqualTypeOf<InitiatedPayment>();
      expectTypeOf(corridor.list("/orgs/{org_id}/payment-links", { path: { org_id: "o1" } })).toEqualTypeOf<
        AsyncGenerator<PaymentLink, void, undefined>
      >();
      expectTypeOf(
        corridor.delete("/beneficiaries/{beneficiary_id}", { path: { beneficiary_id: "b1" } }),
      ).resolves.toEqualTypeOf<undefined>();
      expectTypeOf(
        corridor.get("/virtual-accounts/{account_id}/statement", { path: { account_id: "a1" } }),
      ).resolves.toEqualTypeOf<string>();
    });
  });

  test("with text for numbers where that is asked for", () => {
    expectTypes((_corridor, exact) => {
      expectTypeOf(exact.payments.get("p1")).resolves.toEqualTypeOf<AsText<Payment>>();
      expectTypeOf<AsText<Payment>["amount"]>().toEqualTypeOf<string>();
      expectTypeOf<AsText<Payment>["status"]>().toEqualTypeOf<Payment["status"]>();
      expectTypeOf<AsText<Payment>["received_amount"]>().toEqualTypeOf<string | null>();
    });
  });

  test("and there is data for each type of event, and for no other", () =>
    expectTypeOf<keyof EventData>().toEqualTypeOf<EventType>());

  test("and an event that of its type", () => {
    expectTypes((_corridor, _exact, event) => {
      if (event.event_type === "payment.completed")
        expectTypeOf(event.data.previous_status).toEqualTypeOf<Payment["status"] | null>();
      if (event.event_type === "virtual_account.deposit")
        expectTypeOf(event.data.account.balance).toEqualTypeOf<number>();
      // The only known field of a test notification is `test`.
      if (event.event_type === "transaction.updated" && event.data.test !== true)
        expectTypeOf(event.data.payment_id).toEqualTypeOf<string>();
    });
  });
});
