import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from "jose";

/**
 * An OpenID issuer that shares only the standard with the product: its own keys, its own HTTP server. It signs whatever
 * a test requests, and answers the authorization code flow for one waiting person.
 */
export type IndependentIssuer = {
  readonly issuer: string;
  readonly jwksUri: string;
  /** How often its keys were fetched. */
  keyRequests(): number;
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  addKey(): Promise<string>;
  /** Served beside its keys, whatever it is. */
  publish(jwk: JWK): void;
  /** Answer key requests with this status from now on; 200 restores it. */
  breakKeys(status: number): void;
  /** Where the authorization page sends its visitor next; it gets the browser's query. */
  onAuthorize(answer: (query: URLSearchParams) => string): void;
  /** The token endpoint's answer for a code; it also gets the posted form. */
  onToken(
    answer: (form: URLSearchParams, authorization: string | undefined) => Promise<{ status: number; body: object }>,
  ): void;
  close(): Promise<void>;
};

export async function startIndependentIssuer(algorithm: "RS256" | "EdDSA" = "RS256"): Promise<IndependentIssuer> {
  const keys: { keyId: string; privateKey: CryptoKey; publicJwk: JWK }[] = [];
  const published: JWK[] = [];
  let requests = 0;
  let keyStatus = 200;
  let answerAuthorize: Parameters<IndependentIssuer["onAuthorize"]>[0] = () => "about:blank";
  let answerToken: Parameters<IndependentIssuer["onToken"]>[0] = async () => ({
    status: 400,
    body: { error: "invalid_grant" },
  });

  async function addKey(): Promise<string> {
    const { publicKey, privateKey } = await generateKeyPair(algorithm);
    const keyId = `key-${keys.length + 1}`;
    keys.push({
      keyId,
      privateKey,
      publicJwk: { ...(await exportJWK(publicKey)), kid: keyId, alg: algorithm, use: "sig" },
    });
    return keyId;
  }
  await addKey();

  const server = createServer((request, response) => {
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/keys") {
      requests += 1;
      return json(keyStatus, { keys: [...keys.map(({ publicJwk }) => publicJwk), ...published] });
    }
    if (request.url === "/.well-known/openid-configuration") {
      return json(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      });
    }
    if (request.url?.startsWith("/authorize?") === true) {
      const next = answerAuthorize(new URL(request.url, issuer).searchParams).replaceAll("&", "&amp;");
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<title>Elsewhere</title><a href="${next}">Go on as Ann</a>`);
    }
    if (request.url === "/token" && request.method === "POST") {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on(
        "end",
        () =>
          void answerToken(new URLSearchParams(text), request.headers.authorization).then(({ status, body }) =>
            json(status, body),
          ),
      );
      return;
    }
    json(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    jwksUri: `${issuer}/keys`,
    keyRequests: () => requests,
    addKey,
    publish: (jwk) => void published.push(jwk),
    breakKeys: (status) => (keyStatus = status),
    onAuthorize: (answer) => (answerAuthorize = answer),
    onToken: (answer) => (answerToken = answer),
    sign: (claims, header) => {
      const { keyId, privateKey } = keys.at(-1)!;
      return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: keyId, ...header }).sign(privateKey);
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}
