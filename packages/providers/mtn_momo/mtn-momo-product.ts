import type { Clock } from "@corridor/base/clock.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { type AccessToken, createAccessToken } from "@corridor/provider-kit/access-token.ts";
import type { Speaker } from "@corridor/provider-kit/speak.ts";

/** One of MTN's products. Each has its own subscription, API user and tokens. */
export type ProductName = "collection" | "disbursement";
export type ProductKeys = { subscriptionKey: string; apiUser: string; apiKey: string };

/** `id`: the name that we give the new resource, by which it can always be queried. */
export type Creation = { id: string; body: string; callbackUrl?: string };

export type Product = {
  create(resource: string, creation: Creation, signal: AbortSignal): Promise<OutboundResponse>;
  show(resource: string, id: string, signal: AbortSignal): Promise<OutboundResponse>;
  secrets: AccessToken["secrets"];
};

export function createProduct(
  name: ProductName,
  keys: ProductKeys,
  environment: string,
  speaker: Pick<Speaker, "send">,
  clock: Clock,
): Product {
  const subscription = { "ocp-apim-subscription-key": keys.subscriptionKey };
  const basic = Buffer.from(`${keys.apiUser}:${keys.apiKey}`).toString("base64");
  const token = createAccessToken(clock, ({ signal }) =>
    speaker.send({
      method: "POST",
      path: `/${name}/token/`,
      headers: { ...subscription, authorization: `Basic ${basic}` },
      signal,
    }),
  );
  const headersWith = (bearer: string): Record<string, string> => ({
    ...subscription,
    authorization: `Bearer ${bearer}`,
    "x-target-environment": environment,
  });

  return {
    create: (resource, { id, body, callbackUrl }, signal) =>
      token.authorised(signal, (bearer) =>
        speaker.send({
          method: "POST",
          path: `/${name}/v1_0/${resource}`,
          headers: {
            ...headersWith(bearer),
            "content-type": "application/json",
            "x-reference-id": id,
            ...(callbackUrl === undefined ? {} : { "x-callback-url": callbackUrl }),
          },
          body,
          signal,
        }),
      ),
    show: (resource, id, signal) =>
      token.authorised(signal, (bearer) =>
        speaker.send({ method: "GET", path: `/${name}/v1_0/${resource}/${id}`, headers: headersWith(bearer), signal }),
      ),
    secrets: () => [keys.subscriptionKey, keys.apiKey, basic, ...token.secrets()],
  };
}
