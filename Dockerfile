# The service as an image: no build tools, no package manager, no root, nothing that is written to at run time.
#   docker build -t corridor:1.0.0 .
# compose.yaml runs it beside PostgreSQL and Caddy; docs/operating.md says how.

FROM node:26.10.0-bookworm-slim AS build
WORKDIR /build
# The packages before the sources, so that a change of the sources does not fetch them again.
COPY package.json package-lock.json .npmrc ./
COPY tools/package.json tools/
RUN npm ci --ignore-scripts
COPY tsconfig.json openapi.json ./
COPY docs docs
COPY scripts scripts
COPY sdk sdk
COPY web web
RUN npm run build:web
# What only the pages and the tests are built with stays behind, and so do the embedded PostgreSQL and a second Node. What remains is as in the lock file.
RUN npm pkg delete devDependencies optionalDependencies workspaces scripts overrides \
      dependencies.vite dependencies.@vitejs/plugin-react dependencies.react dependencies.react-dom \
      dependencies.@mantine/charts dependencies.@mantine/core dependencies.@mantine/form dependencies.@mantine/hooks dependencies.@mantine/notifications \
      dependencies.@tanstack/react-query dependencies.@tanstack/react-router dependencies.openapi-fetch \
      dependencies.@simplewebauthn/browser dependencies.marked dependencies.preact dependencies.recharts \
 && npm prune --ignore-scripts --omit=dev --omit=optional --omit=peer

FROM node:26.10.0-bookworm-slim
# The image brings a package manager for building, which a service has no use for.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
 && mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/web/dist web/dist
COPY LICENSE ./
COPY src src
# Of the pages the server runs the checkout without scripts, and of the client what it shares with them.
COPY web/checkout web/checkout
COPY web/lib web/lib
COPY web/plain web/plain
COPY sdk/refusal.ts sdk/
USER node
ENV ENVIRONMENT=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
# Alive, which is another question than ready: a process that waits for its database must not be killed for it. Load balancers ask /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER_PORT || process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "src/main.ts"]
CMD ["api"]
