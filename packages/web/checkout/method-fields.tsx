import type { Network } from "@corridor/shared/checkout/api.ts";
import { Field, SelectField } from "./field.tsx";
import { useSpeech } from "./language.tsx";
import { brandOf } from "./mark.tsx";
import {
  type FormProblems,
  type FormValues,
  digitsOf,
  groupCardNumber,
  groupExpiry,
} from "@corridor/shared/checkout/payment-form-rules.ts";

type Props = {
  values: FormValues;
  problems: FormProblems;
  networks: readonly Network[];
  change: (changed: Partial<FormValues>) => void;
};

export function MethodFields(props: Props) {
  const { say } = useSpeech();
  if (props.values.method === "mobile_money") return <MobileMoneyFields {...props} />;
  if (props.values.method === "card") return <CardFields {...props} />;
  return <p className="text">{say("bankExplained")}</p>;
}

function MobileMoneyFields({ values, problems, networks, change }: Props) {
  const { say } = useSpeech();
  return (
    <>
      <SelectField
        label={say("network")}
        required
        value={values.network}
        onChange={(event) => change({ network: event.target.value })}
        problem={problems.network && say(problems.network)}
      >
        <option value="">{say("chooseNetwork")}</option>
        {networks.map((network) => (
          <option key={network.code} value={network.name}>
            {network.name}
          </option>
        ))}
      </SelectField>
      <Field
        label={say("phone")}
        dir="ltr"
        mark={values.network === "" ? null : values.network}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        required
        hint={say("phoneHint")}
        value={values.phone}
        onChange={(event) => change({ phone: event.target.value })}
        problem={problems.phone && say(problems.phone)}
      />
    </>
  );
}

function CardFields({ values, problems, change }: Props) {
  const { say } = useSpeech();
  return (
    <>
      <Field
        label={say("cardNumber")}
        dir="ltr"
        mark={brandOf(digitsOf(values.cardNumber))}
        inputMode="numeric"
        autoComplete="cc-number"
        required
        spellCheck={false}
        value={values.cardNumber}
        onChange={(event) => change({ cardNumber: groupCardNumber(event.target.value) })}
        problem={problems.cardNumber && say(problems.cardNumber)}
      />
      <div className="pair">
        <Field
          label={say("expiry")}
          dir="ltr"
          inputMode="numeric"
          autoComplete="cc-exp"
          required
          placeholder={say("expiryPlaceholder")}
          value={values.expiry}
          onChange={(event) => change({ expiry: groupExpiry(event.target.value) })}
          problem={problems.expiry && say(problems.expiry)}
        />
        <Field
          label={say("cvv")}
          dir="ltr"
          inputMode="numeric"
          autoComplete="cc-csc"
          required
          maxLength={4}
          value={values.cvv}
          onChange={(event) => change({ cvv: digitsOf(event.target.value) })}
          problem={problems.cvv && say(problems.cvv)}
        />
      </div>
    </>
  );
}
