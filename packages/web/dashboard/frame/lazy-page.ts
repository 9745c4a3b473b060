import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * The files of a page could not be loaded: there is no connection, or the service was updated and they no longer exist.
 */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super("The connection is down, or the service was updated since you opened this tab.", { cause });
    this.name = "PageNotLoaded";
  }
}

/**
 * A page whose files are loaded when it is first opened. The router would reload by itself, which without a connection
 * ends on a blank page.
 */
export function lazyPage<Module extends object, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PageNotLoaded(cause);
    }
  }, name);
}
