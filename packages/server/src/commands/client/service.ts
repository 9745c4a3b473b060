import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoFile } from "../greeting.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";

/**
 * The running service as developer commands reach it: by its public API with a key, from anywhere. Address and key come
 * from the flags, then from CORRIDOR_URL and CORRIDOR_API_KEY, then from the `demo.json` that a development start
 * writes.
 */
export type ServiceFlags = { baseUrl?: string; apiKey?: string; json?: boolean };

export type Service = {
  /** Ends in /v1. */
  readonly baseUrl: string;
  /** Null for a person, who uses a token. */
  readonly apiKey: string | null;
  /** The file that `start` wrote, if it is on this machine. */
  readonly demo: DemoFile | null;
  /**
   * Calls the service. `text` holds the unparsed body, where amounts keep their digits. Throws an OperatorError that
   * says what to do.
   */
  call<T = any>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<{ body: T; text: string }>;
};

type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_DATA_DIR = ".data";
const DEFAULT_BASE_URL = "http://127.0.0.1:3000/v1";
const HTTP_UNAUTHORIZED = 401;
const HTTP_FORBIDDEN = 403;

export function findService(flags: ServiceFlags, variables: Variables = process.env): Service {
  const demo = readDemo(variables);
  const baseUrl = (flags.baseUrl ?? variables["CORRIDOR_URL"] ?? demo?.base_url ?? DEFAULT_BASE_URL).replace(
    /\/+$/,
    "",
  );
  const isOwn = demo !== null && demo.base_url === baseUrl;
  const apiKey = flags.apiKey ?? variables["CORRIDOR_API_KEY"] ?? (isOwn ? demo.organizations[0]?.api_key : undefined);
  if (apiKey === undefined)
    throw new OperatorError(
      "No API key is known. Run this command in the folder where `npm start` runs, or give --api-key, or set " +
        "CORRIDOR_API_KEY. The dashboard creates keys under Settings, API keys.",
    );
  return createService(baseUrl, { apiKey }, isOwn ? demo : null);
}

export type Credential = { apiKey: string } | { token: string };

export function createService(baseUrl: string, credential: Credential, demo: DemoFile | null = null): Service {
  const headers =
    "token" in credential
      ? { authorization: `Bearer ${credential.token}`, "x-api-key": "NONE" }
      : { authorization: "NONE", "x-api-key": credential.apiKey };
  return {
    baseUrl,
    apiKey: "apiKey" in credential ? credential.apiKey : null,
    demo,
    async call(method, path, body, signal) {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }).catch((error: unknown) => {
        throw new ServiceUnreachable(
          `No service answers at ${baseUrl}. Start one with \`npm start\`, or name another with --base-url.`,
          { cause: error },
        );
      });
      const text = await answer.text();
      if (!answer.ok) throw refusal(answer.status, `${method} ${path}`, text, baseUrl);
      return { body: text === "" ? null : JSON.parse(text), text };
    },
  };
}

/** No service answered: the only failure that may pass by itself. */
export class ServiceUnreachable extends OperatorError {
  override name = "ServiceUnreachable";
}

export class ServiceRefusal extends OperatorError {
  override name = "ServiceRefusal";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function refusal(status: number, call: string, text: string, baseUrl: string): ServiceRefusal {
  const { message, code, details } = problemIn(text);
  const fields = details.map((detail) => `\n  ${detail.path}: ${detail.message}`).join("");
  const remedy =
    status === HTTP_UNAUTHORIZED
      ? ` The API key is not known at ${baseUrl}: give another with --api-key, or create one on the dashboard.`
      : status === HTTP_FORBIDDEN
        ? " Use a key of a member who may do this."
        : "";
  return new ServiceRefusal(
    status,
    `${call} was answered ${status}${code === undefined ? "" : ` ${code}`}: ${message}${remedy}${fields}`,
  );
}

function problemIn(text: string): { message: string; code?: string; details: { path: string; message: string }[] } {
  try {
    const { message, code, details } = JSON.parse(text) as {
      message?: string;
      code?: string;
      details?: { path: string; message: string }[];
    };
    return { message: message ?? text, ...(code === undefined ? {} : { code }), details: details ?? [] };
  } catch {
    return { message: text.slice(0, MAX_SHOWN_CHARACTERS), details: [] };
  }
}
const MAX_SHOWN_CHARACTERS = 200;

export function readDemo(variables: Variables = process.env): DemoFile | null {
  try {
    return JSON.parse(readFileSync(join(variables["DATA_DIR"] ?? DEFAULT_DATA_DIR, "demo.json"), "utf8")) as DemoFile;
  } catch {
    return null; // No development start has run here, or the folder belongs to another user.
  }
}
