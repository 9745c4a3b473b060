import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { grantService } from "@corridor/server/kernel/db/grant-service.ts";
import { newId } from "@corridor/base/ids.ts";
import { onServer } from "./server.ts";

/**
 * A role that owns nothing, created and given its rights as by `corridor migrate`. `drop` it after its database was
 * dropped.
 */
export async function createServiceRole(ownerUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = new URL(ownerUrl);
  // The quote must survive the address and the statement.
  [url.username, url.password] = [`service_${newId().replaceAll("-", "")}`, `'${randomBytes(16).toString("hex")}`];
  const role = await grantService({ ownerUrl, serviceUrl: url.href });
  const drop = () =>
    onServer(inject("testServerUrl"), async (client) => void (await client.query(`DROP ROLE ${role}`)));
  return { url: url.href, drop };
}
