/** At the start all would take as long as the rest of it, and 30 MB. Between requests, it slowed the first payments. */
export function compileOnUse<R, C extends (value: never) => unknown>(compiler: (route: R) => C): (route: R) => C {
  return (route) => {
    let compiled: C | undefined;
    return ((value: never) => (compiled ??= compiler(route))(value)) as C;
  };
}
