type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type InSnakeCase<T, Field extends keyof T & string> = { [F in Field as SnakeCase<F>]: T[F] };

/** These fields of a record, in this order, as the API names them: `createdAt` as `created_at`. */
export function inSnakeCase<T extends object, Field extends keyof T & string>(
  record: T,
  ...fields: readonly Field[]
): InSnakeCase<T, Field> {
  const nameOf = (field: Field): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(fields.map((field) => [nameOf(field), record[field]])) as InSnakeCase<T, Field>;
}
