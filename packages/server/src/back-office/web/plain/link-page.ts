import type { CheckoutLink, Method } from "@corridor/shared/checkout/api.ts";
import type { Phrase } from "@corridor/shared/languages/en.ts";
import type { Speech } from "@corridor/shared/languages/speech.ts";
import { customName, type FormProblems, type FormValues } from "@corridor/shared/checkout/payment-form-rules.ts";
import { html, type Markup } from "./html.ts";
import type { PlainPage } from "./page.ts";

/** A link's form without scripts. Method and country reload the page; everything else is one form. */
export type LinkForm = {
  link: CheckoutLink;
  values: FormValues;
  problems: FormProblems;
  failure: string | null;
  /** Identifies one filled form, so that pressing twice pays once. */
  formKey: string;
};

export function closedLinkPage({ say }: Speech, link: CheckoutLink): PlainPage {
  const paid = link.status === "paid";
  const title = say(paid ? "linkPaid" : link.status === "expired" ? "linkExpired" : "linkDisabled");
  return {
    title,
    test: link.test,
    organization: link.organization,
    body: html`<h1 class="heading">${title}</h1>
      <p class="text">${paid ? say("linkPaidText") : say("linkGoneText", { name: link.organization.name })}</p>`,
  };
}

export function linkFormPage(speech: Speech, form: LinkForm): PlainPage {
  const { say, money, price, time, country: countryName, language } = speech;
  const { link, values } = form;
  const country = link.countries.find((entry) => entry.country === values.country);
  const title = say("payTo", { name: link.organization.name });
  const converted = link.payer_currency !== link.currency && link.amount !== null && link.payer_amount !== null;
  const body = html`<div class="summary">
      <h1 class="heading">${title}</h1>
      ${link.description !== null && html`<p class="text">${link.description}</p>`}
      ${link.amount_type === "fixed" && link.payer_amount !== null && html`<p class="amount">${money(link.payer_amount, link.payer_currency)}</p>`}
      ${converted && html`<p class="hint">${say("youPayInstead", { amount: money(link.payer_amount!, link.payer_currency), original: money(link.amount!, link.currency) })}</p>`}
      ${link.quote !== null && html`<p class="hint">${say("rateHolds", { price: price(link.quote.rate, link.payer_currency, link.currency), time: time(link.quote.expires_at) })}</p>`}
    </div>
    ${
      (link.countries.length > 1 || link.max_quantity > 1) &&
      html`<form method="get">
        <input type="hidden" name="locale" value="${language}" />
        <input type="hidden" name="method" value="${values.method}" />
        ${link.max_quantity > 1 && select(say("quantity"), "quantity", quantitiesOf(link), String(link.quantity))}
        ${select(
          say("country"),
          "country",
          link.countries.map((entry) => [entry.country, countryName(entry.country)]),
          values.country,
        )}
        <button class="quiet wide">${say("continue")}</button>
      </form>`
    }
    ${country === undefined ? html`<p class="problem">${say("noMethods")}</p>` : payment(speech, form, country)}`;
  return { title, test: link.test, organization: link.organization, body };
}

function payment(speech: Speech, form: LinkForm, country: CheckoutLink["countries"][number]): Markup {
  const { say, money, language } = speech;
  const { link, values, problems } = form;
  const problem = (field: keyof FormProblems): string | undefined =>
    problems[field] === undefined ? undefined : say(problems[field]);
  const choice = (method: Method): Markup =>
    method === values.method
      ? html`<li class="method" aria-current="true"><strong>${say(method)}</strong></li>`
      : html`<li class="method">
          <a href="?locale=${language}&amp;country=${values.country}&amp;quantity=${link.quantity}&amp;method=${method}"
            >${say(method)}</a
          >
        </li>`;
  return html`<nav aria-label="${say("howToPay")}">
      <ul class="methods">
        ${country.methods.map(choice)}
      </ul>
    </nav>
    <form method="post" action="?locale=${language}">
      ${form.failure !== null && html`<p class="problem" role="alert">${form.failure}</p>`}
      <input type="hidden" name="form_key" value="${form.formKey}" />
      <input type="hidden" name="country" value="${values.country}" />
      <input type="hidden" name="method" value="${values.method}" />
      <input type="hidden" name="quantity" value="${link.quantity}" />
      <input type="hidden" name="shown_amount" value="${link.payer_amount ?? ""}" />
      <input type="hidden" name="quote_id" value="${link.quote?.quote_id ?? ""}" />
      ${
        link.amount_type === "open" &&
        field({
          label: `${say("amount")} (${link.payer_currency})`,
          name: "amount",
          value: values.amount,
          problem: problem("amount"),
          inputMode: "decimal",
        })
      }
      ${field({ label: say(values.method === "card" ? "cardHolder" : "yourName"), name: "name", value: values.name, problem: problem("name"), autocomplete: values.method === "card" ? "cc-name" : "name" })}
      ${field({ label: say("email"), name: "email", type: "email", value: values.email, problem: problem("email"), autocomplete: "email", optional: values.method === "mobile_money" })}
      ${link.custom_fields.map((asked) => customField(speech, asked, form))}
      ${methodFields(speech, form, country, problem)}
      <button class="button">
        ${link.amount_type === "open" || link.payer_amount === null ? say("pay") : say("payAmount", { amount: money(link.payer_amount, link.payer_currency) })}
      </button>
    </form>`;
}

function quantitiesOf({ max_quantity: max }: CheckoutLink): [string, string][] {
  return Array.from({ length: max }, (_, index) => [String(index + 1), String(index + 1)]);
}

function customField(
  { say }: Speech,
  { key, label, required = false, options = [] }: CheckoutLink["custom_fields"][number],
  { values, problems }: LinkForm,
): Markup {
  const name = customName(key);
  const shown = required ? label : `${label} (${say("optional")})`;
  const value = values.custom[key] ?? "";
  const problem = problems[name] && say(problems[name]);
  if (options.length === 0) return field({ label: shown, name, value, problem, optional: !required });
  const choices = [["", say("choose")], ...options.map((option) => [option, option] as const)] as const;
  return select(shown, name, choices, value, problem);
}

function methodFields(
  { say }: Speech,
  { values, problems }: LinkForm,
  country: CheckoutLink["countries"][number],
  problem: (field: keyof FormProblems) => string | undefined,
): Markup {
  if (values.method === "bank_transfer") return html`<p class="text">${say("bankExplained")}</p>`;
  if (values.method === "mobile_money") {
    const networks = country.networks.map(({ name }) => [name, name] as const);
    return html`${select(say("network"), "network", [["", say("chooseNetwork")], ...networks], values.network, problems.network && say(problems.network))}
    ${field({ label: say("phone"), name: "phone", type: "tel", value: values.phone, problem: problem("phone"), autocomplete: "tel", inputMode: "tel" })}`;
  }
  // Card data is never sent back in a page, not even to the person who typed it.
  const card = (label: Phrase, name: string, autocomplete: string, found: string | undefined) =>
    field({ label: say(label), name, value: "", problem: found, autocomplete, inputMode: "numeric" });
  return html`${card("cardNumber", "cardNumber", "cc-number", problem("cardNumber"))}
    <div class="pair">
      ${card("expiry", "expiry", "cc-exp", problem("expiry"))} ${card("cvv", "cvv", "cc-csc", problem("cvv"))}
    </div>`;
}

type Field = { label: string; name: string; value: string; problem: string | undefined } & {
  [attribute in "type" | "autocomplete" | "inputMode"]?: string;
} & { optional?: boolean };

export function field({ label, name, value, problem, ...rest }: Field): Markup {
  const { type = "text", autocomplete = "off", inputMode = "", optional = false } = rest;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${inputMode !== "" && html`inputmode="${inputMode}"`}
      ${(inputMode !== "" || type === "email") && html`dir="ltr"`}
      ${!optional && html`required`}
      ${problem !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem"`}
    />
    ${problem !== undefined && html`<p class="field-problem" id="${name}-problem">${problem}</p>`}
  </div>`;
}

type Options = readonly (readonly [value: string, label: string])[];

function select(label: string, name: string, options: Options, chosen: string, problem?: string): Markup {
  const id = `choose-${name}`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select
      id="${id}"
      name="${name}"
      ${problem !== undefined && html`aria-invalid="true" aria-describedby="${id}-problem"`}
    >
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`)}
    </select>
    ${problem !== undefined && html`<p class="field-problem" id="${id}-problem">${problem}</p>`}
  </div>`;
}
