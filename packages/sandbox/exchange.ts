import type { IncomingMessage, ServerResponse } from "node:http";

/** Plain node:http underneath: a framework would cost more than all the work the sandbox does for a dispatch. */
export type SandboxRequest = {
  method: string;
  /** Segments of the path, decoded: `/fiat/payments/x` is ["fiat", "payments", "x"]. */
  path: readonly string[];
  /** The query as text. It is not parsed, because hardly any path has a query. */
  query: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** The origin under which the caller reached us: addresses of hosted pages begin with it. */
  origin: string;
};

export type Answer = {
  statusCode: number;
  contentType?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** `lost`: done, but the connection is closed instead of answered. `hang`: the caller waits until it gives up. */
  delivery?: "lost" | "hang" | { afterMs: number };
};

/** Thrown only before anything was accepted, which the body says: a caller may safely try another provider. */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    extra: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.statusCode = statusCode;
    this.code = code;
    this.field = extra.field;
    this.headers = extra.headers;
  }
}

export function invalid(field: string, message: string): Refusal {
  return new Refusal(400, "invalid_request", `${field} ${message}`, { field });
}

export function notFound(what: string): Refusal {
  return new Refusal(404, "not_found", `${what} not found`);
}

export function methodNotAllowed(allowed: string): Refusal {
  return new Refusal(405, "method_not_allowed", `only ${allowed} is possible here`, { headers: { allow: allowed } });
}

export function json(statusCode: number, body: object): Answer {
  return { statusCode, body: JSON.stringify(body) };
}

export function refusalAnswer(refusal: Refusal): Answer {
  const body = { accepted: false, code: refusal.code, message: refusal.message, field: refusal.field };
  return { statusCode: refusal.statusCode, body: JSON.stringify(body), headers: refusal.headers };
}

const MAX_BODY_BYTES = 64 * 1024;

export function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES)
        return reject(
          new Refusal(413, "body_too_large", `the body is longer than ${MAX_BODY_BYTES} bytes`, {
            headers: { connection: "close" },
          }),
        );
      if (first === undefined) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    request.on("end", () =>
      resolve(
        more !== undefined ? Buffer.concat(more).toString("utf8") : first === undefined ? "" : first.toString("utf8"),
      ),
    );
    request.on("error", reject);
  });
}

export function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  const body = answer.body ?? "";
  const headers: Record<string, string | number> = {
    "content-type": answer.contentType ?? "application/json",
    "content-length": Buffer.byteLength(body),
  };
  if (answer.headers !== undefined) Object.assign(headers, answer.headers);
  if (answer.statusCode === 204) delete headers["content-type"];
  response.writeHead(answer.statusCode, headers);
  response.end(body);
}
