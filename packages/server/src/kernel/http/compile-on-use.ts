/**
 * Wraps a compiler of Fastify so that each schema is compiled at its first use. Compiling the validators and
 * serializers of every route at the start takes as long as the rest of the start, and 30 MB; this way the first request
 * of a route pays a few milliseconds. Compiling the others between requests was tried: it slowed the first payments,
 * and an idle process kept the memory. The contract tests call every operation, and so show that every schema compiles.
 */
export function compileOnUse<R, C extends (value: never) => unknown>(compiler: (route: R) => C): (route: R) => C {
  return (route) => {
    let compiled: C | undefined;
    return ((value: never) => (compiled ??= compiler(route))(value)) as C;
  };
}
