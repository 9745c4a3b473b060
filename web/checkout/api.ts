/** What the public checkout endpoints answer. Typed by hand at this size: the bundle stays free of a client library. */
export type Method = "mobile_money" | "card" | "bank_transfer";
export type Network = { name: string; code: string; currency: string };
export type CheckoutLink = {
  link_ref: string;
  organization: { name: string };
  test: boolean;
  status: "active" | "paid" | "expired" | "disabled";
  amount_type: "fixed" | "open";
  amount: number | null;
  currency: string;
  payer_currency: string;
  payer_amount: number | null;
  /** Of an open link: what the organisation proposes, in payer_currency. */
  suggested_amount: number | null;
  /** Sent back when paying, so that exactly the shown price is charged. */
  quote: { quote_id: string; expires_at: string } | null;
  description: string | null;
  email: string | null;
  expires_at: string | null;
  country: string;
  countries: { country: string; methods: Method[]; networks: Network[] }[];
};

export type BankTransfer = {
  account_name: string;
  account_number: string;
  bank_name: string;
  bank_code: string | null;
  reference: string;
  amount: number;
  currency: string;
  expires_at: string | null;
  received_amount: number | null;
};

export type CheckoutPayment = {
  checkout_token: string;
  organization: { name: string };
  test: boolean;
  link_ref: string | null;
  status: "initiated" | "reviewed" | "confirmed" | "processing" | "pending" | "completed" | "failed" | "refunded" | "rejected" | "canceled";
  amount: number;
  currency: string;
  description: string | null;
  reference: string;
  payment_method: string;
  next_action: "redirect" | "wait" | "bank_transfer" | "pay_by_link" | "collect_otp" | "check_status" | null;
  redirect_url: string | null;
  payment_link: string | null;
  bank_transfer: BankTransfer | null;
  otp: { phone_hint: string | null; attempts_left: number } | null;
  mobile_money: { network: string; phone_hint: string } | null;
  card: { brand: string | null; last4: string } | null;
  failure_reason: string | null;
  return_url: string | null;
  expires_at: string | null;
};

export type PayRequest = {
  payment_method: Method;
  country: string;
  amount?: number;
  quote_id?: string;
  payer_details: { name: string; email?: string; phone?: string };
  mobile_money_details?: { provider: string; phone_number: string };
  card_details?: { card_number: string; expiry_month: string; expiry_year: string; cvv: string; card_holder_name: string };
  locale: string;
};

export type CheckoutAction = { action: "submit_otp"; otp: string } | { action: "resend_otp" } | { action: "cancel" };

export class CheckoutFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly { path: string; message: string }[];

  constructor(status: number, code: string, message: string, fields: readonly { path: string; message: string }[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

const TIMEOUT_MS = 30_000;

async function call<T>(method: "GET" | "POST", path: string, body?: object, headers: Record<string, string> = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/v1/checkout${path}`, {
      method,
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new CheckoutFailure(0, "UNREACHABLE", "");
  }
  let answer: { data?: T; message?: string; code?: string; details?: { path: string; message: string }[] };
  try {
    answer = await response.json();
  } catch {
    throw new CheckoutFailure(response.status, "UNREADABLE", "");
  }
  if (!response.ok || answer.data === undefined) throw new CheckoutFailure(response.status, answer.code ?? "", answer.message ?? "", answer.details);
  return answer.data;
}

export const readLink = (linkRef: string) => call<CheckoutLink>("GET", `/links/${encodeURIComponent(linkRef)}`);

/** `attemptKey` names one filled form: sent again after a lost answer or a double click, it still makes one payment. */
export const payLink = (linkRef: string, request: PayRequest, attemptKey: string) =>
  call<CheckoutPayment>("POST", `/links/${encodeURIComponent(linkRef)}/pay`, request, { "Idempotency-Key": attemptKey });

export const readPayment = (token: string) => call<CheckoutPayment>("GET", `/payments/${encodeURIComponent(token)}`);

export const actOnPayment = (token: string, action: CheckoutAction) => call<CheckoutPayment>("POST", `/payments/${encodeURIComponent(token)}/action`, action);
