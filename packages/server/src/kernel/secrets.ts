import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/**
 * Secrets that must be readable again (signing secrets, provider credentials) are sealed: AES-256-GCM under a key
 * derived from the master secret, bound to the place where they are stored: copied into another row, a text does not
 * open.
 *
 *   v1.<key id>.<base64url of nonce, tag, ciphertext>
 *
 * The key id names the master secret. To rotate, start with the new one and list the old ones after it: old texts still
 * open. `corridor reseal` finds them by `isCurrent` and seals them again.
 */
export type SecretBox = {
  seal(plaintext: string, place: string): string;
  /** Throws `SecretUnreadable`: changed, of another place, or under a master secret that is not configured. */
  open(sealed: string, place: string): string;
  isCurrent(sealed: string): boolean;
  /**
   * Equal texts have equal fingerprints: one under the current master secret, then one under each earlier one. A plain
   * digest is not enough: of a card number with a few unknown digits, an attacker can try them all.
   */
  fingerprints(text: string, place: string): readonly [Buffer, ...Buffer[]];
};

/** Null for what was forged, or sealed under a lost master secret. */
export function openIfOurs(secrets: SecretBox, sealed: string, place: string): string | null {
  try {
    return secrets.open(sealed, place);
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

export class SecretUnreadable extends Error {
  override name = "SecretUnreadable";
}

const VERSION = "v1";
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const KEY_ID_LENGTH = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_PURPOSE = "corridor stored secrets";
const FINGERPRINT_PURPOSE = "corridor fingerprints";

type Key = { readonly id: string; readonly bytes: Buffer; readonly fingerprintBytes: Buffer };

type MasterSecrets = { masterSecret: string; previousMasterSecrets?: readonly string[] };

export function createSecretBox(options: MasterSecrets): SecretBox {
  const current = deriveKey(options.masterSecret);
  const earlier = (options.previousMasterSecrets ?? []).map(deriveKey);
  const keys = new Map([...earlier, current].map((key) => [key.id, key]));

  return {
    seal(plaintext, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current.bytes, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return `${VERSION}.${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
    },
    open(sealed, place) {
      const [version, keyId, text, ...rest] = sealed.split(".");
      if (version !== VERSION || keyId === undefined || text === undefined || rest.length > 0)
        throw new SecretUnreadable("a stored secret has an unknown form");
      const key = keys.get(keyId);
      if (key === undefined)
        throw new SecretUnreadable(
          `a stored secret was sealed under another master secret (${keyId}) than CORRIDOR_SECRET and ` +
            "CORRIDOR_PREVIOUS_SECRETS name",
        );
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SecretUnreadable("a stored secret is cut short");
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const plain = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(plain).toString("utf8");
      } catch {
        throw new SecretUnreadable("a stored secret was changed or belongs to another place");
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${current.id}.`),
    fingerprints(text, place) {
      const under = (key: Key): Buffer =>
        createHmac("sha256", key.fingerprintBytes).update(`${place.length}:${place}`).update(text).digest();
      return [under(current), ...earlier.map(under)];
    },
  };
}

function deriveKey(masterSecret: string): Key {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", masterSecret, "", purpose, KEY_BYTES));
  const bytes = derive(KEY_PURPOSE);
  return {
    id: createHash("sha256").update(bytes).digest("hex").slice(0, KEY_ID_LENGTH),
    bytes,
    fingerprintBytes: derive(FINGERPRINT_PURPOSE),
  };
}
