#!/bin/sh
# Replaces the running services one after another, so that one API process and one worker always run:
#   docker compose build && sh deploy/upgrade.sh
# The next one is replaced only when the one before it takes work, which is more than that it is alive.
set -eu
READY='const url = `http://127.0.0.1:${process.env.WORKER_PORT || process.env.PORT}/readyz`;
const ask = (tries) => fetch(url).then((a) => a.ok, () => false).then((ok) =>
  ok ? process.exit(0) : tries === 0 ? process.exit(1) : setTimeout(ask, 1000, tries - 1));
ask(120);'
docker compose run --rm migrate
for service in api1 api2 worker1 worker2; do
  docker compose up -d --no-deps "$service"
  docker compose exec -T "$service" node -e "$READY"
done
