import fc from "fast-check";
import { expect, test } from "vitest";
import { readPayerContext, withBrowser } from "./payer-context.ts";

test("what a request says of the payer's address and device is read", () => {
  const address = { line1: "1 High Street", city: "London", postal_code: "N1 9GU", country: "GB", planet: "Earth" };
  const device = {
    ip_address: "203.0.113.7",
    user_agent: "Firefox",
    color_depth: 24,
    time_zone_offset: -60,
    java_enabled: false,
  };
  expect(readPayerContext({ name: "Ama", address, device })).toEqual({
    payerAddress: { line1: "1 High Street", city: "London", postalCode: "N1 9GU", country: "GB" },
    payerDevice: {
      ipAddress: "203.0.113.7",
      userAgent: "Firefox",
      colorDepth: 24,
      timeZoneOffset: -60,
      javaEnabled: false,
    },
  });
});

test("what cannot be read is left out, whatever it is, and nothing is made up", () => {
  const address = { line1: " ", city: 7, country: "gb" };
  const device = {
    ip_address: "localhost",
    user_agent: "a\r\nb",
    color_depth: 7,
    screen_width: -1,
    java_enabled: "no",
  };
  expect(readPayerContext({ address, device })).toEqual({ payerDevice: { userAgent: "a  b" } });
  expect([readPayerContext(null), readPayerContext({ address: "1 High Street", device: [] })]).toEqual([{}, {}]);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => void readPayerContext({ address: one, device: other })),
  );
});

test("what the browser showed us comes before what its form says", () => {
  const said = readPayerContext({ device: { ip_address: "198.51.100.1", user_agent: "forged", language: "en-GH" } });
  expect(withBrowser(said, { ip: "203.0.113.7", headers: { "user-agent": "Firefox", accept: "*/*" } })).toEqual({
    payerDevice: { ipAddress: "203.0.113.7", userAgent: "Firefox", acceptHeader: "*/*", language: "en-GH" },
  });
});
