import type { NumberForm } from "./json.ts";
import { type Methods, methodsOf } from "./methods.ts";
import { type Resources, type ResourcesAsText, resourcesOf } from "./resources.ts";
import { createSend, type Send, type SendOptions } from "./send.ts";

export type ClientOptions<N extends NumberForm = NumberForm> = SendOptions & { readonly numbers?: N };

/** The API by path (`corridor.get("/fees")`), and the most common calls by name (`corridor.payments.get(id)`). */
export type Client<N extends NumberForm = "number"> = Methods<N> & (N extends "text" ? ResourcesAsText : Resources);

export function createClient<N extends NumberForm = "number">(options: ClientOptions<N>): Client<N> {
  return clientOf(createSend(options));
}

/** A client whose calls go through `send`: somebody who needs to see each of them wraps the one of `createSend`. */
export function clientOf<N extends NumberForm = "number">(send: Send): Client<N> {
  const methods = methodsOf(send);
  return { ...methods, ...resourcesOf(methods) } as unknown as Client<N>;
}
