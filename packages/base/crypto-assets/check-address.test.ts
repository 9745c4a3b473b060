import { sha256 } from "@noble/hashes/sha2.js";
import { base32nopad, base58, bech32, bech32m, createBase58check } from "@scure/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAddress } from "./check-address.ts";
import type { CryptoNetwork } from "./crypto-assets.ts";

const base58check = createBase58check(sha256);

/** Published examples: EIP-55, BIP-173, BIP-350, SEP-23 and well-known contracts and accounts. */
const REAL_ADDRESSES: [CryptoNetwork, string][] = [
  ["ETHEREUM", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["POLYGON", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["BASE", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"],
  ["BSC", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"],
  ["CELO", "0xde709f2102306220921060314715629080e2fb77"],
  ["ETHEREUM", "0x52908400098527886E0F7030069857D2E4169EE7"],
  ["TRON", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["BITCOIN", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["BITCOIN", "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"],
  ["BITCOIN", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["BITCOIN", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
  ["BITCOIN", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
  ["BITCOIN", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["SOLANA", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
  ["SOLANA", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"],
  ["STELLAR", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"],
  ["STELLAR", "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK"],
];

describe("real addresses", () => {
  it.each(REAL_ADDRESSES)("%s accepts %s", (network, address) => {
    expect(checkAddress(network, address)).toEqual({ valid: true });
  });

  it("of one kind of network are refused on every other", () => {
    const kindOf = (network: CryptoNetwork): string =>
      ["ETHEREUM", "POLYGON", "BASE", "BSC", "CELO"].includes(network) ? "EVM" : network;
    const strangers = REAL_ADDRESSES.flatMap(([home, address]) =>
      REAL_ADDRESSES.filter(([other]) => kindOf(other) !== kindOf(home)).map(([other]) => ({ other, address })),
    );
    expect(strangers.length).toBeGreaterThan(100);
    expect(strangers.filter(({ other, address }) => checkAddress(other, address).valid)).toEqual([]);
  });
});

describe("refused addresses", () => {
  it.each<[CryptoNetwork, string, RegExp]>([
    ["ETHEREUM", "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed", /wrong checksum/],
    ["ETHEREUM", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", /0x followed by 40/],
    ["ETHEREUM", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", /0x followed by 40/],
    ["ETHEREUM", `0x${"0".repeat(40)}`, /zero address/],
    ["TRON", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", /checksum/],
    ["TRON", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", /zero address/],
    ["TRON", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", /begin with T/],
    ["BITCOIN", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", /not an address of the Bitcoin main network/],
    ["BITCOIN", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", /test network/],
    ["BITCOIN", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", /test network/],
    ["BITCOIN", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", /wrong bech32 checksum/],
    ["BITCOIN", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3t4", /wrong bech32 checksum/],
    ["BITCOIN", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", /checksum of another segwit version/],
    ["BITCOIN", "BC1SW50QGDZ25J", /version 16, which is not in use/],
    ["BITCOIN", "bc1pfeessrawgf", /taproot program of the wrong length/],
    ["BITCOIN", "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", /program of the wrong length/],
    ["SOLANA", "11111111111111111111111111111111", /system program/],
    ["SOLANA", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTD", /32 bytes/],
    ["SOLANA", "0PjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", /not base58/],
    ["STELLAR", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA", /wrong checksum/],
    ["STELLAR", "GAAAAAAAACGC6", /wrong length/],
    ["STELLAR", "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLL", /not base32/],
    ["STELLAR", "SAK4B2DR2MMOMPFXUEIQTTLGRPTDTFN7WJ5ZKDQDPHVYOSDOGPJ3OJZV", /begins with G/],
    ["STELLAR", "ga7qynf7sowq3glr2bgmzehxavirza4kvwltjjfc7mgxua74p7ujvsgz", /begins with G/],
    ["BITCOIN", "", /must be a BITCOIN address/],
    ["SOLANA", "1".repeat(101), /must be a SOLANA address/],
  ])("%s refuses %s", (network, address, reason) => {
    expect(checkAddress(network, address)).toEqual({ valid: false, reason: expect.stringMatching(reason) });
  });
});

describe("a checksum", () => {
  const key20 = fc.uint8Array({ minLength: 20, maxLength: 20 }).filter((bytes) => bytes.some((byte) => byte !== 0));
  const key32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => bytes.some((byte) => byte !== 0));
  const versioned = (version: number, bytes: Uint8Array): Uint8Array => Uint8Array.of(version, ...bytes);
  const stellar = (version: number, bytes: Uint8Array): string => {
    const payload = versioned(version, bytes);
    let crc = 0;
    for (const byte of payload)
      for (let bit = 7; bit >= 0; bit--) crc = ((crc << 1) ^ (((crc >> 15) ^ (byte >> bit)) & 1 ? 0x1021 : 0)) & 0xffff;
    return base32nopad.encode(Uint8Array.of(...payload, crc & 0xff, crc >> 8));
  };

  const generated: [CryptoNetwork, fc.Arbitrary<string>, string][] = [
    [
      "TRON",
      key20.map((key) => base58check.encode(versioned(0x41, key))),
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    ],
    [
      "BITCOIN",
      key20.map((key) => base58check.encode(versioned(0x00, key))),
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    ],
    [
      "BITCOIN",
      key20.map((key) => base58check.encode(versioned(0x05, key))),
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    ],
    [
      "BITCOIN",
      key20.map((key) => bech32.encode("bc", [0, ...bech32.toWords(key)])),
      "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
    ],
    [
      "BITCOIN",
      key32.map((key) => bech32m.encode("bc", [1, ...bech32m.toWords(key)])),
      "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
    ],
    ["STELLAR", key32.map((key) => stellar(6 << 3, key)), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"],
    [
      "STELLAR",
      fc.uint8Array({ minLength: 40, maxLength: 40 }).map((key) => stellar(12 << 3, key)),
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    ],
  ];

  it.each(generated)(
    "on %s accepts every right address and refuses it with any one character changed",
    (network, address, alphabet) => {
      fc.assert(
        fc.property(address, fc.nat(), fc.nat(), (right, position, replacement) => {
          expect(checkAddress(network, right)).toEqual({ valid: true });
          const at = position % right.length;
          const letter = alphabet[replacement % alphabet.length]!;
          fc.pre(letter !== right[at]);
          expect(checkAddress(network, right.slice(0, at) + letter + right.slice(at + 1)).valid).toBe(false);
        }),
        { numRuns: 500 },
      );
    },
  );

  it("of a mixed-case EVM address refuses any one letter in the other case", () => {
    const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const flipped = Array.from({ length: 40 }, (_, index) => index + 2)
      .filter((at) => /[a-f]/i.test(address[at]!))
      .map((at) => {
        const letter = address[at]!;
        return (
          address.slice(0, at) +
          (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) +
          address.slice(at + 1)
        );
      });
    expect(flipped.length).toBeGreaterThan(10);
    expect(flipped.filter((each) => checkAddress("ETHEREUM", each).valid)).toEqual([]);
  });

  it("is what Solana lacks: any 32 bytes but the system program are an address, on the curve or off it", () => {
    fc.assert(
      fc.property(key32, (key) => {
        expect(checkAddress("SOLANA", base58.encode(key))).toEqual({ valid: true });
      }),
    );
  });
});
