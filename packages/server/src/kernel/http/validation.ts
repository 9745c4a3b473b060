import type { FastifySchemaCompiler } from "fastify";
import Format from "typebox/format";
import { Settings } from "typebox/system";
import { Compile, type Validator } from "typebox/compile";
import { IsOptional, type TSchema } from "typebox";
import { isCountry } from "@corridor/base/countries.ts";
import { scaleOf } from "@corridor/base/currencies.ts";
import { cardDataIn, namedFieldsOf } from "./card-data.ts";
import { ApiError, type ErrorDetail } from "./errors.ts";
import { isLongNumber, longNumbersAsText, MAX_EXACT_DIGITS, roundLongNumber } from "./long-numbers.ts";

/** Nothing is coerced or removed. Faults are collected after a failed check, up to a limit, which ajv has not. */
export const MAX_ERROR_DETAILS = 32;
Settings.Set({ maxErrors: MAX_ERROR_DETAILS });

/** No leap seconds and no zone names, which no Date has, nor years out of 1 to 9999, which PostgreSQL cannot read. */
const isMoment = (text: string): boolean => Format.IsDateTime(text) && isWritableYear(new Date(text).getUTCFullYear());
const isDate = (text: string): boolean => Format.IsDate(text) && isWritableYear(Number(text.slice(0, 4)));
const isWritableYear = (year: number): boolean => year >= 1 && year <= 9_999;
Format.Set("date", isDate);
Format.Set("date-time", isMoment);
Format.Set("date-or-date-time", (text) => isDate(text) || isMoment(text));

Format.Set("country-code", isCountry);
Format.Set("currency-code", (code) => scaleOf(code) !== undefined);
Format.Set("name", (text) => !/[\p{Cc}\p{Zl}\p{Zp}]|:\/\//u.test(text));

/** What is only looked up is not stored, and an account number may be searched for. */
const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

type SchemaFault = ReturnType<Validator["Errors"]>[number];

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, method }) => {
  const validator = Compile(schema);
  const readText = httpPart === "querystring" ? queryReader(schema) : undefined;
  const roundable = httpPart === "body" ? anyPrecisionFieldsOf(schema) : [];
  const mayBeAbsent = httpPart === "body" && IsOptional(schema);
  const named = READS.has(method) ? undefined : namedFieldsOf(schema);
  return (value) => {
    if (mayBeAbsent && value == null) return { value };
    if (typeof value === "object" && value !== null) {
      readText?.(value as Record<string, unknown>);
      for (const name of roundable) roundLongNumber(value as Record<string, unknown>, name);
    }
    const cardData = named === undefined ? undefined : cardDataIn(value, named);
    if (cardData !== undefined) return { error: validationError([cardData]) };
    if (validator.Check(value)) {
      const turned = httpPart === "body" ? turnedNameIn(value) : undefined;
      return turned === undefined ? { value: longNumbersAsText(value) } : { error: validationError([turned]) };
    }
    const details = detailsOf(validator.Errors(value), schema, value, httpPart ?? "request");
    return { error: validationError(details) };
  };
};

/** What is wrong with a value that no request brought, in the words of a request's faults. */
export function faultsOf(schema: TSchema): (value: unknown) => ErrorDetail[] {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (value) => {
    const validator = (compiled ??= Compile(schema));
    return validator.Check(value) ? [] : detailsOf(validator.Errors(value), schema, value, "body");
  };
}

/** They turn the direction of what follows: a name would read as another. U+200C and U+200D, which spell words, stay. */
const DIRECTION_CONTROL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const NAME_FIELD = /(?:[nN]ame|title|label|footer)$/;
/** Objects whose field names and values clients choose themselves. */
const OWN_DATA: ReadonlySet<string> = new Set(["metadata", "custom_fields"]);

function turnedNameIn(value: unknown): ErrorDetail | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (typeof field === "string" && NAME_FIELD.test(key) && DIRECTION_CONTROL.test(field))
      return { path: key, message: "must not have characters that turn the direction of text" };
    const found = OWN_DATA.has(key) ? undefined : turnedNameIn(field);
    if (found !== undefined) return { ...found, path: `${key}.${found.path}` };
  }
  return undefined;
}

type MarkedSchema = { "x-any-precision"?: boolean; anyOf?: MarkedSchema[]; properties?: Record<string, MarkedSchema> };

function anyPrecisionFieldsOf(schema: TSchema): string[] {
  const isMarked = (field: MarkedSchema): boolean =>
    field["x-any-precision"] === true || (field.anyOf ?? []).some(isMarked);
  const fields = Object.entries((schema as MarkedSchema).properties ?? {});
  return fields.filter(([, field]) => isMarked(field)).map(([name]) => name);
}

export function validationError(details: readonly ErrorDetail[]): ApiError {
  const first = details[0];
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  const message = first === undefined ? "Invalid request" : `${first.path}: ${first.message}${more}`;
  return new ApiError(400, "VALIDATION_ERROR", message, { details });
}

const INTEGER_TEXT = /^-?\d{1,15}$/;
const NUMBER_TEXT = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Spellings of one parameter, in the contract and by callers: a query that declares one accepts the others. */
const SAME_NAMES = [
  ["date_from", "dateFrom", "from"],
  ["date_to", "dateTo", "to"],
  ["limit", "page_size", "pageSize", "per_page"],
  ["last_evaluated_key", "lastEvaluatedKey", "cursor"],
] as const;

function aliasesOf(declared: ReadonlySet<string>): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const names of SAME_NAMES) {
    const known = names.find((name) => declared.has(name));
    if (known !== undefined) for (const name of names) if (!declared.has(name)) aliases.set(name, known);
  }
  return aliases;
}

type QuerySchema = { properties?: Record<string, { type?: unknown; default?: unknown }> };
const PARSED_TYPES: ReadonlySet<unknown> = new Set(["integer", "number", "boolean"]);

/** Texts of a query become declared numbers and booleans, aliases and defaults are resolved: the only change made. */
function queryReader(schema: TSchema): ((query: Record<string, unknown>) => void) | undefined {
  const properties = Object.entries((schema as QuerySchema).properties ?? {});
  const typed = properties.filter(([, { type, default: given }]) => PARSED_TYPES.has(type) || given !== undefined);
  const aliases = aliasesOf(new Set(properties.map(([name]) => name)));
  if (typed.length === 0 && aliases.size === 0) return undefined;
  return (query) => {
    for (const [alias, name] of aliases) {
      if (query[alias] === undefined || query[name] !== undefined) continue;
      query[name] = query[alias];
      delete query[alias];
    }
    for (const [name, property] of typed) {
      const text = query[name];
      if (text === undefined) {
        if (property.default !== undefined) query[name] = property.default;
      } else if (typeof text !== "string") continue;
      else if (property.type === "integer" && INTEGER_TEXT.test(text)) query[name] = Number(text);
      else if (property.type === "number" && NUMBER_TEXT.test(text)) query[name] = Number(text);
      else if (property.type === "boolean" && (text === "true" || text === "false")) query[name] = text === "true";
    }
  };
}

/** For people: one line per field. Of a union, the faults of the meant alternative; if unclear, one sentence. */
function detailsOf(faults: readonly SchemaFault[], schema: TSchema, value: unknown, root: string): ErrorDetail[] {
  const unions = faults
    .filter((fault) => fault.keyword === "anyOf")
    .map((fault) => ({ fault, node: schemaAt(schema, fault.schemaPath) }));
  const folded = new Set<string>();
  const nullable = new Set<string>();
  /** Maps the path of a union to the path of the alternative that was meant. */
  const meant = new Map<string, string>();
  for (const { fault, node } of unions) {
    const alternatives = (node?.anyOf ?? []) as { type?: unknown }[];
    const others = alternatives.filter((alternative) => alternative.type !== "null");
    if (alternatives.length === 2 && others.length === 1) {
      nullable.add(fault.schemaPath);
      continue;
    }
    folded.add(fault.schemaPath);
    const alternative = meantAlternative(faults, fault, alternatives.length);
    if (alternative !== undefined) meant.set(fault.schemaPath, alternative);
  }
  const details = new Map<string, ErrorDetail>();
  for (const fault of faults) {
    const isNotMeant = (union: string): boolean => {
      const alternative = meant.get(union);
      return alternative === undefined || !isWithin(fault.schemaPath, alternative);
    };
    if ([...folded].some((union) => fault.schemaPath.startsWith(`${union}/anyOf/`) && isNotMeant(union))) continue;
    if ((nullable.has(fault.schemaPath) || meant.has(fault.schemaPath)) && fault.keyword === "anyOf") continue;
    if (
      fault.keyword === "type" &&
      (fault.params as { type?: unknown }).type === "null" &&
      [...nullable].some((union) => fault.schemaPath.startsWith(`${union}/anyOf/`))
    )
      continue;
    for (const detail of detailsOfFault(fault, faults, schema, value, root))
      details.set(`${detail.path} ${detail.message}`, detail);
  }
  return [...details.values()];
}

/** The only alternative whose type and required fields the value has: its faults lie inside these fields. */
function meantAlternative(faults: readonly SchemaFault[], union: SchemaFault, count: number): string | undefined {
  const alternatives = Array.from({ length: count }, (_, index) => `${union.schemaPath}/anyOf/${index}`);
  const likely = alternatives.filter((path) => {
    const own = faults.filter((fault) => isWithin(fault.schemaPath, path));
    return (
      own.length > 0 &&
      !own.some((fault) => fault.schemaPath === path && (fault.keyword === "type" || fault.keyword === "required"))
    );
  });
  return likely.length === 1 ? likely[0] : undefined;
}

/** What the alternative lacks of whose fields the value has the most. */
function missingInNearest(faults: readonly SchemaFault[], union: SchemaFault, node: object | undefined): string {
  const { anyOf = [] } = (node ?? {}) as { anyOf?: { required?: readonly string[] }[] };
  const lacking = anyOf.flatMap(({ required = [] }, index) => {
    const path = `${union.schemaPath}/anyOf/${index}`;
    const fault = faults.find(({ keyword, schemaPath }) => keyword === "required" && schemaPath === path);
    const missing = (fault?.params as { requiredProperties: readonly string[] } | undefined)?.requiredProperties ?? [];
    return missing.length === 0 ? [] : [{ missing, given: required.length - missing.length }];
  });
  const [nearest] = lacking.toSorted((a, b) => b.given - a.given || a.missing.length - b.missing.length);
  return nearest === undefined ? "" : `; the nearest one also needs ${nearest.missing.join(", ")}`;
}

function isWithin(schemaPath: string, ancestor: string): boolean {
  return schemaPath === ancestor || schemaPath.startsWith(`${ancestor}/`);
}

function detailsOfFault(
  fault: SchemaFault,
  faults: readonly SchemaFault[],
  schema: TSchema,
  value: unknown,
  root: string,
): ErrorDetail[] {
  const path = readablePath(fault.instancePath);
  // An unknown field is reported twice: once for the whole object, without its name, and once by itself.
  if (fault.keyword === "additionalProperties") return [];
  if (fault.keyword === "boolean") {
    const what = root === "querystring" ? "filter of this list" : "field of this request";
    return [{ path, message: `is not a ${what}; leave it out` }];
  }
  if (fault.keyword === "required") {
    const missing = (fault.params as { requiredProperties: readonly string[] }).requiredProperties;
    return missing.map((name) => ({ path: path === "" ? name : `${path}.${name}`, message: "is required" }));
  }
  const message =
    wantsNumber(fault) && isLongNumber(nodeAt(value, fault.instancePath))
      ? TOO_MANY_DIGITS
      : messageOf(fault, faults, schemaAt(schema, fault.schemaPath));
  return [{ path: path === "" ? root : path, message }];
}

const TOO_MANY_DIGITS = `must have at most ${MAX_EXACT_DIGITS} significant digits; round it, an amount to its currency's decimals`;

function wantsNumber({ keyword, params }: SchemaFault): boolean {
  return keyword === "type" && ["number", "integer"].includes((params as { type?: unknown }).type as string);
}

function messageOf(
  fault: SchemaFault,
  faults: readonly SchemaFault[],
  node: Record<string, unknown> | undefined,
): string {
  if (fault.keyword === "anyOf") {
    const constants = ((node?.anyOf ?? []) as { const?: string | number | boolean; type?: string }[])
      .filter((alternative) => alternative.type !== "null")
      .map((alternative) => alternative.const);
    return constants.length > 0 && constants.every((constant) => constant !== undefined)
      ? `must be one of ${constants.join(", ")}`
      : `has none of the allowed shapes${missingInNearest(faults, fault, node)}`;
  }
  if (fault.keyword === "enum" && Array.isArray(node?.enum)) return `must be one of ${node.enum.join(", ")}`;
  if (fault.keyword === "boolean") return "is not known here; check how it is spelled";
  if (fault.keyword === "const") return `must be ${JSON.stringify(node?.const)}`;
  if ((fault.keyword === "pattern" || fault.keyword === "format") && typeof node?.["x-pattern-message"] === "string")
    return node["x-pattern-message"];
  if (fault.keyword === "format") return `must be a valid ${String(node?.format)}`;
  return fault.message;
}

function readablePath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

function schemaAt(schema: TSchema, pointer: string): Record<string, unknown> | undefined {
  const node = nodeAt(schema, pointer);
  return typeof node === "object" && node !== null ? (node as Record<string, unknown>) : undefined;
}

function nodeAt(root: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (node, part) =>
        typeof node === "object" && node !== null
          ? (node as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")]
          : undefined,
      root,
    );
}
