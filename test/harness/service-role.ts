import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { grantService } from "#src/platform/db/grant-service.ts";
import { newId } from "#src/platform/ids.ts";
import { onServer } from "./server.ts";

/** A role that owns nothing, with the rights that `corridor migrate` grants to the service. `drop` it after its database was dropped. */
export async function createServiceRole(ownerUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const role = pg.escapeIdentifier(`service_${newId().replaceAll("-", "")}`);
  const url = new URL(ownerUrl);
  [url.username, url.password] = [role.slice(1, -1), randomBytes(16).toString("hex")];
  const serverUrl = inject("testServerUrl");
  await onServer(serverUrl, (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(url.password)}`));
  await grantService({ ownerUrl, serviceUrl: url.href });
  return { url: url.href, drop: () => onServer(serverUrl, async (client) => void (await client.query(`DROP ROLE ${role}`))) };
}
