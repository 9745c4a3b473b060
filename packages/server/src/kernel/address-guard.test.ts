import { readFileSync } from "node:fs";
import { createSocket, type Socket } from "node:dgram";
import { createServer, type AddressInfo } from "node:net";
import fc from "fast-check";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { localGuard, startReceiver, type Receiver } from "@corridor/test/harness/receiver.ts";
import { AddressError, createAddressGuard, isPublicAddress, type AddressGuard } from "./address-guard.ts";

type HostileUrl = { readonly url: string; readonly resolves_to?: readonly string[] };
const HOSTILE: Record<string, readonly HostileUrl[]> = JSON.parse(
  readFileSync(new URL("./hostile-urls.json", import.meta.url), "utf8"),
);
const CONNECT_TIMEOUT_MS = 2_000;

/** Listens on every local address. The guard exists to prevent any connection to it. */
let trap: { port: number; connections(): number; close(): Promise<void> };

beforeAll(async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  trap = {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
});

afterAll(() => trap.close());

function strictGuard(resolve: (hostname: string) => Promise<readonly string[]>): AddressGuard {
  return createAddressGuard({ allowInsecure: false, connectTimeoutMs: CONNECT_TIMEOUT_MS, resolve });
}

async function refusalOf(guard: AddressGuard, url: string): Promise<AddressError> {
  try {
    await guard.checkHost(guard.checkUrl(url));
  } catch (error) {
    expect(error).toBeInstanceOf(AddressError);
    return error as AddressError;
  }
  throw new Error(`${JSON.stringify(url)} was let through`);
}

async function dial(guard: AddressGuard, url: string): Promise<unknown> {
  const agent = new Agent({ connect: guard.connect, allowH2: false });
  try {
    const answer = await request(url, { dispatcher: agent, method: "POST", body: "{}" });
    await answer.body.dump();
    return answer.statusCode;
  } catch (error) {
    return error;
  } finally {
    await agent.destroy();
  }
}

describe("hostile URLs", () => {
  const all = Object.values(HOSTILE).flat();

  test("are more than two hundred", () => {
    expect(all.length).toBeGreaterThan(200);
    expect(new Set(all.map(({ url }) => url)).size).toBe(all.length);
  });

  for (const [kind, urls] of Object.entries(HOSTILE)) {
    test(`are refused at registration: ${kind}`, async () => {
      for (const { url, resolves_to } of urls) {
        // A name that does not resolve would pass, so here every other name resolves to a public address: only the URL
        // itself may cause the refusal.
        const guard = strictGuard(async () => resolves_to ?? ["93.184.216.34"]);
        expect((await refusalOf(guard, url)).kind, url).toBe("refused");
      }
    });
  }

  test("reach no address of ours even when they are dialled without having been checked", async () => {
    const before = trap.connections();
    for (const { url, resolves_to } of all) {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) continue;
      const aimed = new URL(url);
      aimed.port = String(trap.port);
      const guard = strictGuard(async () => {
        if (resolves_to === undefined) throw new AddressError("not_found", "no such name");
        return resolves_to;
      });
      const outcome = await dial(guard, aimed.href);
      expect(outcome, url).toBeInstanceOf(Error);
      if (resolves_to !== undefined) expect(outcome, url).toBeInstanceOf(AddressError);
    }
    expect(trap.connections()).toBe(before);
  });
});

describe("public addresses", () => {
  test.each([
    "93.184.216.34",
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "172.15.255.255",
    "192.169.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "11.0.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "2001:4860:4860::8888",
  ])("%s is one", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("never lie in a private network, however the address is chosen", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const inPrivate = fc
      .oneof(
        fc.tuple(fc.constant(10), octet, octet, octet),
        fc.tuple(fc.constant(127), octet, octet, octet),
        fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
        fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
        fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
        fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
        fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
      )
      .map((octets) => octets.join("."));
    fc.assert(
      fc.property(inPrivate, (address) => {
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
        expect(isPublicAddress(`::${address}`)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("of IPv6 tunnel no IPv4 address: the mark of ISATAP is refused where it is one", () => {
    for (const tunnel of ["2606:4700::5efe:a00:1", "2606:4700:0:0:200:5efe:a00:1"])
      expect(isPublicAddress(tunnel), tunnel).toBe(false);
    for (const other of ["2606:4700::100:5efe:a00:1", "2606:4700::5eff:a00:1", "2606:4700::5efe:0:a00:1"])
      expect(isPublicAddress(other), other).toBe(true);
  });

  test("are none of names, and not the address of a cloud's control plane", () => {
    for (const text of ["example.com", "", "1.2.3", "168.63.129.16"]) expect(isPublicAddress(text), text).toBe(false);
    expect(isPublicAddress("168.63.129.17")).toBe(true);
  });

  test("of IPv6 all lie in 2000::/3", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.tuple(group, group, group, group, group, group, group, group), (groups) => {
        const address = groups.map((part) => part.toString(16)).join(":");
        if (isPublicAddress(address)) expect(groups[0]! >> 13).toBe(1);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("good URLs", () => {
  test.each([
    "https://example.com",
    "https://example.com/hooks?tenant=1",
    "https://hooks.example.co.uk:8443/a/b",
    "https://m\u00fcller.example/",
    "https://93.184.216.34/hook",
    "https://[2606:4700::1111]/",
    "https://example.com/a@b",
    "HTTPS://EXAMPLE.COM/",
    "https://_hooks.example.com/",
  ])("%s is let through", async (url) => {
    const guard = strictGuard(async () => ["93.184.216.34"]);
    await expect(guard.checkHost(guard.checkUrl(url))).resolves.toBeUndefined();
  });

  test("whose name does not resolve may be registered: it reaches nobody, and is checked again when dialled", async () => {
    const guard = strictGuard(async () => {
      throw new AddressError("not_found", "no such name");
    });
    await expect(guard.checkHost(guard.checkUrl("https://not-yet.example.com/"))).resolves.toBeUndefined();
  });

  test("whose name servers hang may be registered, too, after three seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const guard = strictGuard(() => new Promise(() => undefined));
      let isDone = false;
      const checked = guard.checkHost(new URL("https://slow.example.com/")).then(() => (isDone = true));
      await vi.advanceTimersByTimeAsync(2_999);
      expect(isDone).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await checked;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("leave no timer behind when their name is resolved", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await strictGuard(async () => ["93.184.216.34"]).checkHost(new URL("https://example.com/"));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("are not let through by a fault of our own", async () => {
    const guard = strictGuard(() => Promise.reject(new RangeError("a bug")));
    await expect(guard.checkHost(new URL("https://example.com/"))).rejects.toThrow("a bug");
  });

  test("may be plain http to a private address where insecure webhooks are allowed", async () => {
    const guard = createAddressGuard({ allowInsecure: true, connectTimeoutMs: CONNECT_TIMEOUT_MS });
    await expect(guard.checkHost(guard.checkUrl("http://localhost:3000/hook"))).resolves.toBeUndefined();
    expect(() => guard.checkUrl("http://user@localhost/")).toThrow(AddressError);
    expect(() => guard.checkUrl("ftp://localhost/")).toThrow(AddressError);
    expect(guard.checkUrl("http://127.0.0.1:22/hook").port).toBe("22");
  });

  test("are as long as 2048 characters, with names of 253 and labels of 63", () => {
    const guard = strictGuard(async () => []);
    const url = `https://example.com/${"a".repeat(2_028)}`;
    expect(guard.checkUrl(url).href).toBe(url);
    expect(() => guard.checkUrl(`${url}a`)).toThrow("at most 2048 characters");
    const name = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
    expect(guard.checkUrl(`https://${name}/`).hostname).toBe(name);
    expect(() => guard.checkUrl(`https://${name}d/`)).toThrow("a full domain");
    expect(() => guard.checkUrl(`https://${"a".repeat(64)}.example/`)).toThrow("a full domain");
  });

  test("are refused for what they are, so that a member can mend them", async () => {
    const guard = strictGuard(async () => ["93.184.216.34"]);
    const refused: [string, string][] = [
      ["https:/example.com", "must be a URL like https://example.com/path"],
      ["https://user:secret@example.com/", "must not contain a user name or password"],
      ["http://example.com/", "must be an https URL"],
      ["https://example.com:22/", "must not use port 22"],
      ["https://0x5d.184.216.34/", "must write an IPv4 address as four decimal numbers"],
      ["https://10.0.0.1/", "must not name 10.0.0.1, which is not a public address"],
      ["https://[fd00::1]/", "must not name fd00::1, which is not a public address"],
      ["https://example/", "must name a full domain, such as hooks.example.com"],
      ["https://db.internal/", "must not name db.internal, which is not a public domain"],
    ];
    for (const [url, message] of refused)
      expect(await refusalOf(guard, url)).toMatchObject({ name: "AddressError", kind: "refused", message });
  });

  test.each([
    " https://example.com/",
    "https://example.com/ ",
    "https://example.com/a b",
    "https://example.com/a\tb",
    "https://exam\nple.com/",
    "https://exam\u00adple.com/",
    "https://example.com/\u200b",
    "https://example.com/\u0000",
    "https://example.com\\path",
    "https://\\example.com/",
    "https:///example.com/",
    "https://?example.com/",
    "https://#example.com/",
    "https://@example.com/",
    "https:example.com/",
    "xhttps://example.com/",
    "ftp://example.com/",
    "https://",
  ])("%j is refused for how it is written, although it would reach a public name", (url) => {
    expect(() => strictGuard(async () => []).checkUrl(url)).toThrow("must be a URL like https://example.com/path");
  });

  test("contain an @ only behind the host", () => {
    const guard = strictGuard(async () => []);
    for (const good of ["https://example.com/a@b", "https://example.com?a@b", "https://example.com#a@b"])
      expect(guard.checkUrl(good).hostname).toBe("example.com");
    for (const bad of [
      "https://user@example.com/",
      "HTTPS://a:b@example.com?c",
      "https://example.com:443@example.org#d",
    ])
      expect(() => guard.checkUrl(bad), bad).toThrow("user name or password");
  });

  test("have a name of labels with letters, digits, hyphens and underscores, and a last label without the latter", () => {
    const guard = strictGuard(async () => []);
    for (const good of [
      "a.bc",
      "a.b",
      "a-b.c-d.example",
      "a_b._c.example",
      "1.2a.example",
      "a.b2c",
      "x.xn--p1ai",
      `a.${"b".repeat(63)}`,
    ])
      expect(guard.checkUrl(`https://${good}/`).hostname, good).toBe(good);
    for (const bad of [
      "a",
      "a.",
      ".a.example",
      "a..example",
      "-a.example",
      "a-.example",
      "a.b-",
      "a.-b",
      "a.b_c",
      "a.2b",
      "a!.example",
      `a.${"b".repeat(64)}`,
    ])
      expect(() => guard.checkUrl(`https://${bad}/`), bad).toThrow(AddressError);
  });

  test.each([
    "localhost",
    "local",
    "localdomain",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "home.arpa",
    "onion",
  ])("end in no %s, which is nobody's public domain", (suffix) => {
    const guard = strictGuard(async () => []);
    expect(() => guard.checkUrl(`https://a.${suffix}/`)).toThrow(
      `must not name a.${suffix}, which is not a public domain`,
    );
    expect(() => guard.checkUrl(`https://${suffix}/`)).toThrow(AddressError);
    expect(guard.checkUrl(`https://a.not${suffix}/`).hostname).toBe(`a.not${suffix}`);
    expect(guard.checkUrl(`https://${suffix}.example.com/`).hostname).toBe(`${suffix}.example.com`);
  });

  test("a refusal does not tell what a name resolves to", async () => {
    const error = await refusalOf(
      strictGuard(async () => ["10.9.8.7"]),
      "https://db.example.com/",
    );
    expect(error.message).not.toContain("10.9.8.7");
  });
});

test("a literal address is checked as it is: no resolver is asked for another", async () => {
  const guard = strictGuard(async () => ["93.184.216.34"]);
  for (const url of ["https://10.0.0.1/", "https://[fd00::1]/"]) {
    await expect(guard.checkHost(new URL(url))).rejects.toMatchObject({ kind: "refused" });
    expect(await dial(guard, url)).toMatchObject({ kind: "refused" });
  }
});

describe("the connection", () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  test("goes to the address that was checked, under the name that was asked for", async () => {
    const asked: string[] = [];
    const guard = localGuard({
      resolve: async (hostname) => {
        asked.push(hostname);
        return ["127.0.0.1"];
      },
      isAllowed: (address) => address === "127.0.0.1",
    });
    expect(await dial(guard, `${receiver.url}/named`)).toBe(200);
    expect(asked).toEqual(["hooks.example.com"]);
    expect(receiver.received.at(-1)!.headers.host).toBe(`hooks.example.com:${receiver.port}`);
  });

  test("is ended when it arrives at an address that is not allowed", async () => {
    let checks = 0;
    const guard = localGuard({ isAllowed: () => (checks += 1) === 1 });
    const before = receiver.received.length;
    expect(await dial(guard, `${receiver.url}/elsewhere`)).toMatchObject({
      kind: "refused",
      message: expect.stringContaining("was reached at an address"),
    });
    expect(receiver.received).toHaveLength(before);
  });

  test("finds names of this machine where insecure webhooks are allowed", async () => {
    const local = await startReceiver({ tls: false });
    try {
      const guard = createAddressGuard({ allowInsecure: true, connectTimeoutMs: CONNECT_TIMEOUT_MS });
      expect(await dial(guard, `http://localhost:${local.port}/hook`)).toBe(200);
    } finally {
      await local.close();
    }
  });

  test("is refused where the certificate is for another name", async () => {
    const outcome = await dial(localGuard(), `https://other.example.com:${receiver.port}/`);
    expect((outcome as NodeJS.ErrnoException).code).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  test("follows no redirect", async () => {
    receiver.answerWith(() => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } }));
    expect(await dial(localGuard(), `${receiver.url}/redirecting`)).toBe(302);
    expect(receiver.received.map(({ path }) => path)).not.toContain("/elsewhere");
    receiver.answerWith(() => ({}));
  });

  test("takes no proxy from the environment", async () => {
    const before = { ...process.env };
    const trapped = trap.connections();
    Object.assign(process.env, {
      HTTPS_PROXY: `http://127.0.0.1:${trap.port}`,
      HTTP_PROXY: `http://127.0.0.1:${trap.port}`,
      ALL_PROXY: `http://127.0.0.1:${trap.port}`,
      NODE_USE_ENV_PROXY: "1",
    });
    try {
      expect(await dial(localGuard(), receiver.url)).toBe(200);
      expect(trap.connections()).toBe(trapped);
    } finally {
      process.env = before;
    }
  });
});

describe("a DNS server that changes its answer between check and connect", () => {
  test("gets no connection to the address it changed to", async () => {
    const dns = await startNameServer((query) => (query <= 2 ? [93, 184, 216, 34] : [127, 0, 0, 1]));
    try {
      const guard = createAddressGuard({
        allowInsecure: false,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        dnsServers: [`127.0.0.1:${dns.port}`],
      });
      const url = `https://rebind.example.com:${trap.port}/hook`;
      await guard.checkHost(guard.checkUrl(url));
      const before = trap.connections();
      const outcome = await dial(guard, url);
      expect(outcome).toBeInstanceOf(AddressError);
      expect((outcome as AddressError).kind).toBe("refused");
      expect(trap.connections()).toBe(before);
    } finally {
      dns.close();
    }
  });

  test("is asked only once for each connection, so there is no moment between check and dial", async () => {
    // The first lookup returns an allowed address and later ones a forbidden one, so a second lookup would be noticed.
    const dns = await startNameServer((query) => (query <= 2 ? [127, 0, 0, 1] : [127, 0, 0, 2]));
    const receiver = await startReceiver();
    try {
      const guard = localGuard({
        resolve: undefined,
        dnsServers: [`127.0.0.1:${dns.port}`],
        isAllowed: (address) => address === "127.0.0.1",
      });
      expect(await dial(guard, receiver.url)).toBe(200);
      expect(dns.queries()).toBe(2); // One for IPv4, one for IPv6.
      expect(receiver.connections()).toBe(1);
    } finally {
      dns.close();
      await receiver.close();
    }
  });

  test("and one that knows no address of a name says that it has none", async () => {
    const dns = await startNameServer(() => []);
    try {
      const guard = createAddressGuard({
        allowInsecure: false,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        dnsServers: [`127.0.0.1:${dns.port}`],
      });
      expect(await dial(guard, "https://nobody.example.com/")).toMatchObject({ kind: "not_found" });
    } finally {
      dns.close();
    }
    expect(await dial(localGuard({ resolve: async () => [] }), "https://nobody.example.com/")).toMatchObject({
      kind: "not_found",
    });
  });

  test("and one that denies the name says that it has no address, but not if it could not say so of every kind of address", async () => {
    const NAME_UNKNOWN = 3;
    const SERVER_FAILED = 2;
    const outcomeOf = async (answer: (query: number, isV4: boolean) => DnsAnswer): Promise<unknown> => {
      const dns = await startNameServer(answer);
      try {
        const guard = createAddressGuard({
          allowInsecure: false,
          connectTimeoutMs: 30_000,
          dnsServers: [`127.0.0.1:${dns.port}`],
          dnsTimeoutMs: 200,
        });
        return await dial(guard, "https://nobody.example.com/");
      } finally {
        dns.close();
      }
    };
    expect(await outcomeOf(() => ({ code: NAME_UNKNOWN }))).toMatchObject({
      kind: "not_found",
      message: "nobody.example.com has no address",
    });
    expect(await outcomeOf((_query, isV4) => (isV4 ? [] : { code: SERVER_FAILED }))).toMatchObject({
      kind: "lookup_failed",
      message: "nobody.example.com could not be looked up (ENODATA, ESERVFAIL)",
    });
    // What is known of one kind is enough to be refused, whatever becomes of the other.
    expect(await outcomeOf((_query, isV4) => (isV4 ? [10, 0, 0, 1] : { code: SERVER_FAILED }))).toMatchObject({
      kind: "refused",
    });
  });

  test("and one that never answers is a failure of the lookup, not of the receiver", async () => {
    const dns = await startNameServer(() => null);
    try {
      const guard = createAddressGuard({
        allowInsecure: false,
        connectTimeoutMs: 30_000,
        dnsServers: [`127.0.0.1:${dns.port}`],
        dnsTimeoutMs: 50,
      });
      const outcome = await dial(guard, "https://silent.example.com/");
      expect(outcome).toBeInstanceOf(AddressError);
      expect((outcome as AddressError).kind).toBe("lookup_failed");
    } finally {
      dns.close();
    }
  });
});

/** The bytes of an IPv4 address, empty for no record; a code of refusal; or null for silence. */
type DnsAnswer = readonly number[] | { readonly code: number } | null;

/**
 * Answers A queries with what `answer` says for the n-th query, and AAAA queries without a record unless it says
 * otherwise.
 */
async function startNameServer(
  answer: (query: number, isV4: boolean) => DnsAnswer,
): Promise<{ port: number; queries(): number; close(): void }> {
  const TYPE_A = 1;
  const socket: Socket = createSocket("udp4");
  let queries = 0;
  socket.on("message", (message, sender) => {
    queries += 1;
    let end = 12;
    while (message[end] !== 0) end += message[end]! + 1;
    const isV4 = message.readUInt16BE(end + 1) === TYPE_A;
    const said = answer(queries, isV4);
    if (said === null) return;
    const [code, address] = "code" in said ? [said.code, []] : [0, said];
    const hasAnswer = isV4 && address.length > 0;
    const header = Buffer.from(message.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(hasAnswer ? 1 : 0, 6);
    header.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address]);
    socket.send(
      Buffer.concat([header, message.subarray(12, end + 5), ...(hasAnswer ? [record] : [])]),
      sender.port,
      sender.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { port: socket.address().port, queries: () => queries, close: () => socket.close() };
}
