import { constants, publicEncrypt, X509Certificate } from "node:crypto";

const NAIROBI_AHEAD_MS = 3 * 60 * 60_000;

/** Daraja reads times in Kenya's time zone, which is three hours ahead all year: `YYYYMMDDHHmmss`. */
export function timestampOf(now: Date): string {
  return new Date(now.getTime() + NAIROBI_AHEAD_MS).toISOString().replace(/\D/g, "").slice(0, 14);
}

export function promptPasswordOf(shortCode: string, passkey: string, timestamp: string): string {
  return Buffer.from(`${shortCode}${passkey}${timestamp}`).toString("base64");
}

/**
 * The initiator's password, encrypted for Safaricom's certificate by RSA with PKCS#1 v1.5, all that M-PESA accepts.
 * Null when the certificate cannot be read. A form may have removed its line breaks, so only the text
 * between its first and last line counts.
 */
export function securityCredentialOf(password: string, certificate: string): string | null {
  try {
    const der = Buffer.from(certificate.replace(/-----(BEGIN|END) CERTIFICATE-----/g, ""), "base64");
    const { publicKey } = new X509Certificate(der);
    return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
      "base64",
    );
  } catch {
    return null;
  }
}
