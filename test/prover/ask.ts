import { setTimeout as pause } from "node:timers/promises";

/** A deployment that comes back from faults, or is still starting, may refuse for a moment. */
const PASSING = new Set([429, 503]);
const ASK_AGAIN_MS = 500;
const MAX_ASKED = 120;

/** The text of a good answer. */
export async function ask(url: string, init: RequestInit = {}): Promise<string> {
  for (let asked = 1; ; asked++) {
    const answer = await fetch(url, init);
    const text = await answer.text();
    if (answer.ok) return text;
    if (!PASSING.has(answer.status) || asked === MAX_ASKED)
      throw new Error(`${init.method ?? "GET"} ${url} answered ${answer.status}: ${text}`);
    await pause(ASK_AGAIN_MS);
  }
}

export function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<string> {
  return ask(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
