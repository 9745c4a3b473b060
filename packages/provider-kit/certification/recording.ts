import type { ProviderName } from "../provider.ts";
import type { Step } from "./certify-provider.ts";
import { OutboundError, type Outbound, type OutboundRequest } from "../outbound.ts";

/** Without secrets and personal data, so that it can be read, stored in a repository and replayed. */
export type Exchange = {
  method: string;
  /** The part of the address after the host. */
  path: string;
  request: string;
  /** Null when no answer came; `failure` then says why. */
  status: number | null;
  response: string;
  failure?: string;
};

/** The result of a certification. `source`: where it was made, if not at the provider's own sandbox. */
export type Recording = {
  provider: ProviderName;
  source?: "fixture server";
  started_at: string;
  /** Who ran it, and with which version of the kit. */
  by?: string;
  kit: string;
  settings: Readonly<Record<string, unknown>>;
  steps: readonly Step[];
  exchanges: readonly Exchange[];
};

const REMOVED = "[removed]";
const SECRET_FIELD =
  /("(?:[a-z_]*(?:token|secret|password|credential|cvc|cvv|api_?key)|client|number|card_number)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const SECRET_PARAMETER =
  /((?:^|&)[a-z_%0-9[\]]*(?:cvc|number|exp_month|exp_year|token|secret|password)[a-z_%0-9[\]]*=)[^&]*/gi;
const CARD_NUMBER = /(?<!\d)\d{13,19}(?!\d)/g;

/** Headers are not kept at all: they contain keys and signatures. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets)
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString("base64"),
    ])
      clean = clean.replaceAll(form, REMOVED);
  clean = clean.replace(SECRET_FIELD, `$1"${REMOVED}"`);
  return /^[[{"]/.test(clean.trimStart())
    ? clean
    : clean.replace(SECRET_PARAMETER, `$1${REMOVED}`).replace(CARD_NUMBER, REMOVED);
}

export function recordingOutbound(outbound: Outbound, secrets: readonly string[], exchanges: Exchange[]): Outbound {
  const clean = (text: string): string => withoutSecrets(text, secrets);
  return {
    ...outbound,
    async request(request) {
      const { method, body = "" } = request;
      const asked = { method, path: clean(pathOf(request)), request: clean(String(body)) };
      try {
        const response = await outbound.request(request);
        exchanges.push({ ...asked, status: response.statusCode, response: clean(response.body.toString("utf8")) });
        return response;
      } catch (error) {
        if (error instanceof OutboundError)
          exchanges.push({ ...asked, status: null, response: "", failure: error.message });
        throw error;
      }
    },
  };
}

export function pathOf({ url }: OutboundRequest): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
