import type { As, NumberForm } from "./json.ts";
import type { Answer, Input, ListInput, ListPath, Method, PathOf, Row } from "@corridor/shared/operations.ts";
import type { Call, CallOptions, PostOptions, ResponseOptions, Send } from "./send.ts";

/** The whole API by path. Answers are the response bodies, envelope included. */
export type Methods<N extends NumberForm = "number"> = {
  get: Invoke<"get", CallOptions, N>;
  /** Sends an `Idempotency-Key`, so that a retry does nothing twice. */
  post: Invoke<"post", PostOptions, N>;
  put: Invoke<"put", CallOptions, N>;
  patch: Invoke<"patch", CallOptions, N>;
  delete: Invoke<"delete", CallOptions, N>;
  /**
   * The response itself, for a stream, a file or the exact text. Time limits end when its headers have come: reading the
   * body is up to the caller. `accept` is any type by default.
   */
  getResponse<P extends PathOf<"get">>(path: P, ...rest: Rest<Input<"get", P>, ResponseOptions>): Promise<Response>;
  /**
   * Iterates over every row of a list and loads pages as needed; `query.limit` is the page size. The options apply to
   * the request of each page.
   */
  list<P extends ListPath>(
    path: P,
    ...rest: Rest<ListInput<P>, CallOptions>
  ): AsyncGenerator<As<N, Row<P>>, void, undefined>;
};

type Invoke<M extends Method, O, N extends NumberForm> = <P extends PathOf<M>>(
  path: P,
  ...rest: Rest<Input<M, P>, O>
) => Promise<As<N, Answer<M, P>>>;

/** The second argument is optional when none of its fields is required. */
type Rest<I, O> = {} extends I ? [input?: I & O] : [input: I & O];

/** The largest page that the API allows, so that reading a list takes the fewest requests. */
const PAGE_SIZE = 100;
const CURSOR_NAMES = ["last_evaluated_key", "lastEvaluatedKey"] as const;

/** Operations differ only in their types. At run time a call is a method, a path and its arguments. */
export function methodsOf<N extends NumberForm>(send: Send): Methods<N> {
  const by = (method: Method) => (template: string, input?: Partial<Call>) => send({ ...input, method, template });
  const getResponse = (template: string, input?: Partial<Call>) =>
    send({ accept: "*/*", ...input, method: "get", template });
  const methods = {
    get: by("get"),
    post: by("post"),
    put: by("put"),
    patch: by("patch"),
    delete: by("delete"),
    getResponse,
    list,
  };
  return methods as unknown as Methods<N>;

  async function* list(template: string, input: Partial<Call> = {}): AsyncGenerator<unknown, void, undefined> {
    let query = { limit: PAGE_SIZE, ...input.query };
    for (;;) {
      const page = (await send({ ...input, method: "get", template, query })) as { data: unknown[] } & Record<
        string,
        unknown
      >;
      yield* page.data;
      const cursorName = CURSOR_NAMES.find((name) => typeof page[name] === "string");
      if (cursorName === undefined) return;
      query = { ...query, [cursorName]: page[cursorName] };
    }
  }
}
