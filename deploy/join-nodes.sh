#!/bin/bash
# Makes a Citus cluster of running servers: join-nodes.sh <coordinator> <node>... Each has the database `corridor` and the role of that name, which is a
# superuser. Sessions between the nodes need the passwords of both roles too, and every server keeps them
# (pg_dist_authinfo, which only superusers read). `corridor migrate` creates the role of the service, and Citus does at
# every node.
set -euo pipefail
PGPASSWORD=$(cat /run/secrets/postgres-password)
SERVICE_PASSWORD=$(cat /run/secrets/service-password)
export PGPASSWORD PGUSER=corridor PGDATABASE=corridor
coordinator=$1

on() {
  psql --host "$1" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set name="${2:-}" \
    --set password="password=$PGPASSWORD" --set service="password=$SERVICE_PASSWORD"
}

for host in "$@"; do
  on "$host" <<'SQL'
CREATE EXTENSION IF NOT EXISTS citus;
DELETE FROM pg_dist_authinfo WHERE rolename IN ('corridor', 'corridor_service');
INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo)
VALUES (0, 'corridor', :'password'), (0, 'corridor_service', :'service');
SQL
done

on "$coordinator" "$coordinator" <<'SQL'
SELECT citus_set_coordinator_host(:'name') WHERE NOT EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0);
SQL
for host in "${@:2}"; do
  on "$coordinator" "$host" <<'SQL'
SELECT citus_add_node(:'name', 5432) WHERE NOT EXISTS (SELECT FROM pg_dist_node WHERE nodename = :'name');
SQL
done
