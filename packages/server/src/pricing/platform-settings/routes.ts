import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { RUN_NAMES } from "#src/run-settings.ts";
import { list, operations } from "#src/kernel/http/operation.ts";
import { Closed, Named, Nullable, OneOf } from "#src/kernel/http/schemas.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { changeSettings, type ChangeDeps, listRunSettings } from "./change-settings.ts";
import type { LiveSettings } from "./live-settings.ts";

const SOURCES = ["default", "stored", "unusable"] as const;
const MAX_CHARACTERS = 10_000;

const Listed = Named(["PlatformSetting", "What an operator changes while the service runs"], {
  name: [Type.String(), "The setting's name"],
  value: [Nullable(Type.String()), "The value that applies; null: unset, or a secret, which is never shown"],
  is_secret: [Type.Boolean(), "Whether it is a secret"],
  source: [OneOf(SOURCES), "unusable: what is stored cannot be decrypted, and the default applies"],
  description: [Type.String(), "What it means"],
  second_person: [Nullable(Type.String()), "Why another platform admin must approve a change; null: nobody must"],
});
const Value = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: MAX_CHARACTERS, "x-sealed": true });

type Deps = ChangeDeps & { live: LiveSettings; askSecondPerson: AskSecondPerson };

export function platformSettingRoutes(deps: Deps): (app: App) => void {
  const listed = async () =>
    (await listRunSettings(deps)).map((setting) => {
      const { description, secondPerson: second_person = null } = RUN_NAMES.get(setting.name)!;
      return { ...setting, description, second_person };
    });

  return (app) => {
    const on = operations(app, "Platform settings");
    on("GET /platform/settings", {
      id: "listPlatformSettings",
      summary: "List what can be changed while the service runs",
      answer: list("Settings", Listed),
      handle: listed,
    });
    on("PATCH /platform/settings", {
      id: "changePlatformSettings",
      summary: "Change settings while the service runs",
      description:
        "All of them or none. Every process follows within a second. Where `second_person` is not null, another " +
        "platform admin approves first. `corridor settings set` does the same on the server.",
      body: Closed({
        settings: [
          Type.Record(Type.String(), Value, { minProperties: 1 }),
          "Values by name, as docs/settings.md describes them; null: back to the default",
        ],
      }),
      answer: list("Settings changed", Listed),
      errors: { 409: "Another platform admin must approve the change" },
      handle: async (request) => {
        const { settings } = request.body;
        const names = Object.keys(settings);
        const reasons = names.flatMap((name) => RUN_NAMES.get(name)?.secondPerson ?? []);
        const shown = names.map((name) => [name, RUN_NAMES.get(name)?.secret ? "(secret)" : settings[name]] as const);
        if (reasons.length > 0)
          await deps.askSecondPerson(request, {
            orgId: null,
            title: `Change ${names.join(", ")}`,
            request: Object.fromEntries(shown),
            reasons: [...new Set(reasons)],
            approverRole: "platform-admin",
          });
        await changeSettings(deps, settings, actorIn(request));
        await deps.live.settled();
        return await listed();
      },
    });
  };
}
