import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isSigned } from "./pawapay-signature.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const CREATED = 1_767_603_600;
const now = new Date(CREATED * 1_000);
const BODY = Buffer.from('{"depositId":"1","status":"COMPLETED"}');
const digest = (name: "sha-256" | "sha-512", body = BODY): string =>
  `${name}=:${createHash(name.replace("-", "")).update(body).digest("base64")}:`;

type Parts = {
  components: readonly string[];
  params: string;
  label: string;
  headers: Readonly<Record<string, string | undefined>>;
  path: string;
  encoding: "der" | "ieee-p1363";
};
const USUAL: Parts = {
  components: ["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"],
  params: `;alg="ecdsa-p256-sha256";keyid="key-1";created=${CREATED};expires=${CREATED + 60}`,
  label: "sig-pp",
  headers: {
    host: "api.example.com",
    "signature-date": now.toISOString(),
    "content-digest": digest("sha-512"),
    "content-type": "application/json",
  },
  path: "/v1/callbacks/pawapay",
  encoding: "der",
};

/** Signed over the component values that RFC 9421 defines, independently of the service's code. */
function callbackOf(change: Partial<Parts> = {}, values: Readonly<Record<string, string>> = {}) {
  const parts = { ...USUAL, ...change, headers: { ...USUAL.headers, ...change.headers } };
  const known: Record<string, string | undefined> = {
    "@method": "POST",
    "@authority": "api.example.com",
    "@path": "/v1/callbacks/pawapay",
    ...parts.headers,
    ...values,
  };
  const input = `(${parts.components.map((name) => `"${name}"`).join(" ")})${parts.params}`;
  const base = [...parts.components.map((name) => `"${name}": ${known[name]}`), `"@signature-params": ${input}`].join(
    "\n",
  );
  const signature = sign("sha256", Buffer.from(base), { key: privateKey, dsaEncoding: parts.encoding }).toString(
    "base64",
  );
  return {
    rawBody: BODY,
    path: parts.path,
    headers: {
      ...parts.headers,
      "signature-input": `${parts.label}=${input}`,
      signature: `${parts.label}=:${signature}:`,
    } as Record<string, string | undefined>,
  };
}

const holds = (callback = callbackOf(), at = now): boolean => isSigned(callback, publicKey, at);
const withHeaders = (change: Record<string, string | undefined>, of = callbackOf()) => ({
  ...of,
  headers: { ...of.headers, ...change },
});

describe("a callback is genuine", () => {
  test.each<[string, Partial<Parts>, Record<string, string>?]>([
    ["in DER, as pawaPay writes it", {}],
    ["with r and s side by side, as the RFC asks", { encoding: "ieee-p1363" }],
    ["by the digest of either length", { headers: { "content-digest": digest("sha-256") } }],
    ["by both digests", { headers: { "content-digest": `${digest("sha-256")}, ${digest("sha-512")}` } }],
    ["beside a digest that we do not know", { headers: { "content-digest": `md5=:AAAA:, ${digest("sha-512")}` } }],
    ["over the digest alone", { components: ["content-digest"] }],
    ["at a host in capitals with the usual port", { headers: { host: "API.Example.com:443" } }],
    ["at the port of plain HTTP", { headers: { host: "api.example.com:80" } }],
    ["at another port", { headers: { host: "api.example.com:8443" } }, { "@authority": "api.example.com:8443" }],
    [
      "at a port that begins like the usual one",
      { headers: { host: "api.example.com:4430" } },
      { "@authority": "api.example.com:4430" },
    ],
    ["with a query, which @path leaves out", { path: "/v1/callbacks/pawapay?a=1#b" }],
    [
      "with blanks around a header's value",
      { headers: { "content-type": "  application/json " } },
      { "content-type": "application/json" },
    ],
    ["with its time at the end", { params: `;created=${CREATED}` }],
  ])("%s", (_, change, values = {}) => {
    expect(holds(callbackOf(change, values))).toBe(true);
  });

  test("among other signatures", () => {
    const callback = callbackOf();
    expect(holds(withHeaders({ signature: `other=:AAAA:, ${callback.headers["signature"]}` }, callback))).toBe(true);
  });

  test("within five minutes of its time", () => {
    const offsets = [-300_001, -300_000, 300_000, 300_001];
    expect(offsets.map((offset) => holds(callbackOf(), new Date(now.getTime() + offset)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("a callback is not genuine", () => {
  test.each<[string, ReturnType<typeof callbackOf>]>([
    ["without a signature", withHeaders({ signature: undefined })],
    ["without its input", withHeaders({ "signature-input": undefined })],
    [
      "with a signature of another label",
      withHeaders({ signature: callbackOf().headers["signature"]!.replace("sig-pp", "sig-xx") }),
    ],
    ["with a signature that is no base64", withHeaders({ signature: "sig-pp=:!!!!:" })],
    ["with a signature that has no end", withHeaders({ signature: callbackOf().headers["signature"]!.slice(0, -1) })],
    ["with something behind its signature", withHeaders({ signature: `${callbackOf().headers["signature"]}x` })],
    ["with another body", { ...callbackOf(), rawBody: Buffer.from("{}") }],
    ["to another path", { ...callbackOf(), path: "/v1/callbacks/other" }],
    ["to another host", withHeaders({ host: "api.example.org" })],
    ["without a host", withHeaders({ host: undefined })],
    ["with another signed header", withHeaders({ "content-type": "text/plain" })],
    ["without a signed header", withHeaders({ "content-type": undefined })],
    ["that does not sign its digest", callbackOf({ components: ["@method", "@path", "content-type"] })],
    ["without a digest", callbackOf({ headers: { "content-digest": undefined } }, { "content-digest": "" })],
    ["by a digest that we do not know", callbackOf({ headers: { "content-digest": "md5=:AAAA:" } })],
    [
      "by the digest of another body",
      callbackOf({ headers: { "content-digest": digest("sha-512", Buffer.from("{}")) } }),
    ],
    [
      "where one of two digests is of another body",
      callbackOf({ headers: { "content-digest": `${digest("sha-256")}, ${digest("sha-512", Buffer.from("{}"))}` } }),
    ],
    ["by a digest that is cut", callbackOf({ headers: { "content-digest": "sha-256=:AAAA:" } })],
    ["without a time", callbackOf({ params: `;keyid="key-1"` })],
    ["with a time that is too long", callbackOf({ params: `;created=${"1".repeat(13)}` })],
    ["with a time that is no number", callbackOf({ params: `;created=${CREATED}x` })],
    [
      "over a component that we do not know",
      callbackOf({ components: ["@query", "content-digest"] }, { "@query": "undefined" }),
    ],
    [
      "over a header that is named like a component",
      callbackOf({ components: ["@query", "content-digest"], headers: { "@query": "x" } }),
    ],
    [
      "over a property that every object has",
      callbackOf({ components: ["constructor", "content-digest"] }, { constructor: String(Object) }),
    ],
    ["with a label in capitals", callbackOf({ label: "SIG" })],
    [
      "with something before its input",
      withHeaders({ "signature-input": ` ${callbackOf().headers["signature-input"]}` }),
    ],
    [
      "with a line break behind its input",
      withHeaders({ "signature-input": `${callbackOf().headers["signature-input"]}\n` }),
    ],
  ])("%s", (_, callback) => {
    expect(holds(callback)).toBe(false);
  });

  test("by the key of another", () => {
    expect(isSigned(callbackOf(), generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey, now)).toBe(false);
  });

  test("over a header that came as a list", () => {
    const callback = callbackOf({ components: ["set-cookie", "content-digest"] }, { "set-cookie": "a,b" });
    const headers = { ...callback.headers, "set-cookie": ["a", "b"] as unknown as string };
    expect(holds({ ...callback, headers })).toBe(false);
  });
});
