import Type from "typebox";
import { Named, OneOf, Day } from "#src/kernel/http/schemas.ts";
import { list, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { API_CHANGES, CHANGE_KINDS } from "./changes.ts";

const Change = Named("ApiChange", {
  date: [Day, "The day of the change"],
  kind: [OneOf(CHANGE_KINDS), "The kind of change to the API"],
  change: Type.String({ description: "Markdown" }),
});

export function apiChangelogRoutes(): (app: App) => void {
  return (app) => {
    const on = operations(app, "Changelog");
    on("GET /changelog", {
      id: "getChangelog",
      summary: "Read what has changed in the API",
      description: "Newest first. Needs no credential.",
      answer: list("Changes of the API", Change),
      handle: () => [...API_CHANGES],
    });
  };
}
