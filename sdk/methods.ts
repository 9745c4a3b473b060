import type { As, NumberForm } from "./json.ts";
import type { Answer, Input, ListInput, ListPath, Method, PathOf, Row } from "./operations.ts";
import type { Call, CallOptions, PostOptions, Send } from "./send.ts";

/** The whole API by its own paths. Answers are the bodies as they stand on the wire, envelope included. */
export type Methods<N extends NumberForm = "number"> = {
  get: Invoke<"get", CallOptions, N>;
  /** Carries an `Idempotency-Key`, so that it can be made again without doing anything twice. */
  post: Invoke<"post", PostOptions, N>;
  put: Invoke<"put", CallOptions, N>;
  patch: Invoke<"patch", CallOptions, N>;
  delete: Invoke<"delete", CallOptions, N>;
  /** Every row of a list, read page by page as they are asked for; `query.limit` is the size of a page. The options are those of each page. */
  list<P extends ListPath>(path: P, ...rest: Rest<ListInput<P>, CallOptions>): AsyncGenerator<As<N, Row<P>>, void, undefined>;
};

type Invoke<M extends Method, O, N extends NumberForm> = <P extends PathOf<M>>(path: P, ...rest: Rest<Input<M, P>, O>) => Promise<As<N, Answer<M, P>>>;

/** The second argument may be left out where nothing in it is needed. */
type Rest<I, O> = {} extends I ? [input?: I & O] : [input: I & O];

/** As many as a page may have: a walk through a list takes the fewest requests. */
const PAGE_SIZE = 100;
const CURSOR_NAMES = ["last_evaluated_key", "lastEvaluatedKey"] as const;

/** Types are the whole difference between the operations: at run time a call is its method, its path and what it was given. */
export function methodsOf<N extends NumberForm>(send: Send): Methods<N> {
  const by = (method: Method) => (template: string, input?: Partial<Call>) => send({ ...input, method, template });
  const methods = { get: by("get"), post: by("post"), put: by("put"), patch: by("patch"), delete: by("delete"), list };
  return methods as unknown as Methods<N>;

  async function* list(template: string, input: Partial<Call> = {}): AsyncGenerator<unknown, void, undefined> {
    let query = { limit: PAGE_SIZE, ...input.query };
    for (;;) {
      const page = (await send({ ...input, method: "get", template, query })) as { data: unknown[] } & Record<string, unknown>;
      yield* page.data;
      const cursorName = CURSOR_NAMES.find((name) => typeof page[name] === "string");
      if (cursorName === undefined) return;
      query = { ...query, [cursorName]: page[cursorName] };
    }
  }
}
