import { request } from "node:http";

/** Sends exactly these headers, in this order, doubled ones included; `fetch` would join or refuse them. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function rawRequest(
  url: string,
  headers: readonly (readonly [string, string])[],
  method = "GET",
): Promise<{ status: number; body: any }> {
  const target = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      { method, headers: [["host", target.host], ...headers].flat() as never },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode!, body: text.startsWith("{") ? JSON.parse(text) : text }),
        );
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}
