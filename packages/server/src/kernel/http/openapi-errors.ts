import { codeOfMissing, ERROR_CODES, RESOURCES } from "./error-codes.ts";
import { isInitiation, VERSION_PREFIX } from "./error-response.ts";

/** Both bodies of the contract, the codes, and the errors that every operation may answer without listing them. */
type ErrorsOf = {
  /** An `Idempotency-Key` may have been used, or a second person must approve. A route lists other conflicts itself. */
  readonly mayConflict: boolean;
  /** The operation's path, query or body names a resource that may not exist. */
  readonly names: boolean;
  /** The errors that the route lists itself; null: the route never answers with that error. */
  readonly own: Readonly<Record<string, string | null>>;
};

export function errorResponsesOf(path: string, operation: ErrorsOf): Record<string, object> {
  const form = isInitiation(`${VERSION_PREFIX}${path}`) ? "Initiation" : "";
  const mayAnswer: readonly [status: string, may: boolean][] = [
    ["404", operation.names],
    ["409", operation.mayConflict],
    ["4XX", true],
    ["5XX", true],
  ];
  const shared = mayAnswer.filter(([status, may]) => may && operation.own[status] !== null);
  const own = Object.entries(operation.own).filter(([, description]) => description !== null);
  return {
    ...Object.fromEntries(shared.map(([status]) => [status, { $ref: `#/components/responses/${form}E${status}` }])),
    ...Object.fromEntries(own.map(([status, description]) => [status, { description, content: contentOf(form) }])),
  };
}

/** Every operation may answer those of a range: written out, they took a seventh of the document. */
const SHARED: Readonly<Record<string, string>> = {
  404: "No such resource in the caller's organization",
  409:
    "The state of the resource does not allow this, a second person must approve it, or the `Idempotency-Key` was " +
    "used with another request or its first request still runs",
  "4XX":
    "`code` says which. 400: the request is wrong, and `details` says where. 401: missing, malformed, expired or " +
    "unknown credentials. 403: a right is missing. 413: the body is larger than 1 MiB, for a payout batch 32 MiB. " +
    "415: the body is not `application/json`. 429: too many requests; `Retry-After` says how long to wait",
  "5XX":
    "500: something went wrong on our side. 503 `UNAVAILABLE`: a temporary problem (database, overload, shutdown). " +
    "Send the request again after `Retry-After`; with an `Idempotency-Key` nothing is done twice",
};

function contentOf(form: string): object {
  return { "application/json": { schema: { $ref: `#/components/schemas/${form}Error` } } };
}

function headersOf(status: string): { headers?: Record<string, { $ref: string }> } {
  const names = { "4XX": ["RateLimit", "RateLimit-Policy", "Retry-After"], "5XX": ["Retry-After"] }[status];
  return names === undefined
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

export const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(SHARED).flatMap(([status, description]) =>
    ["", "Initiation"].map((form) => [
      `${form}E${status}`,
      { description, ...headersOf(status), content: contentOf(form) },
    ]),
  ),
);

const TEXT = { type: "string" };
export const RESPONSE_HEADERS = {
  RateLimit: { description: 'What is left: `"credential";r=<requests>;t=<seconds until whole again>`', schema: TEXT },
  "RateLimit-Policy": { description: 'The allowance: `"credential";q=<requests>;w=<seconds>`', schema: TEXT },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } },
};

const MESSAGE = { type: "string", description: "What happened, in a sentence for people; its wording may change" };
const DETAILS = {
  type: "array",
  description: "What to correct, field by field",
  items: { $ref: "#/components/schemas/ErrorDetail" },
};
const CODE = { $ref: "#/components/schemas/ErrorCode" };
/** What the caller needs to continue. */
const FACTS = {
  approval_id: { type: "string", description: "The approval that was requested (`APPROVAL_REQUIRED`)" },
  available: { type: "number", description: "What may be spent (`INSUFFICIENT_FUNDS`)" },
  needed: { type: "number", description: "What was to be taken (`INSUFFICIENT_FUNDS`)" },
  currency: { type: "string", description: "Of `available` and `needed`" },
};

export const ERROR_SCHEMAS = {
  Error: {
    type: "object",
    description: "The standard error",
    required: ["status", "message", "code"],
    properties: {
      status: {
        type: "string",
        enum: ["error"],
        description: "Always `error`, which distinguishes an error from a success",
      },
      message: MESSAGE,
      code: CODE,
      error: { type: "string", description: "On a 500: the request id to quote to support" },
      details: DETAILS,
      ...FACTS,
    },
  },
  ErrorCode: {
    type: "string",
    enum: [...new Set([...Object.keys(ERROR_CODES), ...RESOURCES.map(codeOfMissing)])],
    description: Object.entries(ERROR_CODES)
      .map(([code, { status, cause, cure }]) => `- \`${code}\` (${status.join(", ")}): ${cause} ${cure}`)
      .join("\n"),
  },
  ErrorDetail: {
    type: "object",
    required: ["path", "message"],
    properties: {
      path: { type: "string", description: "Path of the field, with dots between its parts" },
      message: MESSAGE,
    },
  },
  InitiationError: {
    type: "object",
    description: "The error of everything under `/payments-init`",
    required: ["error", "message", "code"],
    properties: {
      error: { type: "string", description: "The name of the HTTP status" },
      message: MESSAGE,
      code: CODE,
      details: DETAILS,
      ...FACTS,
      payment_id: {
        type: "string",
        description: "Id of the payment that exists in spite of the error (`ALL_PROVIDERS_FAILED`, `REFERENCE_USED`)",
      },
      transaction_id: { type: "string", description: "The payment's second id, for lists and support" },
    },
  },
};
