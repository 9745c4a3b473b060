import pg from "pg";

/** For our own sessions only. By default arrays of numeric would become floats, and a date local midnight. */
type ParseText = (text: string) => unknown;

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ_ARRAY = 1185;
const TEXT_ARRAY = 1009;

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as number as typeof builtins.TEXT, "text") as (
  text: string,
) => (string | null)[];

const parsers = new Map<number, ParseText>([
  [builtins.INT8, parseInteger],
  [INT8_ARRAY, arrayOf(parseInteger)],
  [builtins.NUMERIC, asText],
  [NUMERIC_ARRAY, parseTextArray],
  [builtins.DATE, asText],
  [DATE_ARRAY, parseTextArray],
  [builtins.TIMESTAMPTZ, parseInstant],
  [TIMESTAMPTZ_ARRAY, arrayOf(parseInstant)],
]);

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

function asText(text: string): string {
  return text;
}

function arrayOf(parse: ParseText): ParseText {
  return (text) => parseTextArray(text).map((element) => (element === null ? null : parse(element)));
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers that a number holds exactly`);
  return value;
}

/** Sessions run in UTC: `2026-01-05 09:00:00.123456+00`; microseconds are cut to the millisecond. */
function parseInstant(text: string): Date {
  const instant = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  if (Number.isNaN(instant.getTime()) || !text.endsWith("+00"))
    throw new RangeError(`${text} is no instant that a Date holds`);
  return instant;
}
