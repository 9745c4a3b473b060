import type { FastifyInstance, FastifyRequest } from "fastify";
import { badRequest } from "./errors.ts";
import { toApiError } from "./error-response.ts";
import { keepLongNumbers } from "./long-numbers.ts";

/** JSON only. With `config: { rawBody: true }` the handler checks a signature over the bytes before it parses them. */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  const decoder = new TextDecoder("utf-8", { fatal: true });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (keepsRawBody(request)) return keepRawBody(request, body, done);
    if (body.length === 0) return done(null, undefined);
    if (body.length > SMALL_BODY_BYTES && holdsMoreValuesThan(body, MAX_VALUES))
      return done(badRequest(`The body has more than ${MAX_VALUES} values; split it`));
    let text: string;
    try {
      text = decoder.decode(body);
    } catch {
      return done(badRequest("The body is not valid UTF-8"));
    }
    void parseJson(request, text, (error, value) => {
      const fault = (): string =>
        isJson(text) ? "has a field named __proto__ or constructor.prototype" : "is not valid JSON";
      if (error !== null) return done(badRequest(`The body ${fault()}`));
      const problem = findUnstorable(value, 0);
      if (problem !== undefined) return done(badRequest(problem));
      done(null, keepLongNumbers(text, value));
    });
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (keepsRawBody(request)) return keepRawBody(request, body, done);
    if (body.length === 0) return done(null, undefined);
    done(toApiError({ code: "FST_ERR_CTP_INVALID_MEDIA_TYPE" }));
  });
}

/** The most values in a body: those of a hundred thousand rows with ten fields each. */
const MAX_VALUES = 1_200_000;
/** A smaller body cannot hold enough values to matter, so it is not counted. */
const SMALL_BODY_BYTES = 1_048_576;
const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/** Counted before any value exists: `{},` is three bytes in JSON and sixty in memory. Skips the contents of texts. */
function holdsMoreValuesThan(body: Buffer, limit: number): boolean {
  let values = 0;
  for (let place = 0; place < body.length; place++) {
    const byte = body[place];
    if (byte === QUOTE) place = endOfText(body, place);
    else if (byte === COMMA || byte === BRACE || byte === BRACKET) values += 1;
    if (values > limit) return true;
  }
  return false;
}

function endOfText(body: Buffer, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (body[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return body.length;
}

/** Fastify's parser refuses what could change the prototype of an object with the same error as broken JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const MAX_DEPTH = 64;

/** JSON that PostgreSQL cannot store, or that would overflow the stack of a walk, must not become a 500 later. */
function findUnstorable(value: unknown, depth: number): string | undefined {
  if (typeof value === "string")
    return isStorable(value) ? undefined : "The body contains text with the character U+0000 or half a surrogate pair";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels`;
  if (Array.isArray(value)) {
    for (const item of value) {
      const problem = findUnstorable(item, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  for (const name in value) {
    const problem = findUnstorable(name, depth) ?? findUnstorable((value as Record<string, unknown>)[name], depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function keepsRawBody(request: FastifyRequest): boolean {
  return request.routeOptions.config.rawBody === true;
}

function keepRawBody(request: FastifyRequest, body: Buffer, done: (error: null, value: undefined) => void): void {
  request.rawBody = body;
  done(null, undefined);
}
