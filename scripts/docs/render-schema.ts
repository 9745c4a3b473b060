import { escaped } from "./svg.ts";

/** A JSON Schema of the document as nested lists. References are followed to a limited depth. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
};
export type SchemaSource = { components: { schemas?: Record<string, Schema> } };

const MAX_DEPTH = 4;
const MAX_SHOWN_VALUES = 24;

export function describeSchema(
  schema: Schema,
  source: SchemaSource,
  form: "block" | "inline" = "block",
  depth = 0,
): string {
  const whole = resolve(schema, source);
  const type = `<span class="type">${escaped(typeOf(whole, source))}</span>`;
  if (form === "inline" || depth >= MAX_DEPTH) return type;
  const inner = innerOf(whole, source);
  if (inner === null) return type;
  const required = new Set(inner.required ?? []);
  const lines = Object.entries(inner.properties ?? {}).map(([name, property]) => {
    const shown = resolve(property, source);
    const note = property.description ?? shown.description;
    const nested =
      innerOf(shown, source) === null
        ? ""
        : `<details${depth === 0 ? "" : ""}><summary>fields</summary>${describeSchema(shown, source, "block", depth + 1)}</details>`;
    return (
      `<li><code>${escaped(name)}</code> <span ` +
      `class="type">${escaped(typeOf(shown, source))}</span>${required.has(name) ? ' <span class="required">required</span>' : ""}${note === undefined ? "" : `<p>${escaped(note)}</p>`}${depth + 1 >= MAX_DEPTH ? "" : nested}</li>`
    );
  });
  return `<ul class="fields">${lines.join("")}</ul>`;
}

function resolve(schema: Schema, source: SchemaSource): Schema {
  if (schema.$ref !== undefined)
    return resolve(source.components.schemas?.[schema.$ref.split("/").at(-1)!] ?? {}, source);
  if (schema.allOf?.length === 1)
    return {
      ...resolve(schema.allOf[0]!, source),
      ...(schema.description === undefined ? {} : { description: schema.description }),
    };
  return schema;
}

/**
 * The object whose fields are worth a list: the schema itself, the items of an array, or the one alternative to null.
 */
function innerOf(schema: Schema, source: SchemaSource): Schema | null {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return innerOf(resolve(schema.items, source), source);
  const choices = (schema.anyOf ?? schema.oneOf ?? [])
    .map((one) => resolve(one, source))
    .filter((one) => one.type !== "null");
  return choices.length === 1 ? innerOf(choices[0]!, source) : null;
}

function typeOf(schema: Schema, source: SchemaSource): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    const values = schema.enum
      .slice(0, MAX_SHOWN_VALUES)
      .map((value) => JSON.stringify(value))
      .join(" | ");
    return schema.enum.length > MAX_SHOWN_VALUES ? `${values} | …` : values;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((one) => typeOf(resolve(one, source), source)))].join(" | ");
  if (schema.items !== undefined) return `list of ${typeOf(resolve(schema.items, source), source)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return [type, schema.format, limitsOf(schema)].filter((part) => part !== undefined && part !== "").join(", ");
}

function limitsOf({ minimum, maximum, minLength, maxLength, default: standard }: Schema): string {
  const range = minimum !== undefined || maximum !== undefined ? `${minimum ?? ""} to ${maximum ?? ""}`.trim() : "";
  const length = maxLength !== undefined ? `${minLength ?? 0} to ${maxLength} characters` : "";
  return [range, length, standard === undefined ? "" : `default ${JSON.stringify(standard)}`]
    .filter((part) => part !== "")
    .join(", ");
}
