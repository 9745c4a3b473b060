import { mkdirSync, writeFileSync } from "node:fs";
import { certifyFixture } from "@corridor/server/commands/certify.fixtures.ts";
import { THIRD_PARTY_FIXTURES } from "@corridor/providers/third-parties.fixtures.ts";

/**
 * `node scripts/record-certifications.ts`: the journeys of all adapters at their fixture servers, as recordings that
 * tests replay. Run it when an adapter's requests change.
 */
const DIRECTORY = "packages/providers/recordings";

mkdirSync(DIRECTORY, { recursive: true });
for (const fixture of THIRD_PARTY_FIXTURES)
  writeFileSync(`${DIRECTORY}/${fixture.name}.json`, `${JSON.stringify(await certifyFixture(fixture), null, 2)}\n`);
