import type { FastifyInstance, FastifyRequest } from "fastify";
import { badRequest } from "./errors.ts";
import { toApiError } from "./error-response.ts";

/**
 * JSON and nothing else, except for routes that ask for the raw bytes (`config: { rawBody: true }`): their sender signs bytes, in
 * whatever type it likes, so the bytes are kept in `request.rawBody` and parsed by the handler after the signature was checked.
 */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  const decoder = new TextDecoder("utf-8", { fatal: true });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (keepsRawBody(request)) return keepRawBody(request, body, done);
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = decoder.decode(body);
    } catch {
      return done(badRequest("The body is not valid UTF-8"));
    }
    void parseJson(request, text, (error, value) => {
      if (error !== null) return done(badRequest("The body is not valid JSON"));
      done(null, LONG_NUMBER.test(text) ? keepLongNumbers(text) : value);
    });
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (keepsRawBody(request)) return keepRawBody(request, body, done);
    if (body.length === 0) return done(null, undefined);
    done(toApiError({ code: "FST_ERR_CTP_INVALID_MEDIA_TYPE" }));
  });
}

/** May match inside a string too; that only costs the second look. */
const LONG_NUMBER = /\d[\d.]{15}/;
const MAX_EXACT_DIGITS = 15;

/**
 * A number with more digits than a double holds would silently become another number. It stays text instead: a field declared as a number
 * refuses it, and free-form data keeps every digit.
 */
function keepLongNumbers(text: string): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, context: { source?: string }) => {
    if (typeof value !== "number" || context.source === undefined) return value;
    const digits = significantDigits(context.source);
    return digits.length > MAX_EXACT_DIGITS && digits !== significantDigits(String(value)) ? context.source : value;
  }) as (key: string, value: unknown) => unknown);
}

function significantDigits(number: string): string {
  return number.replace(/[eE].*$/, "").replaceAll(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
}

function keepsRawBody(request: FastifyRequest): boolean {
  return request.routeOptions.config.rawBody === true;
}

function keepRawBody(request: FastifyRequest, body: Buffer, done: (error: null, value: undefined) => void): void {
  request.rawBody = body;
  done(null, undefined);
}
