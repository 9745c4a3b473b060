import { newId } from "@corridor/base/ids.ts";
import {
  type CallbackReceiver,
  startCallbackReceiver,
  startTestSandbox,
  type TestSandbox,
} from "@corridor/test/harness/sandbox.ts";

/** A sandbox with a receiver for its callbacks, called as its own documentation says: plain HTTP and JSON. */
export type Reply = { status: number; body: any; headers: Headers; text: string };

export type SandboxFixture = {
  sandbox: TestSandbox;
  receiver: CallbackReceiver;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** A dispatch; fields given here replace the usual ones. */
  pay(provider: string, fields?: Record<string, unknown>): Promise<Reply>;
  status(provider: string, reference: string): Promise<Reply>;
  eventsOf(reference: string): Record<string, any>[];
  close(): Promise<void>;
};

export async function startFixture(options: Parameters<typeof startTestSandbox>[0] = {}): Promise<SandboxFixture> {
  const sandbox = await startTestSandbox(options);
  const receiver = await startCallbackReceiver();

  const call: SandboxFixture["call"] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        authorization: `Bearer ${sandbox.key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith("{") ? JSON.parse(text) : null,
    };
  };

  return {
    sandbox,
    receiver,
    call,
    pay: (provider, fields = {}) => call("POST", `/${provider}/payments`, paymentFields(receiver.url, fields)),
    status: (provider, reference) => call("GET", `/${provider}/payments/${reference}`),
    eventsOf: (reference) => receiver.events().filter((event) => event["reference"] === reference),
    close: async () => {
      await sandbox.close();
      await receiver.close();
    },
  };
}

export function paymentFields(receiverUrl: string, fields: Record<string, unknown>): Record<string, unknown> {
  return {
    reference: newId(),
    payment_id: newId(),
    direction: "payin",
    method: "mobile_money",
    country: "UG",
    amount: "1500",
    currency: "UGX",
    mobile_money: { provider: "MTN", phone_number: "+256700001234" },
    callback_url: `${receiverUrl}/callbacks`,
    return_url: "https://merchant.example/return?order=1",
    ...fields,
  };
}

export const phone = (ending: string): Record<string, unknown> => ({
  method: "mobile_money",
  mobile_money: { provider: "MTN", phone_number: `+25670000${ending}` },
});
export const card = (ending: string): Record<string, unknown> => ({
  method: "card",
  card: { card_number: `424242424242${ending}` },
  amount: "12.50",
  currency: "USD",
});
export const bank = (ending: string): Record<string, unknown> => ({
  method: "bank_transfer",
  bank_account: { account_number: `000001${ending}`, bank_code: "044" },
  bank_details: { account_number: "0000015555", bank_code: "044" },
  amount: "100.00",
  currency: "NGN",
});
