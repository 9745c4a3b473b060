import { crc16 } from "@corridor/base/crc16.ts";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base32, base58, bech32, createBase58check } from "@scure/base";
import type { ChainTransaction } from "./operation.ts";

/** Simulated chains: addresses that any wallet library accepts, hashes of the right form, growing confirmations. */
type ChainNetwork = { requiredConfirmations: number; newAddress: () => string; newHash: () => string };

const hexHash = (): string => randomBytes(32).toString("hex");
const prefixedHexHash = (): string => `0x${hexHash()}`;

const evm = (requiredConfirmations: number): ChainNetwork => ({
  requiredConfirmations,
  newAddress: newEvmAddress,
  newHash: prefixedHexHash,
});

/** Fewer confirmations than the real networks require, in proportion: each takes `SANDBOX_DELAY_MS`. */
const NETWORKS: Readonly<Record<string, ChainNetwork>> = {
  BITCOIN: { requiredConfirmations: 2, newAddress: newBitcoinAddress, newHash: hexHash },
  ETHEREUM: evm(3),
  POLYGON: evm(3),
  BASE: evm(3),
  BSC: evm(3),
  CELO: evm(3),
  TRON: { requiredConfirmations: 3, newAddress: newTronAddress, newHash: hexHash },
  SOLANA: {
    requiredConfirmations: 1,
    newAddress: () => base58.encode(newEd25519PublicKey()),
    newHash: () => base58.encode(randomBytes(64)),
  },
  STELLAR: { requiredConfirmations: 1, newAddress: newStellarAddress, newHash: hexHash },
};

export const NETWORK_NAMES: readonly string[] = Object.keys(NETWORKS);

export function chainNetwork(name: string): (ChainNetwork & { name: string }) | null {
  const upper = name.toUpperCase();
  return Object.hasOwn(NETWORKS, upper) ? { name: upper, ...NETWORKS[upper]! } : null;
}

/** Blocks are evenly spaced between the moment a transaction is seen and the moment it is final. */
export function confirmationsOf({ seenAtMs, finalAtMs }: ChainTransaction, nowMs: number, required: number): number {
  if (nowMs >= finalAtMs) return required;
  return Math.max(0, Math.floor((required * (nowMs - seenAtMs)) / (finalAtMs - seenAtMs)));
}

/** EIP-55: the case of each letter is a bit of the hash of the address. */
function newEvmAddress(): string {
  const address = randomBytes(20).toString("hex");
  const checksum = Buffer.from(keccak_256(Buffer.from(address, "ascii"))).toString("hex");
  return `0x${address.replace(/[a-f]/g, (letter, i: number) => (Number.parseInt(checksum[i]!, 16) >= 8 ? letter.toUpperCase() : letter))}`;
}

/** Pay to witness public key hash, version 0. */
function newBitcoinAddress(): string {
  return bech32.encode("bc", [0, ...bech32.toWords(randomBytes(20))]);
}

function newTronAddress(): string {
  return createBase58check(sha256).encode(Buffer.concat([Buffer.of(0x41), randomBytes(20)]));
}

/** A key on the curve, because wallets refuse to send to a Solana or Stellar address that is not. */
function newEd25519PublicKey(): Buffer {
  const { publicKey } = generateKeyPairSync("ed25519");
  return Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url");
}

/** StrKey: version byte, key, CRC-16/XMODEM in little-endian order. */
function newStellarAddress(): string {
  const payload = Buffer.concat([Buffer.of(6 << 3), newEd25519PublicKey()]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc16(payload));
  return base32.encode(Buffer.concat([payload, checksum]));
}
