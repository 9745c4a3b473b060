import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * To compile the checks and writers of every route takes as long as the rest of a start. So each is compiled when it is first used, and the
 * others one at a time between requests as soon as the server listens: no later request pays for more than its own.
 * A schema that cannot be compiled ends the process shortly after its start, as it would have before.
 */
export type LaterCompilation = {
  /** Wraps a compiler of Fastify: what it returns compiles itself when it is called. */
  later<R, C extends (value: never) => unknown>(compiler: (route: R) => C): (route: R) => C;
  /** Compiles what nothing has called yet. */
  compileRest(): Promise<void>;
  stop(): void;
};

export function createLaterCompilation(): LaterCompilation {
  let waiting: (() => void)[] = [];
  return {
    later: (compiler) => (route) => {
      type Compiled = ReturnType<typeof compiler>;
      let compiled: Compiled | undefined;
      waiting.push(() => (compiled ??= compiler(route)));
      return ((value: never) => (compiled ??= compiler(route))(value)) as Compiled;
    },
    async compileRest() {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        next();
        await nextTurn();
      }
    },
    stop() {
      waiting = [];
    },
  };
}
