import { isRefusal } from "@corridor/shared/refusal.ts";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type CheckoutLink,
  type CheckoutPayment,
  CheckoutFailure,
  type Method,
  payLink,
} from "@corridor/shared/checkout/api.ts";
import { challengeAddress, challengeToken, hasChallenge } from "./challenge.ts";
import { CustomFields } from "./custom-fields.tsx";
import { Field, SelectField } from "./field.tsx";
import { failureText } from "@corridor/shared/checkout/failure-text.ts";
import { useSpeech } from "./language.tsx";
import { MethodFields } from "./method-fields.tsx";
import { withDevice } from "./device.ts";
import { MethodIcon } from "./mark.tsx";
import {
  amountOf,
  chosenWay,
  type FormProblems,
  emptyValues,
  type FormValues,
  problemsOf,
  problemsOfRefusal,
  requestOf,
} from "@corridor/shared/checkout/payment-form-rules.ts";
import { openOtherPage } from "./redirect.ts";
import { lastUsedFirst, rememberedForm, rememberForm } from "./remembered.ts";
import { Spinner } from "./sheet.tsx";

/**
 * The quoted rate has expired or the link's amount was changed: it is read again, and the new price is shown before
 * anything is paid.
 */
const PRICE_CODES = new Set(["RATE_MISMATCH", "RATE_NOT_FOUND", "AMOUNT_MISMATCH"]);

/**
 * The first values of the form: from the page's address, otherwise from this tab's earlier input, otherwise the
 * likeliest ones.
 */
function firstValues(link: CheckoutLink): FormValues {
  const wanted = Object.fromEntries(new URLSearchParams(window.location.search));
  const kept = rememberedForm(link.link_ref);
  const ordered = {
    ...link,
    countries: link.countries.map((entry) => ({ ...entry, methods: lastUsedFirst(entry.methods) })),
  };
  return { ...emptyValues(link), ...kept, ...chosenWay(ordered, { country: kept.country, ...wanted }) };
}

type Props = {
  link: CheckoutLink;
  onPaid: (payment: CheckoutPayment) => void;
  onPriceChanged: () => void;
  /** Reads the price for this quantity. */
  onQuantity: (quantity: number) => Promise<void>;
};

/**
 * Everything the payer fills in. Card data lives in this component's state alone and is gone once the payment is made.
 */
export function PaymentForm({ link, onPaid, onPriceChanged, onQuantity }: Props) {
  const speech = useSpeech();
  const { say, money, country: countryName, language } = speech;
  const amountIsOpen = link.amount_type === "open";
  const [values, setValues] = useState<FormValues>(() => firstValues(link));
  const [problems, setProblems] = useState<FormProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [mustProve, setMustProve] = useState(false);
  const [paying, setPaying] = useState(false);
  const attemptKey = useRef(crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);
  const countries = useMemo(
    () =>
      link.countries
        .map(({ country: code }) => ({ code, label: countryName(code) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, language)),
    [link.countries, language],
  );
  const country = link.countries.find((entry) => entry.country === values.country);
  const methods = lastUsedFirst(country?.methods ?? []);

  const change = (changed: Partial<FormValues>) => {
    // A changed form is another attempt: the same key with other contents would be refused.
    attemptKey.current = crypto.randomUUID();
    setValues((before) => ({ ...before, ...changed }));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field.split(".", 1)[0]! in changed))),
    );
  };

  const changeCountry = (code: string) => {
    const next = link.countries.find((entry) => entry.country === code);
    change({
      country: code,
      network: "",
      method: next?.methods.includes(values.method) === true ? values.method : (next?.methods[0] ?? values.method),
    });
  };

  const changeQuantity = async (quantity: number): Promise<void> => {
    if (paying) return;
    setPaying(true); // Nothing is paid before its price is shown.
    setFailure(null);
    attemptKey.current = crypto.randomUUID();
    await onQuantity(quantity).catch((error: CheckoutFailure) => setFailure(failureText(speech, error)));
    setPaying(false);
  };

  /**
   * Shows the problems of the form, moves the focus to the first invalid field, and returns whether there are any
   * problems.
   */
  const showProblems = (found: FormProblems): boolean => {
    flushSync(() => setProblems(found)); // The next frame may come before React marks the field.
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    return Object.keys(found).length > 0;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (paying) return;
    setFailure(null);
    if (showProblems(problemsOf(values, link, language, new Date()))) return;
    setPaying(true);
    rememberForm(link.link_ref, values);
    try {
      const request = withDevice(requestOf(values, link, language));
      if (values.method === "card" && challengeToken !== null) request.challenge_token = challengeToken;
      const payment = await payLink(link.link_ref, request, attemptKey.current);
      setValues((before) => ({ ...before, cardNumber: "", cvv: "", expiry: "" }));
      onPaid(payment);
      if (payment.next_action === "redirect" && payment.redirect_url !== null) openOtherPage(payment.redirect_url);
    } catch (error) {
      const checkoutFailure = error instanceof CheckoutFailure ? error : new CheckoutFailure(-1, "", "");
      if (isRefusal(checkoutFailure.status, checkoutFailure.code)) attemptKey.current = crypto.randomUUID();
      setMustProve(hasChallenge && checkoutFailure.code === "CHALLENGE_REQUIRED");
      if (PRICE_CODES.has(checkoutFailure.code)) onPriceChanged();
      if (!showProblems(problemsOfRefusal(checkoutFailure.fields, link)))
        setFailure(failureText(speech, checkoutFailure));
      setPaying(false);
    }
  };

  if (link.countries.length === 0) return <p className="problem">{say("noMethods")}</p>;
  const openAmount = amountOf(values.amount, link.payer_currency, language);
  const total = amountIsOpen ? openAmount : link.payer_amount;
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {amountIsOpen && (
        <Field
          label={`${say("amount")} (${link.payer_currency})`}
          inputMode="decimal"
          autoComplete="transaction-amount"
          required
          value={values.amount}
          onChange={(event) => change({ amount: event.target.value })}
          problem={problems.amount && say(problems.amount)}
        />
      )}
      {link.max_quantity > 1 && (
        <SelectField
          label={say("quantity")}
          value={link.quantity}
          onChange={(event) => void changeQuantity(Number(event.target.value))}
        >
          {Array.from({ length: link.max_quantity }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </SelectField>
      )}
      {countries.length > 1 && (
        <SelectField
          label={say("country")}
          autoComplete="country"
          value={values.country}
          onChange={(event) => changeCountry(event.target.value)}
        >
          {countries.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <MethodChoice methods={methods} chosen={values.method} onChoose={(method) => change({ method })} />
      <Field
        label={say(values.method === "card" ? "cardHolder" : "yourName")}
        autoComplete={values.method === "card" ? "cc-name" : "name"}
        required
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
        problem={problems.name && say(problems.name)}
      />
      <Field
        label={say("email")}
        dir="ltr"
        type="email"
        autoComplete="email"
        hint={say("emailHint")}
        value={values.email}
        onChange={(event) => change({ email: event.target.value })}
        problem={problems.email && say(problems.email)}
      />
      <CustomFields
        fields={link.custom_fields}
        values={values.custom}
        problems={problems}
        onChange={(custom) => change({ custom })}
      />
      <MethodFields values={values} problems={problems} networks={country?.networks ?? []} change={change} />
      {failure !== null && (
        <>
          <p className="problem" role="alert">
            {mustProve ? say("personCheck") : failure}
          </p>
          {mustProve && (
            <a className="quiet wide" href={challengeAddress()}>
              {say("continue")}
            </a>
          )}
          <OtherMethods
            methods={methods.filter((method) => method !== values.method)}
            onChoose={(method) => change({ method })}
          />
        </>
      )}
      <button type="submit" className="button" aria-disabled={paying} data-busy={paying || undefined}>
        {paying ? (
          <>
            <Spinner /> {say("working")}
          </>
        ) : total === null ? (
          say("pay")
        ) : (
          say("payAmount", { amount: money(total, link.payer_currency) })
        )}
      </button>
      {link.test && <TestNumbers />}
    </form>
  );
}

function MethodChoice({
  methods,
  chosen,
  onChoose,
}: {
  methods: readonly Method[];
  chosen: Method;
  onChoose: (method: Method) => void;
}) {
  const { say } = useSpeech();
  return (
    <fieldset className="methods">
      <legend>{say("howToPay")}</legend>
      {methods.map((method) => (
        <label key={method} className="method">
          <input
            type="radio"
            name="method"
            value={method}
            checked={chosen === method}
            onChange={() => onChoose(method)}
          />
          <MethodIcon method={method} />
          <span>{say(method)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Beside the message that one method did not work: the other methods, one click away. */
function OtherMethods({ methods, onChoose }: { methods: readonly Method[]; onChoose: (method: Method) => void }) {
  const { say } = useSpeech();
  if (methods.length === 0) return null;
  return (
    <p className="text other-methods">
      {say("otherWays")}
      {methods.map((method) => (
        <button key={method} type="button" className="quiet" onClick={() => onChoose(method)}>
          {say(method)}
        </button>
      ))}
    </p>
  );
}

function TestNumbers() {
  const { say } = useSpeech();
  return (
    <details className="test-numbers">
      <summary>{say("testNumbers")}</summary>
      <ul>
        {(
          [
            "testOtp",
            "testRefused",
            "testFallback",
            "testFails",
            "testDeclined",
            "testNoReaction",
            "testFunds",
            "testRedirect",
          ] as const
        ).map((phrase) => (
          <li key={phrase}>{say(phrase)}</li>
        ))}
      </ul>
    </details>
  );
}
