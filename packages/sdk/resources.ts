import type { CorridorEvent } from "./events.ts";
import type { AsText } from "./json.ts";
import type { Methods } from "./methods.ts";
import type { Body, Filter } from "@corridor/shared/operations.ts";
import type {
  Beneficiary,
  BeneficiaryChange,
  Delivery,
  EventFilter,
  InitiatedPayment,
  InitiatedRamp,
  LockedRate,
  NewBeneficiary,
  NewPaymentLink,
  NewVirtualAccount,
  NewWebhookEndpoint,
  Payment,
  PaymentAction,
  PaymentFilter,
  PaymentLink,
  PaymentLinkChange,
  PaymentRequest,
  RampRequest,
  RateLock,
  Refund,
  RefundRequest,
  Transfer,
  TransferAnswer,
  VirtualAccount,
  VirtualTransaction,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
  Withdrawal,
} from "./records.ts";
import type { CallOptions, PostOptions } from "./send.ts";

type Rows<R> = AsyncGenerator<R, void, undefined>;

const dataOf = async <D>(answer: Promise<{ data: D }>): Promise<D> => (await answer).data;
const responseOf = async <R>(answer: Promise<{ response: R }>): Promise<R> => (await answer).response;

/** The most common calls by name. Each returns the resource without its envelope. For everything else, call a path. */
export type Resources = ReturnType<typeof resourcesOf>;

/** The same calls for a client that reads numbers as text. */
export type ResourcesAsText = { [G in keyof Resources]: { [C in keyof Resources[G]]: CallAsText<Resources[G][C]> } };

type CallAsText<C> = C extends (...args: infer A) => Rows<infer R>
  ? (...args: A) => Rows<AsText<R>>
  : C extends (...args: infer A) => Promise<infer R>
    ? (...args: A) => Promise<AsText<R>>
    : never;

export function resourcesOf({ get, post, patch, delete: remove, list }: Methods) {
  return {
    payments: {
      initiate: (body: PaymentRequest, options?: PostOptions): Promise<InitiatedPayment> =>
        responseOf(post("/payments-init/initiate", { ...options, body })),
      get: (payment_id: string, options?: CallOptions): Promise<Payment> =>
        dataOf(get("/payments/{payment_id}", { ...options, path: { payment_id } })),
      getByTransaction: (transaction_id: string, options?: CallOptions): Promise<Payment> =>
        get("/payments/transaction/{transaction_id}", { ...options, path: { transaction_id } }),
      /** Newest first. */
      list: (filter: PaymentFilter = {}, options?: CallOptions): Rows<Payment> =>
        list("/transactions", { ...options, query: filter }),
      /** Submits a one-time password, requests a new one, or cancels the payment. */
      act: (payment_id: string, body: PaymentAction, options?: PostOptions): Promise<InitiatedPayment> =>
        responseOf(post("/payments-init/{payment_id}/action", { ...options, path: { payment_id }, body })),
      /** Without an amount, everything that is not refunded yet. */
      refund: (payment_id: string, body: RefundRequest, options?: PostOptions): Promise<Refund> =>
        dataOf(post("/payments/{payment_id}/refund", { ...options, path: { payment_id }, body })),
      refunds: (payment_id: string, options?: CallOptions): Rows<Refund> =>
        list("/payments/{payment_id}/refunds", { ...options, path: { payment_id } }),
    },

    ramps: {
      initiate: (body: RampRequest, options?: PostOptions): Promise<InitiatedRamp> =>
        responseOf(post("/payments-init/ramp", { ...options, body })),
    },

    rates: {
      /**
       * Locks the rate from the paid to the received currency for 15 minutes and one payment, which names it by
       * `org_rate_id`. With an amount, the lock covers at most that amount. A key that may not pay gets no lock.
       */
      lock: (
        fromCurrency: string,
        toCurrency: string,
        { amount, ...options }: CallOptions & { amount?: number } = {},
      ): Promise<LockedRate> =>
        dataOf(
          get("/organizations/admin/exchange-rate", {
            ...options,
            query: { fromCurrency, toCurrency, ...(amount === undefined ? {} : { amount }) },
          }),
        ),
      /** Whether it is open, expired or used, and by which payment. */
      get: (org_rate_id: string, options?: CallOptions): Promise<RateLock> =>
        dataOf(get("/organizations/admin/exchange-rate/{org_rate_id}", { ...options, path: { org_rate_id } })),
    },

    beneficiaries: {
      create: (body: NewBeneficiary, options?: PostOptions): Promise<Beneficiary> =>
        dataOf(post("/beneficiaries", { ...options, body })),
      get: (beneficiary_id: string, options?: CallOptions): Promise<Beneficiary> =>
        dataOf(get("/beneficiaries/{beneficiary_id}", { ...options, path: { beneficiary_id } })),
      list: (filter: Filter<"/beneficiaries"> = {}, options?: CallOptions): Rows<Beneficiary> =>
        list("/beneficiaries", { ...options, query: filter }),
      change: (beneficiary_id: string, body: BeneficiaryChange, options?: CallOptions): Promise<Beneficiary> =>
        dataOf(patch("/beneficiaries/{beneficiary_id}", { ...options, path: { beneficiary_id }, body })),
      delete: (beneficiary_id: string, options?: CallOptions): Promise<undefined> =>
        remove("/beneficiaries/{beneficiary_id}", { ...options, path: { beneficiary_id } }),
    },

    paymentLinks: {
      create: (org_id: string, body: NewPaymentLink, options?: PostOptions): Promise<PaymentLink> =>
        dataOf(post("/orgs/{org_id}/payment-links", { ...options, path: { org_id }, body })),
      get: (org_id: string, link_id: string, options?: CallOptions): Promise<PaymentLink> =>
        dataOf(get("/orgs/{org_id}/payment-links/{link_id}", { ...options, path: { org_id, link_id } })),
      list: (
        org_id: string,
        filter: Filter<"/orgs/{org_id}/payment-links"> = {},
        options?: CallOptions,
      ): Rows<PaymentLink> => list("/orgs/{org_id}/payment-links", { ...options, path: { org_id }, query: filter }),
      change: (org_id: string, link_id: string, body: PaymentLinkChange, options?: CallOptions): Promise<PaymentLink> =>
        dataOf(patch("/orgs/{org_id}/payment-links/{link_id}", { ...options, path: { org_id, link_id }, body })),
      /** Disables the link: it can be read but no longer paid. */
      disable: (org_id: string, link_id: string, options?: CallOptions): Promise<undefined> =>
        remove("/orgs/{org_id}/payment-links/{link_id}", { ...options, path: { org_id, link_id } }),
    },

    virtualAccounts: {
      open: (body: NewVirtualAccount, options?: PostOptions): Promise<VirtualAccount> =>
        dataOf(post("/virtual-accounts/internal/bank", { ...options, body })),
      get: (account_id: string, options?: CallOptions): Promise<VirtualAccount> =>
        dataOf(get("/virtual-accounts/{account_id}", { ...options, path: { account_id } })),
      list: (filter: Filter<"/virtual-accounts"> = {}, options?: CallOptions): Rows<VirtualAccount> =>
        list("/virtual-accounts", { ...options, query: filter }),
      transactions: (
        account_id: string,
        filter: Filter<"/virtual-accounts/{account_id}/transactions"> = {},
        options?: CallOptions,
      ): Rows<VirtualTransaction> =>
        list("/virtual-accounts/{account_id}/transactions", { ...options, path: { account_id }, query: filter }),
      withdraw: (account_id: string, body: Withdrawal, options?: PostOptions): Promise<VirtualTransaction> =>
        dataOf(post("/virtual-accounts/{account_id}/withdraw", { ...options, path: { account_id }, body })),
      transfer: async (account_id: string, body: Transfer, options?: PostOptions): Promise<VirtualTransaction> => {
        const { data } = await post("/virtual-accounts/{account_id}/transfer", {
          ...options,
          path: { account_id },
          body,
        });
        if (Array.isArray(data)) throw new TypeError("one transfer was answered with a list");
        return data;
      },
      /**
       * Up to 100 items; each has its own answer, in the order of the list. With an idempotency key each item is made
       * once, however often the list is sent.
       */
      transferAll: async (account_id: string, body: Transfer[], options?: PostOptions): Promise<TransferAnswer[]> => {
        const { data } = await post("/virtual-accounts/{account_id}/transfer", {
          ...options,
          path: { account_id },
          body,
        });
        if (!Array.isArray(data)) throw new TypeError("a list of transfers was answered with one");
        return data;
      },
    },

    webhooks: {
      /** The answer contains `secret_key`, which is never shown again. */
      register: (body: NewWebhookEndpoint, options?: PostOptions): Promise<WebhookEndpointWithSecret> =>
        dataOf(post("/public/webhooks", { ...options, body })),
      get: (webhook_id: string, options?: CallOptions): Promise<WebhookEndpoint> =>
        dataOf(get("/public/webhooks/{webhook_id}", { ...options, path: { webhook_id } })),
      list: (options?: CallOptions): Rows<WebhookEndpoint> => list("/public/webhooks", options),
      change: (webhook_id: string, body: WebhookEndpointChange, options?: CallOptions): Promise<WebhookEndpoint> =>
        dataOf(patch("/public/webhooks/{webhook_id}", { ...options, path: { webhook_id }, body })),
      delete: (webhook_id: string, options?: CallOptions): Promise<undefined> =>
        remove("/public/webhooks/{webhook_id}", { ...options, path: { webhook_id } }),
      /** Deliveries are signed with both secrets until `overlap_seconds` have passed. */
      rotateSecret: (
        webhook_id: string,
        body: Body<"post", "/public/webhooks/{webhook_id}/rotate-secret"> = {},
        options?: PostOptions,
      ): Promise<WebhookEndpointWithSecret> =>
        dataOf(post("/public/webhooks/{webhook_id}/rotate-secret", { ...options, path: { webhook_id }, body })),
      deliveries: (
        webhook_id: string,
        filter: Filter<"/public/webhooks/{webhook_id}/deliveries"> = {},
        options?: CallOptions,
      ): Rows<Delivery> =>
        list("/public/webhooks/{webhook_id}/deliveries", { ...options, path: { webhook_id }, query: filter }),
    },

    events: {
      get: (event_id: string, options?: CallOptions): Promise<CorridorEvent> =>
        dataOf(get("/events/{event_id}", { ...options, path: { event_id } })) as Promise<CorridorEvent>,
      /**
       * Newest first, or oldest first with `order: "asc"`. To follow the log, read pages with `get("/events")` and take
       * `meta.follow_key`.
       */
      list: (filter: EventFilter = {}, options?: CallOptions): Rows<CorridorEvent> =>
        list("/events", { ...options, query: filter }) as Rows<CorridorEvent>,
    },
  };
}
