import type { NumberForm } from "./json.ts";
import { type Methods, methodsOf } from "./methods.ts";
import { type Resources, type ResourcesAsText, resourcesOf } from "./resources.ts";
import { createSend, type Credential, type Limits } from "./send.ts";

export type ClientOptions<N extends NumberForm = NumberForm> = Credential &
  Limits & {
    /** Address of the API with its version: `https://payments.example.com/v1`. */
    readonly baseUrl: string;
    /** `text` returns every number of an answer as the text that was sent: `"1500.00"`. */
    readonly numbers?: N;
  };

/** The API by path (`corridor.get("/fees")`), and the most common calls by name (`corridor.payments.get(id)`). */
export type Client<N extends NumberForm = "number"> = Methods<N> & (N extends "text" ? ResourcesAsText : Resources);

export function createClient<N extends NumberForm = "number">(options: ClientOptions<N>): Client<N> {
  const methods = methodsOf(createSend({ ...options, numbers: options.numbers ?? "number" }));
  return { ...methods, ...resourcesOf(methods) } as unknown as Client<N>;
}
