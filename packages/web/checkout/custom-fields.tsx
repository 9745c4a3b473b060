import type { CheckoutLink } from "@corridor/shared/checkout/api.ts";
import { Field, SelectField } from "./field.tsx";
import { useSpeech } from "./language.tsx";
import { customName, type FormProblems, type FormValues } from "@corridor/shared/checkout/payment-form-rules.ts";

const MAX_ANSWER = 200;

type Props = {
  fields: CheckoutLink["custom_fields"];
  values: FormValues["custom"];
  problems: FormProblems;
  onChange: (values: FormValues["custom"]) => void;
};

/** The merchant's own questions beside the payment. */
export function CustomFields({ fields, values, problems, onChange }: Props) {
  const { say } = useSpeech();
  return fields.map(({ key, label, required = false, options = [] }) => {
    const problem = problems[customName(key)];
    const shared = {
      label: required ? label : `${label} (${say("optional")})`,
      required,
      value: values[key] ?? "",
      problem: problem && say(problem),
      onChange: (event: { target: { value: string } }) => onChange({ ...values, [key]: event.target.value }),
    };
    if (options.length === 0) return <Field {...shared} key={key} maxLength={MAX_ANSWER} autoComplete="off" />;
    return (
      <SelectField {...shared} key={key}>
        <option value="">{say("choose")}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </SelectField>
    );
  });
}
