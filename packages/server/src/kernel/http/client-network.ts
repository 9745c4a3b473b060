import { isIPv6, SocketAddress } from "node:net";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS_OF_A_NETWORK = 4;
const GROUPS = 8;

/** The IPv4 address, or the /64 of an IPv6 address: a household or a rented server has a whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = MAPPED_IPV4.exec(address);
  if (mapped !== null) return mapped[1]!;
  if (!isIPv6(address)) return address;
  // The runtime first writes the address in canonical form: without leading zeros, a zone or a dotted end.
  const canonical = new SocketAddress({ address: address.split("%")[0]!, family: "ipv6" }).address;
  const [head = "", tail] = canonical.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, GROUPS_OF_A_NETWORK).join(":")}::/64`;
}
