import { describe, expect, test } from "vitest";
import { digestId, eventIdOf, isRecent, isSame } from "./genuine.ts";
import { secretAddresses, secretPartOf } from "./secret-address.ts";

test("a given secret is the same only as a whole", () => {
  expect(isSame("abc", "abc")).toBe(true);
  expect(isSame(Buffer.from("abc"), "abc")).toBe(true);
  for (const given of ["", "ab", "abd", "abcd", "ABC"]) expect(isSame(given, "abc")).toBe(false);
});

describe("a callback is identified", () => {
  test("by its event's own id", () => {
    expect(eventIdOf(Buffer.from('{"id":"evt_1"}'), "id")).toBe("evt_1");
  });

  test.each(['{"id":""}', `{"id":"${"x".repeat(101)}"}`, '{"id":7}', "{}", "null", "not JSON"])(
    "by its bytes where it has none that can be stored: %s",
    (text) => {
      const rawBody = Buffer.from(text);
      expect(eventIdOf(rawBody, "id")).toBe(digestId(rawBody));
    },
  );

  test("by all parts that were given, as one", () => {
    expect(digestId("a", Buffer.from("b"))).toBe(digestId("ab"));
    expect(digestId("a", "\n", "b")).not.toBe(digestId("ab"));
  });
});

test("a signature counts for five minutes, before and after its time", () => {
  const now = new Date("2026-01-05T09:00:00.000Z");
  const seconds = now.getTime() / 1_000;
  expect([-301, -300, 0, 300, 301].map((late) => isRecent(String(seconds - late), now))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

describe("a secret address", () => {
  const addresses = secretAddresses("a secret of 32 or more characters", ["payin", "payout"]);
  const address = addresses.of({ callbackUrl: "https://pay.example/v1/callbacks/x", reference: "r-1" }, "payout");
  const pathOf = (url: string): string => new URL(url).pathname;
  const callback = (path: string) => ({ headers: {}, rawBody: Buffer.from("{}"), path });

  test("names its reference and its purpose", () => {
    expect(addresses.named(pathOf(address))).toEqual({ reference: "r-1", purpose: "payout" });
    expect(addresses.verify(callback(pathOf(address)))).toMatchObject({
      externalId: expect.stringMatching(/^sha256:/),
    });
  });

  test("is nobody's when a part of it is another", () => {
    const others = secretAddresses("another secret of 32 characters or more", ["payin", "payout"]);
    for (const path of [
      pathOf(address).replace("r-1", "r-2"),
      pathOf(address).slice(0, -1),
      "/",
      `/r-1/${secretPartOf(address)}x`,
    ]) {
      expect(addresses.verify(callback(path))).toBeNull();
      expect(() => addresses.named(path)).toThrow("not one of our callback addresses");
    }
    expect(others.verify(callback(pathOf(address)))).toBeNull();
  });
});
