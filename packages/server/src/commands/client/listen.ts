import { createHmac } from "node:crypto";
import { styleText } from "node:util";
import { signatureHeaders, signingKey } from "#src/record/webhooks/index.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { describeEvent } from "./describe-event.ts";
import { followEvents, type FollowedEvent } from "./follow-events.ts";
import { print, untilInterrupted } from "./output.ts";
import { findService, type ServiceFlags } from "./service.ts";

/** Prints events as they happen and, on request, forwards each as a signed webhook to a local address. */
export type ListenFlags = ServiceFlags & { events?: string; forwardTo?: string; secret?: string };

const FORWARD_TIMEOUT_MS = 10_000;

export async function listenCommand(flags: ListenFlags): Promise<void> {
  const target = flags.forwardTo === undefined ? null : webAddress(flags.forwardTo);
  const service = findService(flags);
  const signal = untilInterrupted();
  const note = (line: string): void => void process.stderr.write(`${styleText("gray", line)}\n`);
  const events = await followEvents(service.api, {
    ...(flags.events === undefined ? {} : { types: flags.events }),
    signal,
    onTrouble: (message) => note(message === null ? "The service is back." : `${message} Trying again every second.`),
  });
  note(`Listening to ${service.baseUrl}. Press Ctrl-C to stop.`);
  const forward = target === null ? null : createForwarder(target, flags.secret ?? signingSecretOf(service.apiKey!));
  if (forward !== null) note(`Forwarding to ${target!}, signed with ${forward.secret}`);
  for await (const event of events) {
    print(flags.json === true ? event.text : describeEvent(event));
    if (forward !== null) note(await forward.send(event));
  }
}

/** The secret is the same for every run with the same key, so that a receiver's configuration stays valid. */
function signingSecretOf(apiKey: string): string {
  return `whsec_${createHmac("sha256", apiKey).update("corridor listen").digest("base64")}`;
}

export type Forwarder = { readonly secret: string; send(event: FollowedEvent): Promise<string> };

/** Signs like the delivery worker, so that a receiver sees no difference. It sends each event once. */
export function createForwarder(url: string, secret: string): Forwarder {
  const key = signingKey(secret);
  return {
    secret,
    async send(event) {
      const body = Buffer.from(event.text);
      const keys = { current: key, previous: null };
      const headers = signatureHeaders(keys, { eventId: event.event_id, body, sentAt: new Date(), tries: 0 });
      const startedMs = performance.now();
      try {
        const answer = await fetch(url, {
          method: "POST",
          redirect: "manual",
          headers: { "content-type": "application/json", ...headers },
          body,
          signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
        });
        await answer.arrayBuffer();
        return `          → ${answer.status} from ${url} in ${Math.round(performance.now() - startedMs)} ms`;
      } catch (error) {
        const { message, cause } = error as Error;
        return `          → ${url} did not answer: ${cause instanceof Error ? cause.message : message}`;
      }
    },
  };
}

function webAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OperatorError(
      `--forward-to ${text} is not an http or https address; write it like http://localhost:4242/hook`,
    );
  return url.href;
}
