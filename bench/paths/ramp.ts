import { request } from "undici";
import type { Environment } from "../environment.ts";
import { addRows, type Report } from "../report.ts";
import { alternate, measureLoad } from "../rounds.ts";
import type { Pair } from "./initiate.ts";

/** POST /payments-init/ramp: an on-ramp that collects by bank transfer, up to the instructions for the customer. */
const CONNECTIONS = 64;

export async function benchRamp(
  environment: Environment,
  pair: Pair,
  report: Report,
  options: { rounds: number; seconds: number },
): Promise<void> {
  const { body } = await request(`${pair.url}/v1/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USDT`, {
    headers: environment.headers,
  });
  const { data } = (await body.json()) as { data: { rate: number } };
  const ramp = JSON.stringify({
    fiat_currency: "NGN",
    fiat_amount: 155000.0,
    client_rate: data.rate,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    country: "NG",
    customer_type: "retail",
    wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    bank_details: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
  });
  const run = () =>
    measureLoad(
      environment,
      {
        url: `${pair.url}/v1/payments-init/ramp`,
        connections: CONNECTIONS,
        seconds: options.seconds,
        method: "POST",
        headers: environment.headers,
        variants: [ramp],
      },
      { api: pair.api.pid, sandbox: pair.sandbox.pid },
      pair.api.pid,
    );
  addRows(report, "ramp, 64 connections", "ramps", await alternate([{ name: "product", run }], options.rounds));
}
