import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Demo } from "@corridor/server/commands/seed.ts";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";
import { post } from "./ask.ts";
import type { RequestSeen } from "./evidence.ts";
import { gainPowers } from "./gain-powers.ts";
import { createRandom, type Random } from "./random.ts";
import type { Stage } from "./stage.ts";

/**
 * Clients that move money over every path and never give up: a request without a final answer is repeated under the
 * same key. Their log is part of the judge's input.
 */
export type Load = {
  readonly requests: readonly RequestSeen[];
  readonly answers: ReadonlyMap<number, number>;
  /** 500s, which must never occur. */
  readonly failures: readonly string[];
  /** How often each path was completed. */
  readonly paths: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

export type Headers = Readonly<Record<string, string>>;
export type Credentials = { readonly key: Headers; readonly person: Headers };
export type Answer = { readonly status: number; readonly body: any };
type Client = {
  readonly random: Random;
  readonly organization: Demo["organizations"][0];
  /** Sends the request until it gets a final answer. */
  send(what: string, caller: Headers, method: string, path: string, body?: object, reference?: string): Promise<Answer>;
  atSandbox(path: string, body: object): Promise<void>;
  readonly credentials: Credentials;
  readonly accounts: { account_id: string; account_number: string }[];
  readonly paid: string[];
};

const TIMEOUT_MS = 20_000;
const RETRY_MS = 100;
export const NO_ANSWER = 0;
/**
 * Endings that control the sandbox; all others complete. None of them waits for a customer. 0010 is left out: when the
 * fallback refuses too, its primary stays unreachable, and the payment correctly waits for it until it expires.
 */
const ENDINGS = ["4567", "4568", "4569", "4570", "0002", "0003", "0004", "0005", "0008", "0009", "0011"];
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

export async function signIn(origin: string, person: { email: string; password: string }): Promise<Headers> {
  const { token } = JSON.parse(
    await post(`${origin}/identity/token`, {}, { email: person.email, password: person.password }),
  ) as { token: string };
  return { authorization: `Bearer ${token}`, "x-api-key": "NONE" };
}

export async function credentialsOf(stage: Stage): Promise<Credentials[]> {
  return Promise.all(
    stage.demo.organizations.map(async ({ api_key, org_admin }) => ({
      key: { authorization: "NONE", "x-api-key": api_key },
      person: await signIn(stage.origins[0]!, org_admin),
    })),
  );
}

export function startLoad(
  stage: Stage,
  options: {
    seed: number;
    clients: number;
    credentials: readonly Credentials[];
    platform: readonly [Headers, Headers];
  },
): Load {
  const requests: RequestSeen[] = [];
  const answers = new Map<number, number>();
  const failures: string[] = [];
  const paths = new Map<string, number>();
  let stopping = false;

  async function call(
    caller: Headers,
    method: string,
    path: string,
    body: object | undefined,
    key: string,
    random: Random,
  ): Promise<Answer> {
    try {
      const answer = await fetch(`${random.pick(stage.origins)}/v1${path}`, {
        method,
        headers: {
          ...caller,
          "idempotency-key": key,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
    } catch {
      return { status: NO_ANSWER, body: null };
    }
  }

  async function send(
    random: Random,
    what: string,
    caller: Headers,
    method: string,
    path: string,
    body?: object,
    reference?: string,
  ): Promise<Answer> {
    const key = randomUUID();
    const said: { status: number; id: string | null }[] = [];
    const sent = reference === undefined ? body : { ...body, client_reference: reference };
    requests.push({ key, what, client_reference: reference ?? null, answers: said });
    for (;;) {
      const answer = await call(caller, method, path, sent, key, random);
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      said.push({ status: answer.status, id: idOf(answer.body) });
      if (answer.status === 500) failures.push(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      if (!mustRepeat(answer)) return answer;
      await pause(RETRY_MS);
    }
  }

  async function runClient(number: number): Promise<void> {
    const random = createRandom(options.seed, `client ${number}`);
    const at = number % stage.demo.organizations.length;
    const client: Client = {
      random,
      organization: stage.demo.organizations[at]!,
      credentials: options.credentials[at]!,
      send: (...given) => send(random, ...given),
      atSandbox: (path, body) => atSandbox(stage.sandboxUrl, path, body),
      accounts: [],
      paid: [],
    };
    while (!stopping) {
      const [name, follow] = random.pick(PATHS);
      await follow(client);
      paths.set(name, (paths.get(name) ?? 0) + 1);
    }
  }

  /** One alone, so that nobody switches off the controls under which another one tries. */
  async function runGaining(): Promise<void> {
    const random = createRandom(options.seed, "powers");
    // The load sends no payouts there, which would wait for a second person too.
    const people = { admin: options.credentials.at(-1)!.person, platform: options.platform };
    const organization = stage.demo.organizations.at(-1)!;
    while (!stopping) {
      await gainPowers({ random, organization, people, send: (...given) => send(random, ...given) });
      paths.set("powers", (paths.get("powers") ?? 0) + 1);
    }
  }

  const running = [runGaining(), ...Array.from({ length: options.clients }, (_, number) => runClient(number))];
  return {
    requests,
    answers,
    failures,
    paths,
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}

/** The error guide's rules for repeating a request. */
function mustRepeat({ status, body }: Answer): boolean {
  if (status === NO_ANSWER || status === 500 || status === 503 || status === 429) return true;
  return status === 409 && body?.code === "IDEMPOTENCY_CONFLICT";
}

function idOf(body: any): string | null {
  const data = body?.response ?? body?.data ?? {};
  return (
    data.payment_id ??
    data.refund_id ??
    data.batch_id ??
    data.transaction_id ??
    data.link_id ??
    data.escrow_id ??
    data.account_id ??
    null
  );
}

/** Incoming money is sent once: a sender without an answer does not send it again. */
async function atSandbox(url: string, path: string, body: object): Promise<void> {
  await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
}

/* ---- the paths ---- */

const pay = (client: Client, what: string, body: object, path = "/payments-init/initiate"): Promise<Answer> =>
  client.send(what, client.credentials.key, "POST", path, body, randomUUID());

async function payin(client: Client): Promise<void> {
  const ending = client.random.pick(ENDINGS);
  const { body } = await pay(
    client,
    "payin",
    client.random.next() < 0.5 ? mobileMoneyPayin(ending) : cardPayin(ending === "0001" ? "4242" : ending),
  );
  if (body?.response?.payment_id !== undefined) client.paid.push(body.response.payment_id);
}

async function bankTransfer(client: Client): Promise<void> {
  const { body } = await pay(client, "bank payin", bankPayin());
  await payInstructions(client, body?.response);
}

async function payInstructions(
  client: Client,
  instructions: { account_number?: string; amount?: number; currency?: string } | undefined,
): Promise<void> {
  if (instructions?.account_number === undefined) return;
  const { account_number, amount, currency } = instructions;
  await client.atSandbox("/deposits", { account_number, amount, currency });
}

async function payout(client: Client): Promise<void> {
  if (client.organization.country === "NG")
    await pay(client, "payout", bankPayout(client.organization.beneficiary_id, client.random.pick(ENDINGS)));
  else await payin(client);
}

const PREVIEW_READS = 60;
const PREVIEW_READ_MS = 250;

/** Payout batches: most are sent, some are paused and resumed, some are canceled in the middle. */
async function batch(client: Client): Promise<void> {
  const { credentials, organization, random } = client;
  if (organization.country !== "NG") return payin(client);
  const rows = Array.from({ length: random.between(2, 8) }, () => ({
    beneficiary_id: organization.beneficiary_id,
    amount: random.pick([100, 250.5, 900]),
    currency: "NGN",
    reference: randomUUID(),
    account_number: `012345${random.pick(ENDINGS)}`,
    bank_code: "044",
  }));
  const made = await client.send("batch", credentials.key, "POST", "/payout-batches", { name: "Wages", rows });
  if (made.body?.data === undefined) return;
  const own = `/payout-batches/${made.body.data.batch_id}`;
  const preview_hash = await previewOf(client, own);
  if (preview_hash === null) return;
  const act = (what: string, body?: object) =>
    client.send(`batch ${what}`, credentials.key, "POST", `${own}/${what}`, body);
  await act("submit", { preview_hash });
  const then = random.next();
  if (then < 0.2) await act("cancel");
  else if (then < 0.5) {
    await act("pause");
    await act("resume");
  }
}

/** A worker checks the rows. A stopped worker must not block a client forever. */
async function previewOf(client: Client, path: string): Promise<string | null> {
  for (let read = 0; read < PREVIEW_READS; read++) {
    const { body } = await client.send("batch status", client.credentials.key, "GET", path);
    if (body?.data?.status !== "checking") return body?.data?.preview_hash ?? null;
    await pause(PREVIEW_READ_MS);
  }
  return null;
}

async function refund(client: Client): Promise<void> {
  const id = client.paid.splice(client.random.between(0, client.paid.length), 1)[0];
  if (id === undefined) return payin(client);
  await client.send("refund", client.credentials.key, "POST", `/payments/${id}/refund`, {
    amount: client.random.pick([1.5, 10, 25.5]),
    reason: "returned",
  });
}

async function ramp(client: Client): Promise<void> {
  const isBuying = client.random.next() < 0.5;
  const [from, to] = isBuying ? ["NGN", "USDT"] : ["USDT", "NGN"];
  const quote = await client.send(
    "rate",
    client.credentials.key,
    "GET",
    `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`,
  );
  const client_rate = quote.body?.data?.rate;
  if (client_rate === undefined) return;
  const common = {
    client_rate,
    fiat_currency: "NGN",
    fiat_amount: 155_000,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    country: "NG",
    customer_type: "retail",
  };
  const ending = client.random.pick(["6784", "6790", "0004", "0009"]);
  const bank = { account_number: `012345${ending}`, bank_code: "044", bank_name: "Access Bank" };
  const body = isBuying
    ? { ...common, wallet_address: WALLET, bank_details: bank }
    : {
        ...common,
        beneficiary_name: "Ikeja Farms",
        destination: { accountNumber: bank.account_number, bankCode: bank.bank_code, bankName: bank.bank_name },
      };
  const answer = await pay(client, isBuying ? "on-ramp" : "off-ramp", body, "/payments-init/ramp");
  const instructions = answer.body?.response?.payment_instructions;
  if (isBuying) return payInstructions(client, instructions);
  if (instructions?.wallet_address !== undefined)
    await client.atSandbox("/chain/deposits", {
      network: "TRON",
      address: instructions.wallet_address,
      amount: instructions.amount,
      currency: "USDT",
    });
}

async function accounts(client: Client): Promise<void> {
  const { credentials, organization, random } = client;
  if (client.accounts.length < 2) {
    const user_id = organization[client.accounts.length === 0 ? "org_member" : "org_viewer"].user_id;
    const body = { org_id: organization.org_id, user_id, currency: "NGN" };
    const opened = await client.send(
      "open account",
      credentials.person,
      "POST",
      "/virtual-accounts/internal/bank",
      body,
    );
    if (opened.status < 300 && opened.body.data.account_number !== undefined) client.accounts.push(opened.body.data);
    return;
  }
  const [one, other] =
    random.next() < 0.5 ? [client.accounts[0]!, client.accounts[1]!] : [client.accounts[1]!, client.accounts[0]!];
  await client.atSandbox("/deposits", { account_number: one.account_number, amount: 500, currency: "NGN" });
  // Sometimes more than the balance: refused, and the balance never goes below zero.
  const amount = random.pick([100, 250, 500, 900]);
  await client.send("transfer", credentials.person, "POST", `/virtual-accounts/${one.account_id}/transfer`, {
    to_account_id: other.account_id,
    amount,
  });
  if (organization.country === "NG") {
    const withdrawal = { amount: random.pick([50, 200, 800]), beneficiary_id: organization.beneficiary_id };
    await client.send(
      "withdrawal",
      credentials.person,
      "POST",
      `/virtual-accounts/${other.account_id}/withdraw`,
      withdrawal,
    );
  }
}

async function escrow(client: Client): Promise<void> {
  const { credentials, organization } = client;
  const source = client.accounts[0];
  if (source === undefined || organization.country !== "NG") return accounts(client);
  const root = "/virtual-accounts/escrow";
  const post = async (what: string, path: string, body?: object): Promise<any> =>
    (await client.send(what, credentials.person, "POST", path, body)).body?.data;
  await client.atSandbox("/deposits", { account_number: source.account_number, amount: 1_000, currency: "NGN" });
  const project = await post("escrow", root, { title: "Warehouse", currency: "NGN", total_amount: 1_000 });
  if (project === undefined) return;
  const own = `${root}/${project.escrow_id}`;
  const party = await post("escrow party", `${own}/parties`, {
    name: "Builder",
    role: "contractor",
    beneficiary_id: organization.beneficiary_id,
  });
  if (party === undefined) return;
  const split = { party_id: party.party_id, split_type: "percentage", split_value: 100 };
  const milestone = await post("escrow milestone", `${own}/milestones`, {
    label: "Walls",
    expected_disbursement: 1_000,
    parties: [split],
  });
  if (milestone === undefined) return;
  await post("escrow activation", `${own}/activate`);
  await post("escrow contract", `${own}/milestones/${milestone.milestone_id}/contract`, { terms: "Build them." });
  await post("escrow approval", `${own}/milestones/${milestone.milestone_id}/contract/approve`);
  await post("escrow funding", `${own}/fund`, { amount: 1_000, account_id: source.account_id });
  await post("escrow release", `${own}/milestones/${milestone.milestone_id}/release`);
}

async function link(client: Client): Promise<void> {
  const { credentials, organization, random } = client;
  const made = await client.send("link", credentials.person, "POST", `/orgs/${organization.org_id}/payment-links`, {
    amount: 25.5,
    currency: "GHS",
  });
  const reference = made.body?.data?.link_ref;
  if (reference === undefined) return;
  const { payer_details, mobile_money_details } = mobileMoneyPayin(random.pick(ENDINGS)) as {
    payer_details: object;
    mobile_money_details: object;
  };
  const body = { payment_method: "mobile_money", country: "GH", payer_details, mobile_money_details };
  await client.send("link payment", {}, "POST", `/checkout/links/${reference}/pay`, body);
}

async function dispute(client: Client): Promise<void> {
  const { credentials, random } = client;
  const open = await client.send("disputes", credentials.person, "GET", "/disputes?status=needs_response&limit=20");
  const one = (open.body?.data ?? [])[0];
  if (one === undefined) return payin(client);
  if (random.next() < 0.5)
    await client.send("dispute acceptance", credentials.person, "POST", `/disputes/${one.dispute_id}/accept`);
  else {
    await client.send("dispute evidence", credentials.person, "POST", `/disputes/${one.dispute_id}/evidence`, {
      text: "Delivered and signed for.",
    });
    await client.send("dispute answer", credentials.person, "POST", `/disputes/${one.dispute_id}/submit`);
  }
}

/** Payments are more frequent than the rest, as in reality. */
const PATHS: readonly (readonly [string, (client: Client) => Promise<void>])[] = [
  ["payin", payin],
  ["payin", payin],
  ["payin", payin],
  ["bank transfer", bankTransfer],
  ["payout", payout],
  ["payout", payout],
  ["payout batch", batch],
  ["refund", refund],
  ["refund", refund],
  ["ramp", ramp],
  ["virtual account", accounts],
  ["virtual account", accounts],
  ["escrow", escrow],
  ["payment link", link],
  ["dispute", dispute],
];
