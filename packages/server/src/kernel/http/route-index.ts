import type { App } from "./typed-app.ts";

/** The methods that a path supports. Only called when no route matched, so a walk over all patterns is cheap enough. */
export type RouteIndex = { methodsOf(url: string): string[] };

export function addRouteIndex(app: App): RouteIndex {
  const methodsByPattern = new Map<string, { matcher: RegExp; methods: Set<string> }>();

  app.addHook("onRoute", (route) => {
    const entry = methodsByPattern.get(route.url) ?? { matcher: matcherOf(route.url), methods: new Set() };
    methodsByPattern.set(route.url, entry);
    for (const method of [route.method].flat()) entry.methods.add(method);
  });

  return {
    methodsOf(url) {
      const path = url.split("?", 1)[0]!;
      const matching = [...methodsByPattern.values()].filter(({ matcher }) => matcher.test(path));
      const methods = matching.flatMap((entry) => [...entry.methods]);
      return methods.length === 0 ? [] : [...new Set([...methods, "OPTIONS"])].sort();
    },
  };
}

/** A catch-all (`/*`) serves pages; it must not turn every unknown API path into a 405. */
function matcherOf(pattern: string): RegExp {
  if (pattern.includes("*")) return /(?!)/;
  const source = pattern
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/]+" : part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")))
    .join("/");
  return new RegExp(`^${source}$`);
}
