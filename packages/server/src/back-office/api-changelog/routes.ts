import Type from "typebox";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { Named, OneOf } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { API_CHANGES, CHANGE_KINDS } from "./changes.ts";

const Change = Named("ApiChange", {
  date: Type.String({ format: "date" }),
  kind: OneOf(CHANGE_KINDS),
  change: Type.String({ description: "Markdown" }),
});

export function apiChangelogRoutes(): (app: App) => void {
  return (app) => {
    app.get(
      "/changelog",
      {
        schema: {
          operationId: "getChangelog",
          summary: "Read what has changed in the API",
          description: "Newest first. Needs no credential.",
          tags: ["Changelog"],
          response: { 200: SuccessOf(Type.Array(Change)) },
        },
      },
      () => success("Changes of the API", [...API_CHANGES]),
    );
  };
}
