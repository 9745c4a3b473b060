import { createPublicKey, type KeyObject } from "node:crypto";

/**
 * A provider's public key as an admin pastes it: PEM, whose line breaks a form may have removed or JSON escaped, or its
 * base64 alone. Null when it is invalid.
 */
export function publicKeyOf(text: string): KeyObject | null {
  const der = Buffer.from(text.replace(/-----[A-Z ]+-----/g, "").replace(/\\[nr]|\s+/g, ""), "base64");
  try {
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    return null;
  }
}
