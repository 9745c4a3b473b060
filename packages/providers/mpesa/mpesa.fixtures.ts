import { constants, privateDecrypt } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { MPESA } from "./mpesa.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "./mpesa-certificate.fixtures.ts";

/**
 * M-PESA as Daraja's documentation describes it: strict about fields and credentials, one prompt at a time for a phone,
 * one payout for a reference.
 */
export const MPESA_SETTINGS = {
  consumer_key: "consumer-key-0123456789",
  consumer_secret: "consumer-secret-0123456789",
  short_code: "174379",
  passkey: "passkey-0123456789abcdef",
  b2c_short_code: "600996",
  initiator_name: "testapi",
  initiator_password: "initiator-password-1",
  certificate: TEST_CERTIFICATE,
  callback_secret: "callback-secret-of-32-characters!",
};
const TOKEN = "daraja-token";

/**
 * Phone numbers by their ending: numbers that Daraja refuses at once, and numbers that it accepts without an answer to
 * us.
 */
const REFUSED_ENDING = "0002";
const UNANSWERED_ENDING = "0004";

type Fields = Record<string, unknown>;
type Prompt = {
  body: Fields;
  checkoutRequestId: string;
  result: { code: number | string; description: string } | null;
};
type Payout = { body: Fields; conversationId: string };

export type FakeMpesa = {
  url: string;
  /** Prompts by our reference, which is read from the callback address. */
  prompts: Map<string, Prompt>;
  payouts: Map<string, Payout>;
  tokenRequests: number;
  /** After this call Daraja refuses earlier tokens, in the given way. */
  endTokens(how: WrittenAnswer): void;
  /** How Daraja says that a prompt still waits: in older answers by an error, in newer ones by a result code. */
  waiting: "error" | "4999";
  /** What happens between the acceptance of a prompt or payout and the answer about it. */
  beforeAnswer(): Promise<void>;
  /** The transaction status queries, by the payout's reference or the receipt that they name. */
  queries: Map<string, Fields>;
  /** The callback that answers a transaction status query about this payout. */
  answerQuery(reference: string, word: string, code?: number): RawCallback;
  /** The registered confirmation addresses. */
  registered: Fields | null;
  /** A customer pays to the pay bill number by hand; returns the confirmation. */
  payByHand(account: string, amount: number, receipt: string): RawCallback;
  /** The callback that answers a query about a receipt. */
  answerReceipt(receipt: string, amount: number, word?: string): RawCallback;
  /** By the receipt. */
  reversals: Map<string, Fields>;
  endReversal(receipt: string, code?: number | string): RawCallback;
  /** Ends a prompt or a payout with this code, and returns the callback that reports it. */
  end(reference: string, code?: number | string, description?: string): RawCallback;
  close(): Promise<void>;
};

export async function startFakeMpesa(): Promise<FakeMpesa> {
  let generation = 0;
  let tokenRefusal: WrittenAnswer = failure(401, "401.002.01", "Error Occurred - Invalid Access Token");
  let serial = 0;
  const fake: Omit<FakeMpesa, "url" | "close"> = {
    prompts: new Map(),
    payouts: new Map(),
    queries: new Map(),
    reversals: new Map(),
    registered: null,
    tokenRequests: 0,
    waiting: "error",
    beforeAnswer: async () => undefined,
    endTokens(how) {
      tokenRefusal = how;
      generation++;
    },
    answerQuery(reference, word, code = 0) {
      const { ResultURL, OriginalConversationID } = fake.queries.get(reference)!;
      const found = {
        TransactionStatus: word,
        ReceiptNo: "NLJ41HAY6Q",
        Amount: 1500,
        OriginatorConversationID: OriginalConversationID,
      };
      return statusCallback(ResultURL, found, code);
    },
    payByHand(account, amount, receipt) {
      const said = {
        TransactionType: "Pay Bill",
        TransID: receipt,
        TransTime: "20260105120000",
        TransAmount: `${amount}.00`,
        BusinessShortCode: "174379",
      };
      const who = {
        BillRefNumber: account,
        InvoiceNumber: "",
        OrgAccountBalance: "",
        ThirdPartyTransID: "",
        MSISDN: "2547****149",
        FirstName: "John",
      };
      return callbackAt(fake.registered!["ConfirmationURL"] as string, { ...said, ...who });
    },
    answerReceipt(receipt, amount, word = "Completed") {
      const { ResultURL } = fake.queries.get(receipt)!;
      return statusCallback(ResultURL, { TransactionStatus: word, ReceiptNo: receipt, Amount: amount }, 0);
    },
    endReversal(receipt, code = 0) {
      const said = {
        ResultType: 0,
        ResultCode: code,
        ResultDesc: "said",
        OriginatorConversationID: "1",
        ConversationID: "AG_3",
        TransactionID: "NLJ9",
      };
      return callbackAt(fake.reversals.get(receipt)!["ResultURL"] as string, { Result: said });
    },
    end(reference, code = 0, description = "The service request is processed successfully.") {
      const prompt = fake.prompts.get(reference);
      if (prompt === undefined) return resultCallback(fake.payouts.get(reference)!, code, description);
      prompt.result = { code, description };
      return promptCallback(prompt);
    },
  };

  function answer(request: IncomingMessage, text: string): WrittenAnswer | "silence" {
    const { method, url, headers } = request;
    if (url === "/oauth/v1/generate?grant_type=client_credentials" && method === "GET") {
      fake.tokenRequests++;
      const basic = Buffer.from(`${MPESA_SETTINGS.consumer_key}:${MPESA_SETTINGS.consumer_secret}`).toString("base64");
      return headers.authorization === `Basic ${basic}`
        ? written(200, { access_token: `${TOKEN}-${generation}`, expires_in: "3599" })
        : failure(400, "400.008.01", "Invalid Authentication passed");
    }
    if (headers.authorization !== `Bearer ${TOKEN}-${generation}`) return tokenRefusal;
    if (method !== "POST" || headers["content-type"] !== "application/json")
      return failure(405, "405.001", "Method Not Allowed");
    const body = JSON.parse(text) as Fields;
    switch (url) {
      case "/mpesa/stkpush/v1/processrequest":
        return prompt(body);
      case "/mpesa/stkpushquery/v1/query":
        return query(body);
      case "/mpesa/b2c/v3/paymentrequest":
        return payOut(body);
      case "/mpesa/transactionstatus/v1/query":
        return queryStatus(body);
      case "/mpesa/c2b/v1/registerurl":
        return register(body);
      case "/mpesa/reversal/v1/request":
        return reverse(body);
      default:
        return failure(404, "404.001.01", "Resource not found");
    }
  }

  function prompt(body: Fields): WrittenAnswer | "silence" {
    const fault =
      passwordFault(body) ??
      missing(body, {
        TransactionType: /^Customer(PayBill|BuyGoods)Online$/,
        PartyA: PHONE,
        PartyB: SHORT_CODE,
        PhoneNumber: PHONE,
        CallBackURL: /^https?:/,
      }) ??
      missing(body, { AccountReference: /^\w{1,12}$/, TransactionDesc: /^[\w .,-]{1,13}$/ }) ??
      amountFault(body);
    if (fault !== null) return failure(400, "400.002.02", `Bad Request - Invalid ${fault}`);
    const phone = body["PhoneNumber"] as string;
    if (phone.endsWith(REFUSED_ENDING)) return failure(400, "400.002.02", "Bad Request - Invalid PhoneNumber");
    if ([...fake.prompts.values()].some((each) => each.result === null && each.body["PhoneNumber"] === phone))
      return failure(
        500,
        "500.001.1001",
        "Unable to lock subscriber, a transaction is already in process for the current subscriber",
      );
    const checkoutRequestId = `ws_CO_${++serial}`;
    fake.prompts.set(referenceIn(body["CallBackURL"] as string), { body, checkoutRequestId, result: null });
    if (phone.endsWith(UNANSWERED_ENDING)) return "silence";
    return written(200, {
      MerchantRequestID: `29115-34620561-${serial}`,
      CheckoutRequestID: checkoutRequestId,
      ResponseCode: "0",
      ResponseDescription: "Success. Request accepted for processing",
      CustomerMessage: "Success. Request accepted for processing",
    });
  }

  function query(body: Fields): WrittenAnswer {
    const fault = passwordFault(body);
    const found = [...fake.prompts.values()].find((each) => each.checkoutRequestId === body["CheckoutRequestID"]);
    if (fault !== null || found === undefined)
      return failure(400, "400.002.02", `Bad Request - Invalid ${fault ?? "CheckoutRequestID"}`);
    if (found.result === null && fake.waiting === "error")
      return failure(500, "500.001.1001", "The transaction is being processed");
    return written(200, {
      ResponseCode: "0",
      ResponseDescription: "The service request has been accepted successfully",
      MerchantRequestID: "29115-1-1",
      CheckoutRequestID: found.checkoutRequestId,
      ResultCode: String(found.result?.code ?? 4999),
      ResultDesc: found.result?.description ?? "The transaction is still under processing",
    });
  }

  function payOut(body: Fields): WrittenAnswer | "silence" {
    const fault =
      missing(body, {
        OriginatorConversationID: /./,
        InitiatorName: /^testapi$/,
        SecurityCredential: /./,
        CommandID: /^BusinessPayment$/,
        PartyA: SHORT_CODE,
      }) ??
      missing(body, {
        PartyB: PHONE,
        Remarks: /^[\w .,-]{2,100}$/,
        QueueTimeOutURL: /^https?:/,
        ResultURL: /^https?:/,
      }) ??
      amountFault(body);
    if (fault !== null) return failure(400, "400.002.02", `Bad Request - Invalid ${fault}`);
    if (decrypted(body["SecurityCredential"] as string) !== MPESA_SETTINGS.initiator_password)
      return failure(400, "400.002.02", "Bad Request - Invalid SecurityCredential");
    const phone = body["PartyB"] as string;
    if (phone.endsWith(REFUSED_ENDING)) return failure(400, "400.002.02", "Bad Request - Invalid PartyB");
    const reference = body["OriginatorConversationID"] as string;
    if (fake.payouts.has(reference)) return failure(500, "500.002.1001", "Duplicate OriginatorConversationID.");
    const conversationId = `AG_20260105_${++serial}`;
    fake.payouts.set(reference, { body, conversationId });
    if (phone.endsWith(UNANSWERED_ENDING)) return "silence";
    return written(200, {
      ConversationID: conversationId,
      OriginatorConversationID: reference,
      ResponseCode: "0",
      ResponseDescription: "Accept the service request successfully.",
    });
  }

  /**
   * Safaricom's page names the id of a payout here `OriginalConversationID`, and `OriginatorConversationID` everywhere
   * else.
   */
  function queryStatus(body: Fields): WrittenAnswer {
    const about = "OriginalConversationID" in body ? "OriginalConversationID" : "TransactionID";
    const fault = missing(body, {
      Initiator: /^testapi$/,
      SecurityCredential: /./,
      CommandID: /^TransactionStatusQuery$/,
      [about]: /./,
      PartyA: SHORT_CODE,
      IdentifierType: /^4$/,
      Remarks: /^.{1,100}$/,
      ResultURL: /^https?:/,
      QueueTimeOutURL: /^https?:/,
    });
    if (fault !== null) return failure(400, "400.002.02", `Bad Request - Invalid ${fault}`);
    if (decrypted(body["SecurityCredential"] as string) !== MPESA_SETTINGS.initiator_password)
      return failure(400, "400.002.02", "Bad Request - Invalid SecurityCredential");
    fake.queries.set(body[about] as string, body);
    return acknowledged("AG_2");
  }

  function register(body: Fields): WrittenAnswer {
    const fault = missing(body, {
      ShortCode: SHORT_CODE,
      ResponseType: /^Completed$/,
      ConfirmationURL: /^https?:/,
      ValidationURL: /^https?:/,
    });
    if (fault !== null) return failure(400, "400.003.02", `Bad Request - Invalid ${fault}`);
    if (fake.registered !== null) return failure(500, "500.003.1001", "Urls are already registered");
    fake.registered = body;
    return written(200, { OriginatorCoversationID: "1", ResponseCode: "0", ResponseDescription: "Success" });
  }

  function reverse(body: Fields): WrittenAnswer {
    const credentials = {
      Initiator: /^testapi$/,
      SecurityCredential: /./,
      CommandID: /^TransactionReversal$/,
      RecieverIdentifierType: /^11$/,
    };
    const fault =
      missing(body, {
        ...credentials,
        TransactionID: /./,
        ReceiverParty: SHORT_CODE,
        Remarks: /^[\w .,-]{2,100}$/,
        ResultURL: /^https?:/,
      }) ?? amountFault(body);
    if (fault !== null) return failure(400, "400.002.02", `Bad Request - Invalid ${fault}`);
    fake.reversals.set(body["TransactionID"] as string, body);
    return acknowledged("AG_3");
  }

  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const before = fake.prompts.size + fake.payouts.size;
      const given = answer(request, text);
      const isAccepted = fake.prompts.size + fake.payouts.size > before;
      void (isAccepted ? fake.beforeAnswer() : Promise.resolve()).then(() => {
        if (given === "silence") response.destroy();
        else response.writeHead(given.status, { "content-type": "application/json" }).end(given.body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const PHONE = /^254\d{9}$/;
const SHORT_CODE = /^\d{5,7}$/;

function written(status: number, body: object): WrittenAnswer {
  return { status, body: JSON.stringify(body) };
}

function acknowledged(ConversationID: string): WrittenAnswer {
  const said = { ResponseCode: "0", ResponseDescription: "Accept the service request successfully." };
  return written(200, { ConversationID, OriginatorConversationID: "1", ...said });
}

export function failure(status: number, errorCode: string, errorMessage: string): WrittenAnswer {
  return written(status, { requestId: "11728-2929992-1", errorCode, errorMessage });
}

function missing(body: Fields, patterns: Readonly<Record<string, RegExp>>): string | null {
  return (
    Object.entries(patterns).find(
      ([name, pattern]) => typeof body[name] !== "string" || !pattern.test(body[name]),
    )?.[0] ?? null
  );
}

function amountFault(body: Fields): string | null {
  return Number.isSafeInteger(body["Amount"]) && (body["Amount"] as number) > 0 ? null : "Amount";
}

function passwordFault(body: Fields): string | null {
  const fault = missing(body, { BusinessShortCode: SHORT_CODE, Password: /./, Timestamp: /^20\d{12}$/ });
  const expected = `${MPESA_SETTINGS.short_code}${MPESA_SETTINGS.passkey}${String(body["Timestamp"])}`;
  return fault ?? (Buffer.from(String(body["Password"]), "base64").toString() === expected ? null : "Password");
}

/**
 * Reads the padding by hand, so that no other than PKCS#1 v1.5 passes: 00 02, at least eight bytes that are not zero,
 * 00, the text.
 */
export function decrypted(credential: string): string | null {
  const block = privateDecrypt(
    { key: TEST_CERTIFICATE_KEY, padding: constants.RSA_NO_PADDING },
    Buffer.from(credential, "base64"),
  );
  const end = block.indexOf(0, 2);
  return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1).toString() : null;
}

function referenceIn(address: string): string {
  return address.split("/").at(-2)!;
}

function callbackAt(address: string, body: object): RawCallback {
  return {
    headers: { "content-type": "application/json" },
    rawBody: Buffer.from(JSON.stringify(body)),
    path: new URL(address).pathname,
  };
}

function statusCallback(address: unknown, parameters: Fields, code: number): RawCallback {
  const detail = {
    ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
  };
  const said = {
    ResultType: 0,
    ResultCode: code,
    ResultDesc: "done",
    OriginatorConversationID: "1",
    ConversationID: "AG_2",
    TransactionID: "NLJ0000000",
  };
  return callbackAt(address as string, { Result: { ...said, ...detail } });
}

function promptCallback({ body, checkoutRequestId, result }: Prompt): RawCallback {
  const items = {
    Amount: body["Amount"],
    MpesaReceiptNumber: "NLJ7RT61SV",
    TransactionDate: 20191219102115,
    PhoneNumber: Number(body["PhoneNumber"]),
  };
  const metadata = { CallbackMetadata: { Item: Object.entries(items).map(([Name, Value]) => ({ Name, Value })) } };
  const said = {
    MerchantRequestID: "29115-1-1",
    CheckoutRequestID: checkoutRequestId,
    ResultCode: result!.code,
    ResultDesc: result!.description,
  };
  return callbackAt(body["CallBackURL"] as string, {
    Body: { stkCallback: { ...said, ...(result!.code === 0 ? metadata : {}) } },
  });
}

function resultCallback({ body, conversationId }: Payout, code: number | string, description: string): RawCallback {
  const parameters = {
    TransactionAmount: body["Amount"],
    TransactionReceipt: "NLJ41HAY6Q",
    ReceiverPartyPublicName: `${String(body["PartyB"])} - John Doe`,
  };
  const said = {
    ResultType: 0,
    ResultCode: code,
    ResultDesc: description,
    OriginatorConversationID: body["OriginatorConversationID"],
    ConversationID: conversationId,
    TransactionID: "NLJ41HAY6Q",
  };
  const detail = {
    ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
  };
  return callbackAt(body["ResultURL"] as string, { Result: { ...said, ...(code === 0 ? detail : {}) } });
}

let phones = 0;
/** A different phone each time: a phone with a prompt gets no second one. */
function freshPhone(ending: string): string {
  return `+2547${String(++phones % 10_000).padStart(4, "0")}${ending}`;
}

export function mpesaRequest(fields: Partial<DispatchRequest> = {}, ending = "1234"): DispatchRequest {
  return dispatchRequest({
    method: "mobile_money",
    country: "KE",
    amount: Money.parse("1500.00", "KES"),
    mobileMoney: { provider: "M-PESA", phone_number: freshPhone(ending), network_code: "MPESA_KE" },
    callbackUrl: "https://pay.example/v1/callbacks/mpesa",
    ...fields,
  });
}

async function mpesaStage(
  direction: "inbound" | "outbound",
  traits: Pick<HttpStage, "traits" | "foreignAcceptance">,
): Promise<HttpStage> {
  const fake = await startFakeMpesa();
  const clock = new SteppedClock();
  const outbound = createOutbound();
  const at = (url: string): Provider => MPESA.create({ ...MPESA_SETTINGS, base_url: url }, { outbound, clock });
  const { consumer_key, consumer_secret, passkey, initiator_password, callback_secret } = MPESA_SETTINGS;
  return {
    provider: at(fake.url),
    clock,
    secrets: [
      consumer_key,
      consumer_secret,
      passkey,
      initiator_password,
      callback_secret,
      TOKEN,
      Buffer.from(`174379${passkey}`).toString("base64"),
    ],
    accepted: (fields) => mpesaRequest({ direction, ...fields }),
    refused: () => mpesaRequest({ direction }, REFUSED_ENDING),
    unanswered: () => mpesaRequest({ direction }, UNANSWERED_ENDING),
    url: fake.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => {
      const { body } = (fake.prompts.get(reference) ?? fake.payouts.get(reference))!;
      return `${String(body["Amount"])}.00`;
    },
    amounts: [
      ["KES", "1.00"],
      ["KES", "250000.00"],
      ["KES", "9999999999999.00"],
    ],
    completionCallback: async (reference) => fake.end(reference),
    prelude: ({ url }) =>
      url.startsWith("/oauth/") ? written(200, { access_token: TOKEN, expires_in: "3599" }) : undefined,
    refusalSaying: (text) => failure(400, "400.002.02", text),
    ...traits,
    close: async () => {
      await fake.close();
      await outbound.close();
    },
  };
}

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [{ TransactionType: "Pay Bill", TransID: "RKTQDM7W6S", TransAmount: "10" }];

export const MPESA_CASES: readonly HttpCase[] = [
  {
    name: "mpesa",
    title: "payin by mobile money",
    stage: () =>
      mpesaStage("inbound", {
        traits: {
          foundBy: "own id",
          neverHad: "unknown",
          genuineBy: "secret address",
          toleranceMs: null,
          callbackIs: "notice",
        },
      }),
  },
  {
    name: "mpesa",
    title: "payout by mobile money",
    stage: () =>
      mpesaStage("outbound", {
        traits: {
          foundBy: "callback",
          neverHad: "unknown",
          genuineBy: "secret address",
          toleranceMs: null,
          callbackIs: "word",
        },
        foreignAcceptance: written(200, {
          ConversationID: "AG_1",
          OriginatorConversationID: "another",
          ResponseCode: "0",
          ResponseDescription: "ok",
        }),
      }),
  },
];
