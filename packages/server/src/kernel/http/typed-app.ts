import type { IncomingMessage, ServerResponse } from "node:http";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { AccessRule } from "./access-control.ts";
import type { OpenRoot } from "../tracing.ts";
import type { Caller } from "./caller.ts";

/** The typed Fastify instance that a module's routes are added to. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
export type Routes = (app: App) => void | Promise<void>;

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated caller; set on every route that needs a credential. */
    caller: Caller;
    /** Throws when the credential of this request would no longer be admitted: for answers that go on for long. */
    admitAgain: () => Promise<unknown>;
    /** With an `Idempotency-Key`: the id for the resource that this request creates, the same after a crash. */
    idempotencyId: string | undefined;
    /** The exact bytes, on routes with `config: { rawBody: true }`. */
    rawBody: Buffer | undefined;
    failureCode: string | undefined;
    /** Undefined while tracing is off. */
    trace: OpenRoot | undefined;
  }
  interface FastifyInstance {
    cursorKey: Buffer;
    /** Entries of the access table that no route uses. Complete once the server is ready. */
    unusedAccess: ReadonlySet<string>;
  }
  interface FastifyContextConfig {
    rawBody?: boolean;
    access?: AccessRule;
  }
}
