/**
 * Wraps a compiler of Fastify: what it returns compiles itself when it is first called. To compile the checks and writers of every route
 * takes as long as the rest of a start and 30 MB; the first request of a route pays a few milliseconds for its own instead. Compiling the
 * others between requests was tried: it slowed the first payments, and an idle process kept the memory. That every schema can be compiled is
 * the contract tests' to show, which call every operation.
 */
export function compileOnUse<R, C extends (value: never) => unknown>(compiler: (route: R) => C): (route: R) => C {
  return (route) => {
    let compiled: C | undefined;
    return ((value: never) => (compiled ??= compiler(route))(value)) as C;
  };
}
