type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;
type InSnakeCase<T> = { [K in keyof T & string as Snake<K>]: T[K] };

/** The same fields under the names of the wire and of the database: `orgId` becomes `org_id`. */
export function inSnakeCase<T extends object>(value: T): InSnakeCase<T> {
  const renamed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [renamed(name), one])) as InSnakeCase<T>;
}

type Present<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** The fields that are not null. */
export function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as Present<T>;
}
