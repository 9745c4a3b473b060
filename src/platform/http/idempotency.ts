import type { Clock } from "../clock.ts";
import type { Db } from "../db/client.ts";
import type { App } from "./server.ts";

export function addIdempotency(_api: App, _options: { db: Db; clock: Clock; secret: string }): void {}
