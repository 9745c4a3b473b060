import pg from "pg";
import { withClient } from "./open-client.ts";
import { prepareNodes } from "./citus.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * Grants the service's role what it needs: it reads and writes rows and owns no table, so it can disable no trigger,
 * change no schema, truncate nothing. Append-only tables it reads and inserts into. The owner runs this after every
 * migration, which may bring new tables. A missing role is created, with the password of its address.
 */
const GRANTS = `
DO $$
DECLARE
  service text := current_setting('corridor.service_role');
  place regnamespace;
  item record;
BEGIN
  FOR place IN SELECT DISTINCT relnamespace FROM pg_class
    WHERE relkind IN ('r', 'v') AND pg_has_role(relowner, 'USAGE')
    AND relnamespace::regnamespace::text !~ '^(pg_|information_schema|retired_)' LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', place, service);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO %I', place, service);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %s TO %I', place, service);
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %s TO %I', place, service);
  END LOOP;
  -- What a trigger refuses whatever the row (bits of tgtype: 1 for each row, 8 DELETE, 16 UPDATE) needs no right.
  FOR item IN
    SELECT tgrelid::regclass AS name, bool_or(tgtype & 16 > 0) AS refuses_update,
      bool_or(tgtype & 8 > 0) AS refuses_delete
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE proname IN ('refuse_change', 'ledger_refuse_change') AND tgtype & 1 = 0 AND tgqual IS NULL
      AND NOT tgisinternal GROUP BY tgrelid
  LOOP
    IF item.refuses_update THEN EXECUTE format('REVOKE UPDATE ON %s FROM %I', item.name, service); END IF;
    IF item.refuses_delete THEN EXECUTE format('REVOKE DELETE ON %s FROM %I', item.name, service); END IF;
  END LOOP;
  -- Rows go to a partition by way of their table, whose triggers and rights count.
  FOR item IN SELECT oid::regclass AS name FROM pg_class
    WHERE (relname = 'schema_migrations' OR relispartition) AND relkind = 'r' LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM %I', item.name, service);
  END LOOP;
END
$$`;

type Roles = { ownerUrl: string; serviceUrl: string };

/** Returns the name of the role. */
export async function grantService(roles: Roles): Promise<string> {
  const granted = await asOwner(roles, async (client, role) => {
    await client.query("BEGIN");
    await client.query("SELECT set_config('corridor.service_role', $1, true)", [role]);
    await client.query(GRANTS);
    await client.query("COMMIT");
    return role;
  });
  await prepareNodes({ url: roles.ownerUrl });
  return granted;
}

/** Refuses the roles that `grantService` refuses. A restore may take hours, and it grants at its end. */
export function assertCanGrant(roles: Roles): Promise<void> {
  return asOwner(roles, () => Promise.resolve());
}

/** Read first: a refused statement is logged by the server, with the password in it. */
const ROLES = `
  SELECT pg_has_role(service.oid, owner.oid, 'USAGE') AS is_owner, owner.rolsuper OR owner.rolcreaterole AS may_create
  FROM pg_roles owner LEFT JOIN pg_roles service ON service.rolname = $1 WHERE owner.rolname = current_user`;

type Work<T> = (client: pg.Client, role: string) => Promise<T>;
type Standing = { is_owner: boolean | null; may_create: boolean };

function asOwner<T>({ ownerUrl, serviceUrl }: Roles, work: Work<T>): Promise<T> {
  const { username, password: encoded } = new URL(serviceUrl);
  const [role, password] = [decodeURIComponent(username), decodeURIComponent(encoded)];
  const refuse = (why: string): never => {
    throw new OperatorError(`The role ${role} of DATABASE_URL ${why}.`);
  };
  return withClient({ connectionString: ownerUrl, application_name: "corridor migrate" }, async (client) => {
    const { is_owner, may_create } = (await client.query<Standing>(ROLES, [role])).rows[0]!;
    if (is_owner === null && (!may_create || password === ""))
      refuse("does not exist: create it first, with LOGIN and a password");
    if (is_owner === true) refuse("has the rights of the owner: give the service a role of its own");
    if (is_owner === null) {
      const [name, secret] = [pg.escapeIdentifier(role), pg.escapeLiteral(password)];
      await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${secret}`);
    }
    return work(client, role);
  });
}

const STANDING = `
  SELECT rolname AS role, rolsuper AS is_superuser,
    coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('audit_log')), false) AS owns
  FROM pg_roles WHERE rolname = current_user`;

/** The service's role must be one that `grantService` could have made. */
export async function assertServiceRole(
  { databaseOwnerMayServe }: { databaseOwnerMayServe: boolean },
  serviceUrl: string,
): Promise<void> {
  if (databaseOwnerMayServe) return;
  type Row = { role: string; is_superuser: boolean; owns: boolean };
  const config = { connectionString: serviceUrl, application_name: "corridor start" };
  const { rows } = await withClient(config, (client) => client.query<Row>(STANDING));
  const { role, is_superuser, owns } = rows[0]!;
  if (is_superuser || owns)
    throw new OperatorError(
      `The role ${role} of DATABASE_URL ${is_superuser ? "is a superuser" : "owns the tables"}, so the service could ` +
        "switch off what keeps the books. Give it a role of its own: name that role in DATABASE_URL and the owner in " +
        "DATABASE_OWNER_URL, and run `corridor migrate`. Or accept it by DATABASE_OWNER_MAY_SERVE=true.",
    );
}
