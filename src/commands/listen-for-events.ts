import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { OperatorError } from "#src/platform/operator-error.ts";

/**
 * `corridor listen`: a receiver for the developer's desk. It prints every delivery as it arrives, says whether its signature holds, and
 * acknowledges it. Given an API key it registers itself with a running service and deletes its registration when it stops; that service must
 * allow insecure webhooks, since a desk has neither a certificate nor a public address.
 */
export type ListenOptions = {
  host: string;
  port: number;
  /** To verify signatures of an endpoint that was registered by hand. */
  secret?: string;
  /** To register with a service: its base URL with /v1, and an API key that may write webhooks. */
  service?: { baseUrl: string; apiKey: string; events?: readonly string[] };
  /** What to answer; 200 unless a failing receiver is to be played. */
  answerStatus?: number;
  print: (line: string) => void;
};

export type Listening = { readonly url: string; close(): Promise<void> };

const MAX_BODY_BYTES = 1_048_576;

export async function listen(options: ListenOptions): Promise<Listening> {
  const { print } = options;
  let secret = options.secret;

  const server = createServer((request, response) => {
    void receive(request, response).catch((error: unknown) => {
      print(`! ${error instanceof Error ? error.message : String(error)}`);
      response.destroy();
    });
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    print(describeDelivery(request.headers, body, secret));
    response.writeHead(options.answerStatus ?? 200).end();
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}/`;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  let webhookId: string | undefined;
  if (options.service !== undefined) {
    try {
      const registered = await callService(options.service, "POST", "/public/webhooks", { endpoint_url: url, events: options.service.events ?? null });
      ({ webhook_id: webhookId, secret_key: secret } = registered.data as { webhook_id: string; secret_key: string });
    } catch (error) {
      await stop();
      throw error;
    }
  }
  print(`Listening on ${url}${webhookId === undefined ? "" : ` as webhook ${webhookId}`}. Press Ctrl+C to stop.`);

  return {
    url,
    async close() {
      try {
        if (options.service !== undefined && webhookId !== undefined) await callService(options.service, "DELETE", `/public/webhooks/${webhookId}`);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        print(`! Webhook ${webhookId} stays registered: ${reason}. Delete it once the service runs again.`);
      } finally {
        await stop();
      }
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error(`a body of more than ${MAX_BODY_BYTES} bytes was cut off`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function describeDelivery(headers: IncomingMessage["headers"], body: Buffer, secret: string | undefined): string {
  const text = body.toString("utf8");
  let event: { event_type?: unknown; event_id?: unknown; created_at?: unknown };
  try {
    event = JSON.parse(text) as typeof event;
  } catch {
    return `? not an event: ${text}`;
  }
  const signature = secret === undefined ? "signature not checked" : verifies(secret, body, headers) ? "signature holds" : "SIGNATURE DOES NOT HOLD";
  return `${String(event.created_at)}  ${String(event.event_type)}  ${String(event.event_id)}  (${signature})\n${text}`;
}

function verifies(secret: string, body: Buffer, headers: IncomingMessage["headers"]): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  return ["x-service-signature", "x-service-signature-other"].some((name) => {
    const given = Buffer.from(String(headers[name] ?? ""), "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function callService(service: NonNullable<ListenOptions["service"]>, method: string, path: string, body?: object): Promise<{ data?: unknown }> {
  const url = `${service.baseUrl.replace(/\/+$/, "")}${path}`;
  const answer = await fetch(url, {
    method,
    headers: { authorization: "NONE", "x-api-key": service.apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new OperatorError(`no service answers at ${url}`, { cause: error });
  });
  const text = await answer.text();
  if (!answer.ok) throw new OperatorError(`the service answered ${answer.status} to ${method} ${path}: ${text}`);
  return text === "" ? {} : (JSON.parse(text) as { data?: unknown });
}
