import { describe, expect, test } from "vitest";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import { CHANNELS, NETWORKS } from "./yellowcard.fixtures.ts";
import { type Channel, operatorPlace, readChannels, readNetworks } from "./yellowcard-directory.ts";

describe("an operator is found by what Yellow Card calls it", () => {
  const channel = { id: "c", country: "TZ" } as Channel;
  const named = (names: readonly string[]) => ({
    channels: [],
    networks: readNetworks(
      Buffer.from(
        JSON.stringify(
          names.map((name) => ({ id: name, name, code: name, country: "TZ", status: "active", channelIds: ["c"] })),
        ),
      ),
    ),
  });
  const find = (names: readonly string[], code: string): string =>
    operatorPlace(named(names), [channel], { provider: code, phone_number: "+1", network_code: code }).network.name;

  test.each([
    ["MTN_UG", "MTN Mobile Money", ["Airtel Mobile Money"]],
    ["MTN_ZM", "MTN_MOMO_ZMB", ["AIRTEL_OAPI_ZMB", "Zamtel"]],
    ["AIRTEL_TZ", "AIRTELMONEYTZ", ["HaloPesa", "TigoPesa", "M PESA"]],
    ["HALOPESA_TZ", "HaloPesa", ["AIRTELMONEYTZ", "TigoPesa", "M PESA"]],
    ["TIGO_TZ", "TigoPesa", ["AIRTELMONEYTZ", "HaloPesa", "M PESA"]],
    ["MPESA_TZ", "M PESA", ["AIRTELMONEYTZ", "HaloPesa", "TigoPesa"]],
    ["MPESA_KE", "Mobile Wallet (M-PESA)", ["Airtel Money", "T-Kash"]],
    ["TKASH_KE", "T-Kash", ["Airtel Money", "M-PESA"]],
    ["ORANGE_SN", "Orange Money", ["Wave", "Free Money", "E-Money"]],
    ["WAVE_SN", "Wave", ["Orange Money", "Free Money", "E-Money"]],
    ["FREE_SN", "Free Money", ["Orange Money", "Wave", "E-Money", "Mobile Money"]],
    ["EMONEY_SN", "E-Money", ["Orange Money", "Wave", "Free Money", "Mobile Money"]],
    ["MOOV_TG", "Moov Money", ["Togocell"]],
    ["TMONEY_TG", "Togocell", ["Moov Money", "Mobile Money"]],
    ["TNM_MW", "TNM Mpamba", ["Airtel Money"]],
    ["ZAMTEL_ZM", "Zamtel", ["Airtel", "MTN"]],
    ["AFRICELL_CD", "Afrimoney", ["Airtel Money", "Orange Money", "Vodacom"]],
    ["CELTIIS_BJ", "Celtiis Cash", ["MTN", "Moov Money"]],
  ])("%s: %s", (code, name, others) => {
    expect(find([...others, name], code)).toBe(name);
  });

  test("two of the same name are none", () => {
    expect(() => find(["MTN", "MTN Mobile Money"], "MTN_UG")).toThrow(Refusal);
  });

  test("AirtelTigo is not Airtel", () => {
    expect(() => find(["AirtelTigo"], "AIRTEL_UG")).toThrow(Refusal);
  });
});

test("the lists leave out what is down, of another kind or oddly written", () => {
  expect(
    readChannels(Buffer.from(JSON.stringify({ channels: [...CHANNELS, null, 7, {}, { id: 5 }] }))).map(({ id }) => id),
  ).not.toContain("ug-in-down");
  expect(readChannels(Buffer.from(JSON.stringify([{ ...CHANNELS[0], apiStatus: "inactive" }])))).toEqual([]);
  expect(readNetworks(Buffer.from(JSON.stringify(NETWORKS))).map(({ id }) => id)).not.toContain("airtel-ug");
  for (const body of ["{}", "null", "7", "nothing", '{"channels":{}}'])
    expect(() => readChannels(Buffer.from(body))).toThrow("malformed");
});
