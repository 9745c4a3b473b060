import { createHmac, timingSafeEqual } from "node:crypto";
import countries from "i18n-iso-countries";
import type { RunSettings } from "#src/run-settings.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { OutboundError, redact, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { KybCallbackInvalid, KybUnavailable, type KybProvider, type KybUpdate } from "./kyb-provider.ts";

/**
 * Requests are signed with the app token's secret (hex HMAC-SHA256 of timestamp, method, path with query, body),
 * callbacks with the webhook's own over the raw body. SHA-1, which Sumsub still offers, is refused. A replay is caught
 * by its digest, stored once, and by the order of `createdAtMs`.
 */
export type SumsubSettings = Pick<
  RunSettings,
  "kybUrl" | "kybAppToken" | "kybSecretKey" | "kybWebhookSecret" | "kybLevelName"
>;

const REQUEST_TIMEOUT_MS = 15_000;
const LINK_LIFETIME_SECONDS = 24 * 60 * 60;
const DIGEST_ALGORITHMS: Readonly<Record<string, string>> = { HMAC_SHA256_HEX: "sha256", HMAC_SHA512_HEX: "sha512" };
const CREATED_AT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{1,3}$/;

export function createSumsub(deps: { settings: SumsubSettings; outbound: Outbound; clock: Clock }): KybProvider {
  const { settings, outbound, clock } = deps;

  async function call(
    method: "GET" | "POST",
    path: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<{ statusCode: number; json: Record<string, unknown> }> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const seconds = Math.floor(clock.now().getTime() / 1_000).toString();
    const signature = createHmac("sha256", settings.kybSecretKey!)
      .update(`${seconds}${method}${path}${text}`)
      .digest("hex");
    try {
      const response = await outbound.request({
        method,
        url: settings.kybUrl + path,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "x-app-token": settings.kybAppToken!,
          "x-app-access-ts": seconds,
          "x-app-access-sig": signature,
        },
        body: body === undefined ? undefined : text,
        timeoutMs: REQUEST_TIMEOUT_MS,
        signal,
      });
      return { statusCode: response.statusCode, json: parseObject(response.body) ?? {} };
    } catch (error) {
      if (error instanceof OutboundError) throw new KybUnavailable(error.message);
      throw error;
    }
  }

  function refused(what: string, answer: { statusCode: number; json: Record<string, unknown> }): KybUnavailable {
    const description =
      typeof answer.json["description"] === "string"
        ? redact(answer.json["description"], [settings.kybAppToken!, settings.kybSecretKey!])
        : "";
    return new KybUnavailable(`Sumsub answered ${answer.statusCode} when asked to ${what} ${description}`.trim());
  }

  /** An applicant with our organization's id may exist from an attempt whose answer was lost. */
  async function findOrCreateApplicant(
    request: { orgId: string; name: string; country: string },
    signal: AbortSignal,
  ): Promise<string> {
    const known = await call("GET", `/resources/applicants/-;externalUserId=${request.orgId}/one`, undefined, signal);
    if (known.statusCode === 200 && typeof known.json["id"] === "string") return known.json["id"];
    if (known.statusCode !== 404) throw refused("find an applicant", known);
    const company = { companyName: request.name, country: countries.alpha2ToAlpha3(request.country) };
    const created = await call(
      "POST",
      `/resources/applicants?levelName=${encodeURIComponent(settings.kybLevelName)}`,
      { externalUserId: request.orgId, type: "company", fixedInfo: { companyInfo: company } },
      signal,
    );
    if (created.statusCode >= 300 || typeof created.json["id"] !== "string")
      throw refused("create an applicant", created);
    return created.json["id"];
  }

  return {
    name: "sumsub",

    async startVerification(request, signal) {
      const customerId = await findOrCreateApplicant(request, signal);
      const link = await call(
        "POST",
        "/resources/sdkIntegrations/levels/-/websdkLink",
        { levelName: settings.kybLevelName, userId: request.orgId, ttlInSecs: LINK_LIFETIME_SECONDS },
        signal,
      );
      if (link.statusCode >= 300 || typeof link.json["url"] !== "string") throw refused("open a verification", link);
      return { customerId, verificationUrl: link.json["url"] };
    },

    verifyCallback({ headers, rawBody }) {
      const algorithm = DIGEST_ALGORITHMS[headers["x-payload-digest-alg"] ?? ""];
      const given = headers["x-payload-digest"] ?? "";
      if (algorithm === undefined || !/^[0-9a-f]+$/.test(given)) return null;
      const expected = createHmac(algorithm, settings.kybWebhookSecret!).update(rawBody).digest();
      const digest = Buffer.from(given, "hex");
      if (digest.length !== expected.length || !timingSafeEqual(digest, expected)) return null;
      return { externalId: given };
    },

    parseCallback: parseSumsubCallback,
  };
}

/** RED is no when it is final; RETRY asks the applicant for better documents, and the case continues. */
export function parseSumsubCallback(rawBody: Buffer): KybUpdate | null {
  const body = parseObject(rawBody);
  if (body === null) throw new KybCallbackInvalid("the body is not a JSON object");
  const { type, applicantId, createdAtMs, reviewResult } = body;
  if (type !== "applicantReviewed" && type !== "applicantPending") return null;
  if (typeof applicantId !== "string" || typeof createdAtMs !== "string" || !CREATED_AT.test(createdAtMs)) {
    throw new KybCallbackInvalid("applicantId or createdAtMs is missing");
  }
  const occurredAt = new Date(`${createdAtMs.replace(" ", "T")}Z`);
  if (type === "applicantPending") return { customerId: applicantId, status: "pending", reason: null, occurredAt };

  const { reviewAnswer, reviewRejectType, rejectLabels } = (reviewResult ?? {}) as Record<string, unknown>;
  const reason = Array.isArray(rejectLabels)
    ? rejectLabels.filter((label) => typeof label === "string").join(", ") || null
    : null;
  if (reviewAnswer === "GREEN") return { customerId: applicantId, status: "approved", reason: null, occurredAt };
  if (reviewAnswer !== "RED") throw new KybCallbackInvalid("reviewAnswer is neither GREEN nor RED");
  return { customerId: applicantId, status: reviewRejectType === "RETRY" ? "pending" : "rejected", reason, occurredAt };
}

function parseObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
