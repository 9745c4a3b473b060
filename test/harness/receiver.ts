import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import {
  createAddressGuard,
  type AddressGuard,
  type AddressGuardOptions,
} from "@corridor/server/kernel/address-guard.ts";
import { RECEIVER_CERTIFICATE, RECEIVER_KEY, TEST_AUTHORITY } from "./receiver-certificate.ts";

/** A webhook receiver on a free local port that records its requests and answers as configured. */
export type ReceivedRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type ReceiverAnswer = {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Closes the connection instead of answering. */
  readonly cut?: boolean;
};

export type Receiver = {
  /** `https://hooks.example.com:port`, or `http://127.0.0.1:port` without TLS. */
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedRequest[];
  /** Connections ever made, with or without a request. */
  connections(): number;
  answerWith(answer: (request: ReceivedRequest, count: number) => ReceiverAnswer | Promise<ReceiverAnswer>): void;
  close(): Promise<void>;
};

const HOST = "hooks.example.com";

export async function startReceiver(options: { tls?: boolean; host?: string } = {}): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let connections = 0;
  let decide: (request: ReceivedRequest, count: number) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({});

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on("error", () => undefined); // A sender that gives up is part of the test.
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const got = {
        path: request.url!,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(got);
      void Promise.resolve(decide(got, received.length)).then((answer) => reply(response, answer));
    });
  };
  const server: Server =
    options.tls === false
      ? createHttpServer(handle)
      : createHttpsServer({ cert: RECEIVER_CERTIFICATE, key: RECEIVER_KEY }, handle);
  server.on("connection", () => (connections += 1));
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, options.host ?? "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: options.tls === false ? `http://127.0.0.1:${port}` : `https://${HOST}:${port}`,
    port,
    received,
    connections: () => connections,
    answerWith: (answer) => (decide = answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, answer: ReceiverAnswer): void {
  const write = (): void => {
    if (answer.cut === true) response.destroy();
    else
      response
        .writeHead(answer.status ?? 200, { "content-type": "text/plain", ...answer.headers })
        .end(answer.body ?? "");
  };
  if (answer.delayMs === undefined) write();
  else setTimeout(write, answer.delayMs).unref();
}

/**
 * A guard that treats the local machine as the public internet: every name resolves to it, and its certificate is
 * trusted.
 */
export function localGuard(options: Partial<AddressGuardOptions> = {}): AddressGuard {
  return createAddressGuard({
    allowInsecure: false,
    connectTimeoutMs: 10_000,
    certificateAuthorities: [TEST_AUTHORITY],
    resolve: async () => ["127.0.0.1"],
    isAllowed: () => true,
    ...options,
  });
}
