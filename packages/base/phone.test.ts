import { describe, expect, it } from "vitest";
import { countryOfPhone, toE164 } from "./phone.ts";

describe("phones", () => {
  it.each([
    ["+233 24 123 4567", undefined, "+233241234567"],
    ["024 123 4567", "GH", "+233241234567"],
    ["+254712345678", "GH", "+254712345678"],
    ["(020) 7946 0018", "GB", "+442079460018"],
  ])("%s in %s is %s", (text, country, expected) => {
    expect(toE164(text, country)).toBe(expected);
  });

  it.each([
    ["024 123 4567", undefined],
    ["024 123 4567", "ZZ"],
    ["call me on +233241234567", undefined],
    ["+233241234567 ext. 5", undefined],
    ["+2332", undefined],
    ["", "GH"],
    ["hello", "GH"],
    ["1".repeat(5_000), "GH"],
  ])("%s in %s is no phone", (text, country) => {
    expect(toE164(text, country)).toBeNull();
  });

  it("tells the country of a number", () => {
    expect(countryOfPhone("+233241234567")).toBe("GH");
    expect(countryOfPhone("0712345678", "KE")).toBe("KE");
    expect(countryOfPhone("+14155550132")).toBe("US");
    expect(countryOfPhone("nonsense")).toBeNull();
  });
});
