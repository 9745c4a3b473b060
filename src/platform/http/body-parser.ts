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
    parseJson(request, text, (error, value) => (error === null ? done(null, value) : done(badRequest("The body is not valid JSON"))));
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (keepsRawBody(request)) return keepRawBody(request, body, done);
    if (body.length === 0) return done(null, undefined);
    done(toApiError({ code: "FST_ERR_CTP_INVALID_MEDIA_TYPE" }));
  });
}

function keepsRawBody(request: FastifyRequest): boolean {
  return request.routeOptions.config.rawBody === true;
}

function keepRawBody(request: FastifyRequest, body: Buffer, done: (error: null, value: undefined) => void): void {
  request.rawBody = body;
  done(null, undefined);
}
