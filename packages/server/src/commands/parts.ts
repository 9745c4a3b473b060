import cluster from "node:cluster";
import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, InvalidConfiguration, loadConfig } from "#src/config.ts";
import type { RunningSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { makeDataDirectory } from "#src/kernel/db/data-directory.ts";
import { createLogger, type Logger } from "#src/kernel/log.ts";
import { createSecretBox, type SecretBox } from "#src/kernel/secrets.ts";

/** The common start of every command (settings, the master secret, a logger) and their common end. */
export type ReadyConfig = Config & { secret: string };

export function readConfig(assignments: readonly string[]): Config {
  try {
    return loadConfig({ environment: process.env, assignments });
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78); // EX_CONFIG
  }
}

const SECRET_BYTES = 48;
const SECRET_FILE = "secret";

/** Development generates a secret and stores it; production has already refused to start without one. */
export function withSecret(config: Config): ReadyConfig {
  if (config.secret !== undefined) return { ...config, secret: config.secret };
  const file = join(makeDataDirectory(config.dataDir), SECRET_FILE);
  if (!existsSync(file)) {
    writeFileSync(file, `${randomBytes(SECRET_BYTES).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    chmodSync(file, 0o600);
  }
  return { ...config, secret: readFileSync(file, "utf8").trim() };
}

export function secretsOf(config: Config): SecretBox {
  const { secret, previousSecrets } = withSecret(config);
  return createSecretBox({ masterSecret: secret, previousMasterSecrets: previousSecrets });
}

/** Both sides of the sandbox derive its key from the secret: nobody has to set it, and processes agree on it. */
export function sandboxKeyOf(config: ReadyConfig): string {
  return createHmac("sha256", config.secret).update("corridor sandbox key").digest("hex");
}

export function loggerOf({ logLevel: level, logFormat }: Config): Logger {
  return createLogger({ level, readable: logFormat === "auto" ? process.stdout.isTTY : logFormat === "text" });
}

/** Loaded on use, because most processes serve no sandbox. */
export async function runSandbox(config: ReadyConfig, dataDirectory: string, log: Logger): Promise<RunningSandbox> {
  const { startSandbox } = await import("@corridor/sandbox/start-sandbox.ts");
  const { sandboxHost: host, sandboxPort: port, sandboxDelayMs: delayMs } = config;
  return startSandbox({
    host,
    port,
    directory: join(dataDirectory, "sandbox"),
    delayMs,
    key: sandboxKeyOf(config),
    log,
  });
}

export const WEB_DIRECTORY = resolve(import.meta.dirname, "../../../web/dist");

/** Ctrl-C reaches every process of a terminal, and npm passes signals on: one key press may arrive twice. */
const SAME_WISH_MS = 1_000;

/** Ends the process when `stop` is done or has taken too long. A second signal does not wait. */
export function stopOnSignal(
  config: Pick<Config, "shutdownGraceMs" | "shutdownTimeoutSeconds">,
  log: Logger,
  stop: () => Promise<void>,
): (reason: string, exitCode?: number) => Promise<void> {
  let stoppingSinceMs: number | null = null;
  const end = async (reason: string, exitCode = 0): Promise<void> => {
    if (stoppingSinceMs !== null) return;
    stoppingSinceMs = performance.now();
    log.info({ reason }, "stopping");
    const cutShort = (): never => {
      log.error("the stop took too long and was cut short");
      process.exit(1);
    };
    const limit = setTimeout(cutShort, config.shutdownGraceMs + config.shutdownTimeoutSeconds * 1_000);
    try {
      await stop();
    } catch (error) {
      log.error({ err: error }, "the stop failed");
      exitCode = 1;
    }
    clearTimeout(limit);
    log.flush(() => process.exit(exitCode));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // A child API process ignores the Ctrl-C of its terminal, and waits for its parent's signal.
      if (signal === "SIGINT" && cluster.isWorker) return;
      if (stoppingSinceMs !== null && performance.now() - stoppingSinceMs > SAME_WISH_MS) process.exit(130);
      void end(signal);
    });
  }
  return end;
}
