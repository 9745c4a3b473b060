import type { UseFormReturnType } from "@mantine/form";

/** Form fields hold text; the API wants null for "not set". */
export function numberOrNull(value: number | string): number | null {
  return value === "" ? null : Number(value);
}

export function textOrNull(value: string): string | null {
  return value.trim() === "" ? null : value.trim();
}

export function textOrUndefined(value: string): string | undefined {
  return value.trim() === "" ? undefined : value.trim();
}

/** The properties of a select: it uses null for "nothing chosen", where the form has an empty text. */
export function choiceProps<Values>(
  form: Pick<UseFormReturnType<Values>, "getInputProps">,
  field: keyof Values & string,
) {
  const { value, onChange, ...others } = form.getInputProps(field);
  return {
    ...others,
    value: value === "" ? null : (value as string),
    onChange: (choice: string | null): void => onChange(choice ?? ""),
  };
}

/** A field of a submitted form, when it is filled in. */
export function fieldOf(form: HTMLFormElement, name: string): string | undefined {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? textOrUndefined(value) : undefined;
}

/** The value of a datetime-local field: local time, without a zone. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * The start of a day ("2026-12-01") in local time. `Date` itself reads it as midnight in UTC, which west of it is the
 * day before.
 */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00`);
}
