import { isIPv6, SocketAddress } from "node:net";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS_OF_A_NETWORK = 4;
const GROUPS = 8;

/**
 * The key by which limits count a client: its IPv4 address, or the /64 network of its IPv6 address. A household or a
 * rented server has a whole /64, so limits on single IPv6 addresses limit nobody.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address);
  if (mapped !== null) return mapped[1]!;
  if (!isIPv6(address)) return address;
  // The runtime first writes the address in canonical form: without leading zeros, a zone or a dotted end.
  const canonical = new SocketAddress({ address: address.split("%")[0]!, family: "ipv6" }).address;
  const [head = "", tail] = canonical.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length) },
    () => "0",
  );
  return `${[...before, ...zeros, ...after].slice(0, GROUPS_OF_A_NETWORK).join(":")}::/64`;
}
