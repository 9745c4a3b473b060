import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { describeSettings, InvalidConfiguration, listSettings, loadConfig } from "./config.ts";
import { urlOnThisMachine } from "@corridor/base/local-url.ts";

const SAFE_PRODUCTION = {
  ENVIRONMENT: "production",
  PUBLIC_BASE_URL: "https://pay.example",
  DATABASE_URL: "postgres://corridor@db.internal/corridor?sslmode=verify-full",
  TRUSTED_PROXIES: "none",
  CORRIDOR_SECRET: "0123456789abcdef0123456789abcdef",
};

const directory = mkdtempSync(join(tmpdir(), "corridor-config-"));
afterAll(() => rmSync(directory, { recursive: true }));

function problemsOf(environment: Record<string, string>, assignments: string[] = []): readonly string[] {
  try {
    loadConfig({ environment, assignments });
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error.problems;
    throw error;
  }
  return [];
}

describe("a first start", () => {
  it("needs no setting at all", () => {
    const config = loadConfig({ environment: {} });
    expect(config).toMatchObject({
      environment: "development",
      host: "127.0.0.1",
      port: 3000,
      sandboxPort: 3001,
      dataDir: ".data",
      embeddedDatabase: true,
      embeddedIdentity: true,
      publicBaseUrl: "http://127.0.0.1:3000",
      identityIssuer: "http://127.0.0.1:3000/identity",
      sandbox: true,
      secret: undefined,
    });
  });

  it("gives an object that nobody can change", () => {
    expect(Object.isFrozen(loadConfig({ environment: {} }))).toBe(true);
  });

  it("ignores what belongs to others in the environment", () => {
    expect(problemsOf({ PATH: "/bin", HOME: "/root", npm_config_cache: "x" })).toEqual([]);
  });

  it("takes an empty variable as unset", () => {
    expect(loadConfig({ environment: { PORT: "", SMTP_URL: "" } }).port).toBe(3000);
  });
});

describe("development that others can reach", () => {
  it("keeps the sandbox on this machine and closes the metrics", () => {
    expect(loadConfig({ environment: { HOST: "0.0.0.0" } })).toMatchObject({
      isExposedDevelopment: true,
      sandboxHost: "127.0.0.1",
    });
    expect(loadConfig({ environment: { HOST: "::1" } })).toMatchObject({
      isExposedDevelopment: false,
      sandboxHost: "::1",
    });
    expect(loadConfig({ environment: { ...SAFE_PRODUCTION, HOST: "0.0.0.0" } })).toMatchObject({
      isExposedDevelopment: false,
    });
  });
});

describe("where settings come from", () => {
  it("an assignment wins over the environment, which wins over the file", () => {
    const file = join(directory, "settings.env");
    writeFileSync(file, "# our settings\nPORT=1\nHOST=0.0.0.0\nLOG_LEVEL=debug\n");
    const config = loadConfig({ environment: { CONFIG_FILE: file, PORT: "2", HOST: "::1" }, assignments: ["PORT=3"] });
    expect([config.port, config.host, config.logLevel]).toEqual([3, "::1", "debug"]);
  });

  it.each([
    ["::1", "http://[::1]:3001"],
    ["::", "http://127.0.0.1:3001"],
    ["0.0.0.0", "http://127.0.0.1:3001"],
    ["10.0.0.7", "http://10.0.0.7:3001"],
  ])("what listens on %s is reached at %s, by clients and by the other parts", (host, url) => {
    expect(loadConfig({ environment: { HOST: host, PORT: "3001" } }).publicBaseUrl).toBe(url);
    expect(urlOnThisMachine(host, 3001)).toBe(url);
  });

  it("reads lists, numbers and flags", () => {
    const config = loadConfig({
      environment: {
        TRUSTED_PROXIES: "10.0.0.0/8, 192.168.0.1",
        ALLOW_INSECURE_WEBHOOKS: "true",
        IDENTITY_ALGORITHMS: "ES256",
      },
    });
    expect(config.trustedProxies).toEqual(["10.0.0.0/8", "192.168.0.1"]);
    expect(config.allowInsecureWebhooks).toBe(true);
    expect(config.identityAlgorithms).toEqual(["ES256"]);
  });

  it("says that a file cannot be read", () => {
    expect(problemsOf({ CONFIG_FILE: join(directory, "missing.env") })).toEqual([
      expect.stringContaining("missing.env cannot be read (ENOENT)"),
    ]);
  });
});

describe("what stops the start", () => {
  it("is an unknown name in a file, an assignment or with our prefix, each with the nearest known one", () => {
    const file = join(directory, "unknown.env");
    writeFileSync(file, "DATABASE_URI=postgres://x/y\n");
    expect(problemsOf({ CONFIG_FILE: file, CORRIDOR_SECRETS: "x" }, ["PROT=1", "SOMETHING_ELSE=1", "novalue"])).toEqual(
      [
        expect.stringMatching(/^DATABASE_URI \(in .*unknown\.env\) is no setting; did you mean DATABASE_URL\?$/),
        "CORRIDOR_SECRETS (in the environment) is no setting; did you mean CORRIDOR_SECRET?",
        "PROT (in --set) is no setting; did you mean PORT?",
        "SOMETHING_ELSE (in --set) is no setting",
        "--set novalue: write it as NAME=value",
      ],
    );
  });

  it("is any bad value, all of them named at once", () => {
    const problems = problemsOf({
      PORT: "80x",
      SANDBOX_DELAY_MS: "-1",
      ENVIRONMENT: "staging",
      ALLOW_INSECURE_WEBHOOKS: "yes",
      PUBLIC_BASE_URL: "ftp://x",
      LOG_LEVEL: "loud",
      IDENTITY_ALGORITHMS: "HS256",
      DATABASE_URL: "mysql://x",
      SMTP_URL: "mail.example",
      API_PROCESSES: "1e1",
    });
    expect(problems.map((problem) => problem.split(/[=:]/)[0]).sort()).toEqual([
      "ALLOW_INSECURE_WEBHOOKS",
      "API_PROCESSES",
      "DATABASE_URL",
      "ENVIRONMENT",
      "IDENTITY_ALGORITHMS",
      "LOG_LEVEL",
      "PORT",
      "PUBLIC_BASE_URL",
      "SANDBOX_DELAY_MS",
      "SMTP_URL",
    ]);
    expect(problems).toContain("PORT=80x: must be a whole number from 1 to 65535");
  });

  it.each([
    ["PORT", "0"],
    ["PUBLIC_BASE_URL", "https://pay.example/v1"],
    ["PUBLIC_BASE_URL", "https://pay.example/?a=b"],
    ["PUBLIC_BASE_URL", "https://user@pay.example"],
    ["CORS_ORIGINS", "https://shop.example,https://shop.example/page"],
    ["TRUSTED_PROXIES", "proxy.example"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/8/8"],
    ["TRUSTED_PROXIES", "127.0.0.1, 0.0.0.0/0"],
    ["TRUSTED_PROXIES", "128.0.0.0/1"],
    ["TRUSTED_PROXIES", "::/0"],
  ])("is a value that could only fail later: %s=%s", (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(`${name}=${value}`)]);
  });

  it("is no address, network or origin that is written in another of its usual ways", () => {
    const config = loadConfig({
      environment: {
        PUBLIC_BASE_URL: "https://Pay.example/",
        CORS_ORIGINS: "https://shop.example:443/",
        TRUSTED_PROXIES: "::1, fc00::/7, 10.1.2.3, 10.0.0.0/8",
      },
    });
    expect([config.publicBaseUrl, config.corsOrigins]).toEqual(["https://pay.example", ["https://shop.example"]]);
    expect(config.trustedProxies).toEqual(["::1", "fc00::/7", "10.1.2.3", "10.0.0.0/8"]);
  });

  it("never shows the value of a secret", () => {
    const message = problemsOf({
      CORRIDOR_SECRET: "hunter2",
      DATABASE_URL: "mysql://root:hunter2@x",
      CORRIDOR_PREVIOUS_SECRETS: "hunter2",
    }).join("\n");
    expect(message).toContain("CORRIDOR_SECRET: must have at least 32 characters");
    expect(message).not.toContain("hunter2");
  });

  it("is an external issuer without its keys, or keys without an issuer", () => {
    expect(problemsOf({ IDENTITY_ISSUER: "https://id.example" })).toEqual([
      expect.stringContaining("IDENTITY_ISSUER and IDENTITY_JWKS_URL go together"),
    ]);
    expect(problemsOf({ IDENTITY_JWKS_URL: "https://id.example/keys" })).toHaveLength(1);
    expect(
      loadConfig({
        environment: { IDENTITY_ISSUER: "https://id.example", IDENTITY_JWKS_URL: "https://id.example/keys" },
      }).embeddedIdentity,
    ).toBe(false);
  });
});

describe("production", () => {
  it("starts when everything that matters was decided", () => {
    expect(loadConfig({ environment: SAFE_PRODUCTION })).toMatchObject({
      environment: "production",
      sandbox: false,
      embeddedDatabase: false,
    });
  });

  it("refuses the defaults of a developer's machine, all named at once", () => {
    const problems = problemsOf({ ENVIRONMENT: "production", SANDBOX: "true", ALLOW_INSECURE_WEBHOOKS: "true" });
    expect(problems.map((problem) => problem.split(" ")[0]).sort()).toEqual([
      "ALLOW_INSECURE_WEBHOOKS",
      "CORRIDOR_SECRET",
      "DATABASE_URL",
      "PUBLIC_BASE_URL",
      "SANDBOX",
      "TRUSTED_PROXIES",
    ]);
  });

  it("refuses plain http where a secret or a customer passes", () => {
    const environment = {
      ...SAFE_PRODUCTION,
      PUBLIC_BASE_URL: "http://pay.example",
      IDENTITY_ISSUER: "x",
      IDENTITY_JWKS_URL: "http://id.example/keys",
    };
    expect(problemsOf(environment)).toEqual([
      expect.stringContaining("PUBLIC_BASE_URL must be an https URL"),
      expect.stringContaining("IDENTITY_JWKS_URL must be an https URL"),
    ]);
  });

  it.each([
    ["CORRIDOR_SECRET", "a".repeat(64), "too easy to guess"],
    ["CORRIDOR_SECRET", "abcd".repeat(10), "too easy to guess"],
    ["METRICS_TOKEN", "0".repeat(16), "too easy to guess"],
    ["DATABASE_URL", "postgres://corridor@db.internal/corridor", "sslmode"],
    ["DATABASE_URL", "postgres://corridor@db.internal/corridor?sslmode=prefer", "sslmode"],
    ["DATABASE_URL", "postgres://corridor@127.0.0.1,db.internal/corridor", "sslmode"],
    ["DATABASE_URL", "postgres://corridor@localhost/corridor?host=db.internal", "sslmode"],
    ["DATABASE_URL", "postgres://corridor@localhost/corridor?target_session_attrs=leader", "read-write"],
    ["SMTP_URL", "smtp://mail.example?ignoreTLS=true", "ignoreTLS"],
    ["TRUSTED_PROXIES", "", "say `none`"],
  ])("refuses %s=%s", (name, value, problem) => {
    const problems = problemsOf({ ...SAFE_PRODUCTION, [name]: value });
    expect(problems).toEqual([expect.stringContaining(problem)]);
    if (name !== "TRUSTED_PROXIES" && name !== "SMTP_URL") expect(problems[0]).not.toContain(value);
  });

  it.each([
    "postgres://corridor@127.0.0.1/corridor",
    "postgres://corridor@localhost/corridor",
    "postgres:///corridor?host=/run/postgresql",
    "postgres://corridor@127.0.0.1:5432,[::1]:5433/corridor?target_session_attrs=read-write",
  ])("needs no TLS to a database on this machine: %s", (url) => {
    expect(problemsOf({ ...SAFE_PRODUCTION, DATABASE_URL: url })).toEqual([]);
  });

  it("takes what a generator makes as a secret", () => {
    for (let i = 0; i < 50; i++)
      expect(problemsOf({ ...SAFE_PRODUCTION, CORRIDOR_SECRET: randomBytes(16).toString("hex") })).toEqual([]);
  });

  it("takes the embedded database when it was asked for by name", () => {
    expect(loadConfig({ environment: { ...SAFE_PRODUCTION, DATABASE_URL: "embedded" } }).embeddedDatabase).toBe(true);
  });

  it("limits requests far more tightly than development does", () => {
    const production = loadConfig({ environment: SAFE_PRODUCTION });
    const development = loadConfig({ environment: {} });
    expect(production.rateLimitPerMinute).toBeLessThan(development.rateLimitPerMinute);
    expect(production.failedAuthLimitPerMinute).toBeLessThan(development.failedAuthLimitPerMinute);
  });
});

it("is at most 55 settings by environment", () => {
  expect(listSettings().at_start.length).toBeLessThanOrEqual(55);
});

it("names the command for a setting that is set while the service runs", () => {
  const problems = problemsOf({ RATE_MARGIN_BPS: "60", SIGN_UP: "" });
  expect(problems).toEqual([
    "RATE_MARGIN_BPS (in the environment) is set while the service runs: remove it, and run " +
      "`corridor settings set RATE_MARGIN_BPS=...`",
  ]);
});

it("describes every setting in one table", () => {
  const table = describeSettings("at_start");
  expect(table).toContain("| `PORT` | `3000` | Port the API listens on. |");
  expect(table).toContain("| `SANDBOX` | `true`; in production `false` |");
  expect(table.split("\n").every((line) => line.split("|").length === 5)).toBe(true);
});
