import { createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScriptedServer } from "../stage.fixtures.ts";

/** Answers that say neither yes nor no. */
export const DOUBTFUL_ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "500 without a body": (response) => void response.writeHead(500).end(),
  "500 with JSON that does not say": (response) => void response.writeHead(500).end('{"error":"oops"}'),
  "502 from a proxy": (response) => void response.writeHead(502).end("<html>Bad gateway</html>"),
  "404 from a proxy": (response) => void response.writeHead(404).end("not here"),
  "404 with foreign JSON": (response) => void response.writeHead(404).end('{"message":"no such route"}'),
  "408": (response) => void response.writeHead(408).end(),
  "429": (response) => void response.writeHead(429).end('{"message":"slow down"}'),
  redirect: (response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
  "200 that is not JSON": (response) => void response.writeHead(200).end("ok"),
  "200 with an empty object": (response) => void response.writeHead(200).end("{}"),
  "200 with null": (response) => void response.writeHead(200).end("null"),
  "200 with a list": (response) => void response.writeHead(200).end("[]"),
  "answer cut off in the middle": (response) =>
    void response.writeHead(200, { "content-length": "1000" }).write('{"accepted":', () => response.destroy()),
  "answer without end": (response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, " ")));
    };
    response.writeHead(200).on("drain", pour);
    pour();
  },
  "connection cut instead of an answer": (response) => void response.destroy(),
};

export async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

type Passed = ScriptedServer["requests"][number];
/** What happens to an answer on its way back: it is lost, comes late, or says something else. */
export type Fault = (
  request: Passed,
  answer: { status: number; body: Buffer },
) => "lost" | { afterMs: number } | { body: string } | "as it is";

/** Stands before a provider's server and passes requests on: the server has acted, whatever becomes of its answer. */
export function passingOn(upstream: string, fault: Fault) {
  return (response: ServerResponse, request: IncomingMessage, body: string): void => {
    const { method = "GET", url = "/" } = request;
    const onward = send(new URL(url, upstream), { method, headers: request.headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const [status, whole] = [answer.statusCode!, Buffer.concat(chunks)];
        const what = fault({ method, url, body }, { status, body: whole });
        if (what === "lost") return response.destroy();
        const reply = (text: Buffer | string): void =>
          void response.writeHead(status, { "content-type": answer.headers["content-type"] ?? "text/plain" }).end(text);
        if (what === "as it is") return reply(whole);
        if ("body" in what) return reply(what.body);
        setTimeout(() => reply(whole), what.afterMs);
      });
    });
    onward.on("error", () => response.destroy());
    onward.end(body);
  };
}

/** The same JSON once for each of its texts and numbers, each time with that one replaced. */
export function variantsOf(body: Buffer, replacement: (leaf: string | number) => unknown): string[] {
  const variants: string[] = [];
  const whole = JSON.parse(body.toString("utf8")) as unknown;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const parts = node as Record<string, unknown>;
    for (const [key, value] of Object.entries(parts)) {
      if (typeof value === "string" || typeof value === "number") {
        parts[key] = replacement(value);
        variants.push(JSON.stringify(whole));
        parts[key] = value;
      } else visit(value);
    }
  };
  visit(whole);
  return variants;
}
