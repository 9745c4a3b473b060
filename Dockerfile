# The service as an image: no build tools, no package manager, no root, nothing that is written to at run time.
#   docker build -t corridor:1.0.0 --build-arg COMMIT=$(git rev-parse HEAD) .
# BASE may be any image with this Node and a user `node`, also one of your own registry, by its digest.
# compose.yaml runs it beside PostgreSQL and Caddy; docs/operating/deploying.md says how.

ARG BASE=node:26.10.0-bookworm-slim
FROM ${BASE} AS build
WORKDIR /build
# What is installed before the sources, so that a change of the sources does not fetch it again.
COPY package.json package-lock.json .npmrc ./
COPY packages/base/package.json packages/base/
COPY packages/provider-kit/package.json packages/provider-kit/
COPY packages/providers/package.json packages/providers/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/
COPY packages/shared/package.json packages/shared/
COPY packages/web/package.json packages/web/
COPY test/package.json test/
COPY tools/package.json tools/
RUN npm ci --ignore-scripts
COPY tsconfig.json openapi.json ./
COPY docs docs
COPY scripts scripts
COPY packages/sdk packages/sdk
COPY packages/shared packages/shared
COPY packages/web packages/web
RUN npm run build:web
# What the server runs on, and nothing else: no pages, no tests, no embedded PostgreSQL, no second Node.
RUN npm ci --ignore-scripts --omit=dev --omit=optional --workspace=@corridor/server

FROM ${BASE}
ARG COMMIT=unknown
# The image brings a package manager for building, which a service has no use for.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
 && mkdir /app /data && chown node:node /data && echo "$COMMIT" > /app/commit
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/packages/web/dist packages/web/dist
COPY LICENSE ./
COPY packages/base packages/base
COPY packages/provider-kit packages/provider-kit
COPY packages/providers packages/providers
COPY packages/sandbox packages/sandbox
COPY packages/sdk packages/sdk
COPY packages/server packages/server
COPY packages/shared packages/shared
USER node
# Young objects live in up to 64 MB otherwise, of which nothing is given back; reads cost the same with 16 MB.
ENV NODE_OPTIONS=--max-semi-space-size=16
ENV ENVIRONMENT=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
# Alive, which is another question than ready: a process that waits for its database must not be killed for it. Load balancers ask /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER_PORT || process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "packages/server/src/main.js"]
CMD ["api"]
