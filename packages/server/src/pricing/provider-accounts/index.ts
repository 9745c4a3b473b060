export { checkSettings, mergedSettings, secretsOf, type Settings, shownSettings } from "./settings.ts";
export { resealProviderSettings } from "./write-settings.ts";
