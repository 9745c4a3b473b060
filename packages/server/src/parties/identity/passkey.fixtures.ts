import { createSign, generateKeyPairSync, hash, randomBytes } from "node:crypto";

/** A software authenticator (WebAuthn level 2, ES256, attestation "none") whose every part a test can break. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;
const text = (bytes: Buffer): string => bytes.toString("base64url");

export type Asked = { challenge: string };
export type Wrongly = { origin?: string; rpId?: string; unverified?: true; counter?: number; forged?: true };

export function createAuthenticator(home = { origin: "http://localhost", rpId: "localhost" }) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let used = 0;

  const clientData = (type: string, challenge: string, origin = home.origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, wrongly: Wrongly): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrongly.counter ?? (used += 1));
    return Buffer.concat([
      hash("sha256", wrongly.rpId ?? home.rpId, "buffer"),
      Buffer.from([flags & (wrongly.unverified ? ~USER_VERIFIED : 0xff)]),
      counter,
    ]);
  };
  const common = { id: text(id), rawId: text(id), type: "public-key", clientExtensionResults: {} } as const;

  return {
    id: text(id),
    create({ challenge }: Asked, wrongly: Wrongly = {}) {
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x!, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y!, "base64url"),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([
        authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_KEY, wrongly),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const clientDataJSON = text(clientData("webauthn.create", challenge, wrongly.origin));
      return {
        ...common,
        response: { clientDataJSON, attestationObject: text(attestation), transports: ["internal"] },
      };
    },
    sign({ challenge }: Asked, wrongly: Wrongly = {}) {
      const client = clientData("webauthn.get", challenge, wrongly.origin);
      const data = authenticatorData(USER_PRESENT | USER_VERIFIED, wrongly);
      const signature = createSign("sha256")
        .update(data)
        .update(hash("sha256", client, "buffer"))
        .sign(privateKey);
      if (wrongly.forged) signature[signature.length - 1]! ^= 1;
      return {
        ...common,
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      };
    },
  };
}
