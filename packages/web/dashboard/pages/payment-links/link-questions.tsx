import { Button, Checkbox, Fieldset, Group, Stack, TextInput } from "@mantine/core";
import type { PaymentLink } from "./payment-link.ts";

type CustomField = NonNullable<PaymentLink["custom_fields"]>[number];
/** The form's version of a question: the choices are one text. */
export type Question = { key: string; label: string; required: boolean; options: string };

const MAX_QUESTIONS = 5;

export function questionsOf(fields: readonly CustomField[]): Question[] {
  return fields.map(({ key, label, required = false, options = [] }) => ({
    key,
    label,
    required,
    options: options.join(", "),
  }));
}

/** A question without text is left out. */
export function fieldsOf(questions: readonly Question[]): CustomField[] {
  return questions
    .filter(({ label }) => label.trim() !== "")
    .map(({ key, label, required, options }) => ({
      key,
      label: label.trim(),
      required,
      options: [...new Set(options.split(",").map((option) => option.trim()))].filter((option) => option !== ""),
    }));
}

/**
 * The first key that no question has. Answers are stored under it, so that a question keeps its key when its words
 * change.
 */
function freeKey(questions: readonly Question[]): string {
  for (let number = 1; ; number++)
    if (!questions.some(({ key }) => key === `field_${number}`)) return `field_${number}`;
}

export function LinkQuestions({
  questions,
  onChange,
}: {
  questions: readonly Question[];
  onChange: (questions: Question[]) => void;
}) {
  const change = (index: number, changed: Partial<Question>) =>
    onChange(questions.map((one, at) => (at === index ? { ...one, ...changed } : one)));
  return (
    <Fieldset legend="What you ask the payer">
      <Stack gap="sm">
        {questions.map((question, index) => (
          <Group key={question.key} align="flex-end" gap="sm">
            <TextInput
              flex="1 1 10rem"
              label={`Question ${index + 1}`}
              maxLength={80}
              value={question.label}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <TextInput
              flex="1 1 10rem"
              label="Choices"
              placeholder="S, M, L, or empty for free text"
              aria-label={`Choices of question ${index + 1}`}
              value={question.options}
              onChange={(event) => change(index, { options: event.currentTarget.value })}
            />
            <Checkbox
              mb={8}
              label="Required"
              aria-label={`Question ${index + 1} is required`}
              checked={question.required}
              onChange={(event) => change(index, { required: event.currentTarget.checked })}
            />
            <Button
              variant="default"
              onClick={() => onChange(questions.filter((_, at) => at !== index))}
              aria-label={`Remove question ${index + 1}`}
            >
              Remove
            </Button>
          </Group>
        ))}
        {questions.length < MAX_QUESTIONS && (
          <Button
            variant="default"
            style={{ alignSelf: "flex-start" }}
            onClick={() =>
              onChange([...questions, { key: freeKey(questions), label: "", required: false, options: "" }])
            }
          >
            Add a question
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
