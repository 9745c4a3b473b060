import { lookup as systemLookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

/**
 * Keeps requests to registered addresses away from our own network. A name may resolve to something else a moment after
 * a check of its URL, so the check sits in the connection: `connect` resolves the name once, refuses unless every
 * address is public, and dials only those. The name is kept for SNI and certificate. There is no second lookup, no
 * redirect and no proxy from the environment, since the dispatcher built on it knows none of them.
 */
export type AddressGuard = {
  /** Checks the text of the address alone. Throws `AddressError`. */
  checkUrl(text: string): URL;
  /** Throws "refused" when the name resolves to an address that is not public. One without an address passes. */
  checkHost(url: URL): Promise<void>;
  /** For undici's `Agent({ connect })`. */
  readonly connect: buildConnector.connector;
};

export type AddressErrorKind = "refused" | "not_found" | "lookup_failed";

export class AddressError extends Error {
  override name = "AddressError";
  readonly kind: AddressErrorKind;
  constructor(kind: AddressErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export type AddressGuardOptions = {
  /** Allows plain http and every address, for local work only. */
  allowInsecure: boolean;
  connectTimeoutMs: number;
  /** Further certificate authorities to trust, in PEM. */
  certificateAuthorities?: readonly string[];
  /** `address:port` of the DNS servers to query instead of the system's. */
  dnsServers?: readonly string[];
  dnsTimeoutMs?: number;
  /** Resolves a name to its addresses; every one of them is checked. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
  isAllowed?: (address: string) => boolean;
};

const MAX_URL_LENGTH = 2_048;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
const HOST_CHECK_LIMIT_MS = 3_000;

/** Parsers read other texts differently (blanks, controls, backslashes, slashes), so they name no certain host. */
const PLAIN_URL = /^https?:\/\/[^/\\?#@\s][^\\\s\p{Cc}\p{Cf}]*$/iu;
const AUTHORITY_WITH_USER = /^[^/]*\/\/[^/?#]*@/;
const PLAIN_HOSTNAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that never belong to the public internet, or that a resolver completes from its own search list. */
const PRIVATE_SUFFIXES = "localhost local localdomain internal intranet private corp home lan home.arpa onion".split(
  " ",
);

/** Ports on which another protocol than HTTP listens, as browsers block them. */
const BLOCKED_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const { allowInsecure } = options;
  const isAllowed = options.isAllowed ?? (allowInsecure ? () => true : isPublicAddress);
  const resolve = options.resolve ?? (allowInsecure ? resolveBySystem : publicResolver(options));

  async function checkedAddresses(hostname: string): Promise<readonly string[]> {
    const addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
    if (addresses.length === 0) throw new AddressError("not_found", `${hostname} has no address`);
    // The message does not name the address: strangers must not learn from us what an internal name resolves to.
    if (!addresses.every(isAllowed))
      throw new AddressError("refused", `${hostname} resolves to an address that is not public`);
    return addresses;
  }

  /** `net.connect` calls this for addresses. It dials the addresses returned here and no others. */
  const checkedLookup: LookupFunction = (hostname, lookupOptions, callback) => {
    void checkedAddresses(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (lookupOptions.all === true) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, lookupOptions.all === true ? [] : "", 0),
    );
  };

  const dial = buildConnector({
    allowH2: false,
    timeout: options.connectTimeoutMs,
    autoSelectFamily: true,
    lookup: checkedLookup,
    ...(options.certificateAuthorities === undefined ? {} : { ca: [...options.certificateAuthorities] }),
  });

  return {
    checkUrl: (text) => checkUrl(text, allowInsecure, isAllowed),
    async checkHost(url) {
      const limit = Promise.withResolvers<readonly string[]>();
      const timer = setTimeout(() => limit.resolve([]), HOST_CHECK_LIMIT_MS);
      try {
        await Promise.race([checkedAddresses(bareHostname(url)), limit.promise]);
      } catch (error) {
        if (!(error instanceof AddressError) || error.kind === "refused") throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    connect(target, callback) {
      // A literal address is dialed without any lookup, so it is checked here.
      if (isIP(target.hostname) !== 0 && !isAllowed(target.hostname)) {
        callback(new AddressError("refused", `${target.hostname} is not a public address`), null);
        return;
      }
      dial(target, (...result) => {
        const [error, socket] = result;
        if (error === null && (socket.remoteAddress === undefined || !isAllowed(socket.remoteAddress))) {
          socket.destroy();
          callback(
            new AddressError("refused", `${target.hostname} was reached at an address that is not public`),
            null,
          );
        } else callback(...result);
      });
    },
  };
}

function checkUrl(text: string, allowInsecure: boolean, isAllowed: (address: string) => boolean): URL {
  if (text.length > MAX_URL_LENGTH)
    throw new AddressError("refused", `must be at most ${MAX_URL_LENGTH} characters long`);
  if (!PLAIN_URL.test(text) || !URL.canParse(text))
    throw new AddressError("refused", "must be a URL like https://example.com/path");
  const url = new URL(text);
  if (AUTHORITY_WITH_USER.test(text)) throw new AddressError("refused", "must not contain a user name or password");
  if (allowInsecure) return url;
  if (url.protocol !== "https:") throw new AddressError("refused", "must be an https URL");
  if (BLOCKED_PORTS.has(Number(url.port))) throw new AddressError("refused", `must not use port ${url.port}`);
  const hostname = bareHostname(url);
  if (isIP(hostname) === 4 && !text.slice("https://".length).startsWith(hostname)) {
    // Octal, hexadecimal or shortened: one parser's 17.118.141.27 is another's 127.0.0.1.
    throw new AddressError("refused", "must write an IPv4 address as four decimal numbers");
  } else if (isIP(hostname) !== 0) {
    if (!isAllowed(hostname))
      throw new AddressError("refused", `must not name ${hostname}, which is not a public address`);
  } else if (!PLAIN_HOSTNAME.test(hostname)) {
    throw new AddressError("refused", "must name a full domain, such as hooks.example.com");
  } else if (PRIVATE_SUFFIXES.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`))) {
    throw new AddressError("refused", `must not name ${hostname}, which is not a public domain`);
  }
  return url;
}

function bareHostname(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** ISATAP tunnels an IPv4 address under these: `::0:5efe:a.b.c.d` and `::200:5efe:a.b.c.d`. */
const ISATAP_GROUPS = [0x0000, 0x0200];
const ISATAP_MARK = 0x5efe;
/** This address looks public, but a virtual machine reaches its host's control plane there. */
const CLOUD_CONTROL_ADDRESSES = new Set(["168.63.129.16"]);

/** Forms that wrap an IPv4 address (6to4, NAT64, ...) are refused whole: every unwrapping rule may be mistaken. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return !CLOUD_CONTROL_ADDRESSES.has(address.toString());
  const groups = address.parts;
  const isTunnelled = groups[5] === ISATAP_MARK && ISATAP_GROUPS.includes(groups[4]!);
  return address.match(GLOBAL_UNICAST) && !isTunnelled;
}

/** The system's lookup reads the hosts file, whose names are internal; silent servers would keep its threads busy. */
function publicResolver(options: AddressGuardOptions): (hostname: string) => Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: options.dnsTimeoutMs ?? DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (options.dnsServers !== undefined) resolver.setServers(options.dnsServers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const codes = answers.map((answer) =>
      answer.status === "rejected" ? String((answer.reason as NodeJS.ErrnoException).code) : "",
    );
    if (codes.every((code) => code === "ENOTFOUND" || code === "ENODATA"))
      throw new AddressError("not_found", `${hostname} has no address`);
    throw new AddressError("lookup_failed", `${hostname} could not be looked up (${codes.join(", ")})`);
  };
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  try {
    return (await systemLookup(hostname, { all: true })).map(({ address }) => address);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw code === "ENOTFOUND"
      ? new AddressError("not_found", `${hostname} has no address`)
      : new AddressError("lookup_failed", `${hostname} could not be looked up (${code})`);
  }
}
