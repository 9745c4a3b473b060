type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;
type InSnakeCase<T, F extends keyof T & string> = { [K in F as Snake<K>]: T[K] };

/** These fields, or all, under the names of the wire and of the database: `orgId` becomes `org_id`. */
export function inSnakeCase<T extends object, F extends keyof T & string = keyof T & string>(
  value: T,
  ...fields: readonly F[]
): InSnakeCase<T, F> {
  const names = fields.length === 0 ? (Object.keys(value) as F[]) : fields;
  return Object.fromEntries(names.map((name) => [snakeCase(name), value[name]])) as InSnakeCase<T, F>;
}

/** The values of these fields in this order, for the places of a statement. */
export function valuesOf<T, const F extends readonly (keyof T)[]>(value: T, ...fields: F) {
  return fields.map((name) => value[name]) as { -readonly [I in keyof F]: T[F[I]] };
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same text for equal values: the database returns the fields of an object in its own order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

type Present<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** The fields that are not null. */
export function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as Present<T>;
}
