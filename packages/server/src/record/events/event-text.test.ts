import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { compactText } from "./compact-text.ts";
import { textsOf, USES } from "./compact-text.fixtures.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function readBack(stored: readonly string[]): Promise<string[]> {
  const rows = await database.db.query<{ text: string }>(
    "SELECT event_text(stored, NULL, NULL) AS text FROM unnest($1::text[]) WITH ORDINALITY AS s (stored, i) ORDER BY i",
    [stored],
  );
  return rows.map(({ text }) => text);
}

test.each(USES)(
  "the database puts the text of template $number together byte for byte, whatever its values are",
  async ({ number, type, shares }) => {
    const texts = textsOf(number);
    expect(await readBack(texts.map((text) => compactText(type, [text], shares).join("")))).toEqual(texts);
  },
);

test("the database leaves a text as it is that fits no template", async () => {
  const text = '{"event_id":"1","data":{"sequence":1}}';
  expect(await readBack([text])).toEqual([text]);
});
