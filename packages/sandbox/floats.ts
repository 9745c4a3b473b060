import { scaleOf } from "@corridor/base/currencies.ts";
import { type Answer, invalid, json } from "./exchange.ts";
import { amount, type Fields, oneOf, text } from "./fields.ts";
import { SANDBOX_PROVIDERS, type SandboxProvider } from "./behaviour.ts";

/** Nothing is reported for a currency until it is set, and payments do not change it. In memory only, like faults. */
export class Floats {
  readonly #floats = new Map<SandboxProvider, Map<string, string>>();

  /** An `amount` of 0 is valid: the float is empty. */
  set(fields: Fields): Answer {
    const provider = oneOf(fields, "provider", SANDBOX_PROVIDERS);
    const currency = text(fields, "currency");
    if (scaleOf(currency) === undefined) throw invalid("currency", "must be a currency or asset code");
    const available =
      fields["amount"] === 0 || fields["amount"] === "0" ? "0" : amount(fields, "amount", currency).toDatabase();
    const ofProvider = this.#floats.get(provider) ?? new Map<string, string>();
    this.#floats.set(provider, ofProvider.set(currency, available));
    return json(201, { provider, currency, available });
  }

  show(provider: SandboxProvider): Answer {
    return json(200, {
      balances: [...(this.#floats.get(provider) ?? [])].map(([currency, available]) => ({ currency, available })),
    });
  }
}
