import { invalidField } from "#src/kernel/http/errors.ts";

/** A question of the merchant's own, which the payer answers on the page. */
export type CustomField = {
  readonly key: string;
  readonly label: string;
  readonly required: boolean;
  /** The allowed answers; empty for free text. */
  readonly options: string[];
};
export type CustomFieldInput = { key: string; label: string; required?: boolean; options?: string[] };
export type Answers = Readonly<Record<string, string>>;

export const MAX_CUSTOM_FIELDS = 5;
export const MAX_OPTIONS = 20;
export const MAX_LABEL = 80;
export const MAX_ANSWER = 200;

export function readCustomFields(given: readonly CustomFieldInput[]): CustomField[] {
  const keys = new Set<string>();
  return given.map(({ key, label, required = false, options = [] }, index) => {
    const path = `custom_fields.${index}`;
    if (keys.has(key))
      throw invalidField(`${path}.key`, `${key} is another field's key already; give each field a key of its own`);
    keys.add(key);
    if (label.trim() === "") throw invalidField(`${path}.label`, "must be the question to the payer");
    if (options.some((option) => option.trim() === ""))
      throw invalidField(`${path}.options`, "must not contain an empty choice");
    if (new Set(options).size < options.length)
      throw invalidField(`${path}.options`, "must not contain the same choice twice");
    return { key, label: label.trim(), required, options };
  });
}

/** The payer's answers to the link's questions; an empty answer is left out. */
export function readAnswers(fields: readonly CustomField[], given: Answers): Answers {
  const unknown = Object.keys(given).find((key) => !fields.some((field) => field.key === key));
  if (unknown !== undefined)
    throw invalidField(`custom_fields.${unknown}`, "is not a field of this link; read the link again");
  const answers = fields.flatMap(({ key, required, options }): [string, string][] => {
    const path = `custom_fields.${key}`;
    const answer = Object.hasOwn(given, key) ? given[key]!.trim() : "";
    if (answer === "" && required) throw invalidField(path, "is required");
    if (answer !== "" && options.length > 0 && !options.includes(answer))
      throw invalidField(path, `must be one of ${options.join(", ")}`);
    return answer === "" ? [] : [[key, answer]];
  });
  return Object.fromEntries(answers);
}
