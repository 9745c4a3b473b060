import type { App } from "./typed-app.ts";

/** The methods that a path supports. Only called when no route matched, so a walk over all patterns is cheap enough. */
export type RouteIndex = { methodsOf(url: string): string[] };

export function addRouteIndex(app: App): RouteIndex {
  const methodsByPattern = new Map<string, { matcher: RegExp; methods: Set<string> }>();

  app.addHook("onRoute", (route) => {
    let entry = methodsByPattern.get(route.url);
    if (entry === undefined) {
      entry = { matcher: matcherOf(route.url), methods: new Set() };
      methodsByPattern.set(route.url, entry);
    }
    for (const method of [route.method].flat()) entry.methods.add(method);
  });

  return {
    methodsOf(url) {
      const path = url.split("?", 1)[0]!;
      const methods = new Set<string>();
      for (const entry of methodsByPattern.values()) {
        if (!entry.matcher.test(path)) continue;
        for (const method of entry.methods) methods.add(method);
      }
      if (methods.size > 0) methods.add("OPTIONS");
      return [...methods].sort();
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
