import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base32nopad, base58, bech32, bech32m, createBase58check, hex } from "@scure/base";
import { crc16 } from "../crc16.ts";
import type { CryptoNetwork } from "./crypto-assets.ts";

/**
 * Funds sent to a wrong address are lost, so every checksum of a chain's addresses is verified. Addresses of test
 * networks and addresses that nobody can spend from are refused.
 */
export type AddressCheck = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/** Longer than any address of any network here: hostile text is refused before it is decoded. */
const MAX_ADDRESS_LENGTH = 100;

const VALID: AddressCheck = { valid: true };
const invalid = (reason: string): AddressCheck => ({ valid: false, reason });

const base58check = createBase58check(sha256);

export function checkAddress(network: CryptoNetwork, address: string): AddressCheck {
  if (address.length === 0 || address.length > MAX_ADDRESS_LENGTH) return invalid(`must be a ${network} address`);
  switch (network) {
    case "ETHEREUM":
    case "POLYGON":
    case "BASE":
    case "BSC":
    case "CELO":
      return checkEvmAddress(address);
    case "TRON":
      return checkTronAddress(address);
    case "BITCOIN":
      return checkBitcoinAddress(address);
    case "SOLANA":
      return checkSolanaAddress(address);
    case "STELLAR":
      return checkStellarAddress(address);
  }
}

/** EIP-55: the case of each letter is a checksum. All lower or all upper case carries none and is accepted. */
function checkEvmAddress(address: string): AddressCheck {
  const match = /^0x([0-9a-fA-F]{40})$/.exec(address);
  if (match === null) return invalid("must be 0x followed by 40 hexadecimal digits");
  const written = match[1]!;
  const lower = written.toLowerCase();
  if (/^0+$/.test(lower)) return invalid("is the zero address, from which nothing can be spent");
  if (written === lower || written === written.toUpperCase()) return VALID;
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  for (let i = 0; i < lower.length; i++) {
    const expected = Number.parseInt(hash[i]!, 16) >= 8 ? lower[i]!.toUpperCase() : lower[i]!;
    if (written[i] !== expected)
      return invalid("has a wrong checksum (the mix of upper and lower case); check it for a typing error");
  }
  return VALID;
}

const TRON_VERSION = 0x41;

function checkTronAddress(address: string): AddressCheck {
  const payload = decodeOrNull(() => base58check.decode(address));
  if (payload === null) return invalid("is not base58 with a right checksum; check it for a typing error");
  if (payload.length !== 21 || payload[0] !== TRON_VERSION)
    return invalid("must be a TRON address (34 characters that begin with T)");
  if (isZero(payload.subarray(1))) return invalid("is the zero address, from which nothing can be spent");
  return VALID;
}

const BITCOIN_PAY_TO_KEY_HASH = 0x00;
const BITCOIN_PAY_TO_SCRIPT_HASH = 0x05;
const BITCOIN_MAINNET_PREFIX = "bc";
const BITCOIN_TESTNET_PREFIX = /^(tb|bcrt)1/i;

function checkBitcoinAddress(address: string): AddressCheck {
  if (BITCOIN_TESTNET_PREFIX.test(address)) return invalid("is an address of a Bitcoin test network");
  if (/^bc1/i.test(address)) return checkSegwitAddress(address);
  const payload = decodeOrNull(() => base58check.decode(address));
  if (payload === null)
    return invalid("is neither bech32 nor base58 with a right checksum; check it for a typing error");
  if (payload.length !== 21) return invalid("must be a Bitcoin address");
  if (payload[0] === BITCOIN_PAY_TO_KEY_HASH || payload[0] === BITCOIN_PAY_TO_SCRIPT_HASH) return VALID;
  return invalid("is base58 but not an address of the Bitcoin main network");
}

/**
 * BIP-173 and BIP-350: version 0 is bech32 with a program of 20 or 32 bytes, version 1 (taproot) is bech32m with 32
 * bytes. Later versions, and version 1 at other lengths, can today be spent by anyone: funds sent there are lost.
 */
function checkSegwitAddress(address: string): AddressCheck {
  const asVersionZero = decodeOrNull(() => bech32.decode(address as `${string}1${string}`));
  const asLaterVersion = decodeOrNull(() => bech32m.decode(address as `${string}1${string}`));
  const decoded = asVersionZero ?? asLaterVersion;
  if (decoded === null) return invalid("has a wrong bech32 checksum; check it for a typing error");
  if (decoded.prefix !== BITCOIN_MAINNET_PREFIX) return invalid("must be a Bitcoin address of the main network");
  const [version, ...words] = decoded.words;
  const program = decodeOrNull(() => bech32.fromWords(words));
  if (version === undefined || program === null) return invalid("must be a Bitcoin address");
  if ((version === 0) !== (asVersionZero !== null)) return invalid("uses the checksum of another segwit version");
  if (version === 0)
    return program.length === 20 || program.length === 32 ? VALID : invalid("has a segwit program of the wrong length");
  if (version !== 1) return invalid(`uses segwit version ${version}, which is not in use`);
  return program.length === 32 ? VALID : invalid("has a taproot program of the wrong length");
}

/** A bare 32-byte key without a checksum. Keys off the curve are program-owned accounts, and may receive. */
function checkSolanaAddress(address: string): AddressCheck {
  const key = decodeOrNull(() => base58.decode(address));
  if (key === null) return invalid("is not base58");
  if (key.length !== 32) return invalid("must be the base58 text of 32 bytes");
  if (isZero(key)) return invalid("is the system program, from which nothing can be spent");
  return VALID;
}

const STELLAR_ACCOUNT = { version: 6 << 3, bytes: 32 };
const STELLAR_MUXED_ACCOUNT = { version: 12 << 3, bytes: 40 };
const STELLAR_CHECKSUM_BYTES = 2;

/** Strkey (SEP-23): a version byte, the key (a muxed account adds its 8-byte id), and a CRC-16, low byte first. */
function checkStellarAddress(address: string): AddressCheck {
  const kind = address.startsWith("G") ? STELLAR_ACCOUNT : address.startsWith("M") ? STELLAR_MUXED_ACCOUNT : null;
  if (kind === null)
    return invalid("must be a Stellar account that begins with G, or a muxed account that begins with M");
  const bytes = decodeOrNull(() => base32nopad.decode(address));
  // One text per key: bits that are left over in the last character must be zero, or two texts would name one account.
  if (bytes === null || base32nopad.encode(bytes) !== address) return invalid("is not base32 as Stellar writes it");
  if (bytes.length !== 1 + kind.bytes + STELLAR_CHECKSUM_BYTES || bytes[0] !== kind.version)
    return invalid("has the wrong length for a Stellar account");
  const checksum = bytes[bytes.length - 2]! | (bytes[bytes.length - 1]! << 8);
  if (crc16(bytes.subarray(0, -STELLAR_CHECKSUM_BYTES)) !== checksum)
    return invalid("has a wrong checksum; check it for a typing error");
  return VALID;
}

/** The decoders throw for bad text; here that is an answer, not an error. */
function decodeOrNull<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
