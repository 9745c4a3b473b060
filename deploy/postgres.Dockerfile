# PostgreSQL with pgBackRest, for compose.recovery.yaml.
FROM postgres:18.1-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends pgbackrest && rm -rf /var/lib/apt/lists/* \
 && mkdir -p /var/lib/pgbackrest && chown postgres:postgres /var/lib/pgbackrest
