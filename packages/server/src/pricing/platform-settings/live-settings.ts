import { readRunSettings, RUN_SETTINGS, type RunSettings } from "#src/run-settings.ts";
import { followTopic } from "#src/kernel/db/follow-topic.ts";
import type { Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Logger } from "#src/kernel/log.ts";
import { known, type ReadDeps, storedTexts, TOPIC } from "./change-settings.ts";

/**
 * The settings of this moment: each property is read anew, so whoever holds the object follows a change, and whoever
 * copies a value keeps an old one. Values that belong together are read without an `await` between them. What cannot
 * be used, as a secret under a lost master secret, is logged and has its default.
 */
export async function openLiveSettings(deps: ReadDeps & { invalidations: Invalidations; log: Logger }) {
  let current = readRunSettings(new Map(), deps.environment).values;
  const following = followTopic(deps, [TOPIC], async () => {
    const texts = await storedTexts(deps);
    const { values, problems } = readRunSettings(known(texts), deps.environment);
    for (const [name, text] of texts) if (text === null) problems.push(`${name} cannot be decrypted`);
    if (problems.length > 0) deps.log.error({ problems }, "stored settings cannot be used; enter them again");
    current = values;
  });
  // The database answered a moment ago. If it is gone again, nothing is served before it is back.
  await following.start();
  const properties = Object.keys(RUN_SETTINGS).map((key) => [key, { get: () => current[key as keyof RunSettings] }]);
  return { ...following, settings: Object.defineProperties({}, Object.fromEntries(properties)) as RunSettings };
}

export type LiveSettings = Awaited<ReturnType<typeof openLiveSettings>>;
