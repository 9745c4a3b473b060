import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, clientOf } from "corridor-client/client.ts";
import { CorridorError } from "corridor-client/error.ts";
import { type Call, createSend, type Send } from "corridor-client/send.ts";
import type { DemoFile } from "../greeting.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";

/**
 * Reached by its public API with a key. Both come from the flags, then CORRIDOR_URL and CORRIDOR_API_KEY, then
 * demo.json.
 */
export type ServiceFlags = { baseUrl?: string; apiKey?: string; json?: boolean };

export type Service = {
  /** Ends in /v1. */
  readonly baseUrl: string;
  /** Null for a person, who uses a token. */
  readonly apiKey: string | null;
  /** The file that `start` wrote, if it is on this machine. */
  readonly demo: DemoFile | null;
  readonly api: Client;
};

type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_DATA_DIR = ".data";
const DEFAULT_BASE_URL = "http://127.0.0.1:3000/v1";
const HTTP_UNAUTHORIZED = 401;
const HTTP_FORBIDDEN = 403;

export function findService(flags: ServiceFlags, variables: Variables = process.env): Service {
  const demo = readDemo(variables);
  const baseUrl = baseUrlOf(flags, variables, demo);
  const isOwn = demo !== null && demo.base_url === baseUrl;
  const apiKey = flags.apiKey ?? variables["CORRIDOR_API_KEY"] ?? (isOwn ? demo.organizations[0]?.api_key : undefined);
  if (apiKey === undefined)
    throw new OperatorError(
      "No API key is known. Run this command in the folder where `npm start` runs, or give --api-key, or set " +
        "CORRIDOR_API_KEY. The dashboard creates keys under Settings, API keys.",
    );
  return createService(baseUrl, { apiKey }, isOwn ? demo : null);
}

export function baseUrlOf({ baseUrl }: ServiceFlags, variables: Variables, demo: DemoFile | null): string {
  return (baseUrl ?? variables["CORRIDOR_URL"] ?? demo?.base_url ?? DEFAULT_BASE_URL).replace(/\/+$/, "");
}

export type Credential = { apiKey: string } | { token: () => string };

export function createService(baseUrl: string, credential: Credential, demo: DemoFile | null = null): Service {
  const apiKey = "apiKey" in credential ? credential.apiKey : null;
  return { baseUrl, apiKey, demo, api: clientOf(sendTo(baseUrl, credential)) };
}

export const NOBODY: Credential = { apiKey: "NONE" };

/** What is beside the API: tokens of the identity provider, and the sandbox. */
export function postBeside(baseUrl: string, template: string, body: object): Promise<any> {
  return sendTo(baseUrl, NOBODY)({ method: "post", template, body, idempotencyKey: null });
}

/** A command tries once, and its user decides what follows. */
const LIMITS = { retries: 0, attemptTimeoutMs: 90_000 };

function sendTo(baseUrl: string, credential: Credential): Send {
  return async (call) => {
    try {
      return await createSend({ ...LIMITS, ...credential, baseUrl })(call);
    } catch (error) {
      throw error instanceof CorridorError
        ? new ServiceFailure(error, call, baseUrl)
        : new OperatorError((error as Error).message, { cause: error });
    }
  };
}

/** A call that failed, with what to do about it. `status` is 0 when no service answered, which may pass by itself. */
export class ServiceFailure extends OperatorError {
  override name = "ServiceFailure";
  readonly status: number;
  constructor(error: CorridorError, call: Call, baseUrl: string) {
    super(explain(error, call, baseUrl), { cause: error });
    this.status = error.status;
  }
}

function explain({ status, code, message, details }: CorridorError, call: Call, baseUrl: string): string {
  if (status === 0)
    return `No service answers at ${baseUrl}. Start one with \`npm start\`, or name another with --base-url.`;
  const fields = details.map((detail) => `\n  ${detail.path}: ${detail.message}`).join("");
  const remedy =
    status === HTTP_UNAUTHORIZED
      ? ` The API key is not known at ${baseUrl}: give another with --api-key, or create one on the dashboard.`
      : status === HTTP_FORBIDDEN
        ? " Use a key of a member who may do this."
        : "";
  const answered = `${call.method.toUpperCase()} ${call.template} was answered ${status}`;
  return `${answered}${code === null ? "" : ` ${code}`}: ${message}${remedy}${fields}`;
}

export function readDemo(variables: Variables = process.env): DemoFile | null {
  try {
    return JSON.parse(readFileSync(join(variables["DATA_DIR"] ?? DEFAULT_DATA_DIR, "demo.json"), "utf8")) as DemoFile;
  } catch {
    return null; // No development start has run here, or the folder belongs to another user.
  }
}
