# The emulator as an image: docker build -t id-emulator . && docker run --rm -p 127.0.0.1:4010:4010 id-emulator
ARG BASE_IMAGE=node:24-slim

# Both installs copy only the package files, so that a change of the sources reuses their layers.
FROM ${BASE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/client/package.json src/client/
RUN npm ci --no-audit --workspace src/client --include-workspace-root
COPY . .
RUN npm run build

FROM ${BASE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The workspace, the client library, comes with dist. Nothing reads type declarations and source maps when the emulator runs.
RUN npm ci --omit=dev --workspaces=false --no-audit && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete

# Stores need packages that other users do not, in the versions of the lock file. They are peers: in this folder,
# npm would leave them out. Node.js finds them in /node_modules.
RUN npm install --prefix /peers --no-audit \
  $(node -p "['classic-level', 'redis'].map((name) => name + '@' + require('./package-lock.json').packages['node_modules/' + name].version).join(' ')") \
  && find /peers/node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete

FROM ${BASE_IMAGE} AS emulator
# --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) --build-arg CREATED=$(date -u +%FT%TZ)
ARG VERSION=unknown REVISION=unknown CREATED=unknown BASE_IMAGE
LABEL org.opencontainers.image.title="id-emulator" \
  org.opencontainers.image.description="A local, contract-checked emulator of the institution credentials and human-score service, with failures on demand." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.url="https://www.npmjs.com/package/id-emulator" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.base.name="${BASE_IMAGE}"
WORKDIR /app
# Nobody outside can reach a container's loopback address, so here the emulator listens on every address. The published
# port decides who reaches it: -p 127.0.0.1:4010:4010 only this machine. docs/shared-use.md describes the other cases.
ENV NODE_ENV=production ID_EMULATOR_HOST=0.0.0.0
COPY --from=dependencies /peers/node_modules /node_modules
COPY --from=dependencies /app/node_modules node_modules
# The star: an image without the file is better than no image.
COPY package.json LICENSE* ./
COPY spec spec
COPY fixtures fixtures
COPY scenarios scenarios
COPY bin bin
COPY docs/fidelity.md docs/
COPY --from=build /app/dist dist
# For --store /data: a volume that is mounted here for the first time takes its owner.
RUN install -d -o node -g node -m 700 /data
USER node
EXPOSE 4010
# Another port is set by the variable, not by --port, so that the check finds it. Slim images have no curl; Node.js is there.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "const { ID_EMULATOR_TLS: tls, ID_EMULATOR_TLS_CERT: cert, ID_EMULATOR_TLS_CA: ca, ID_EMULATOR_PORT: port = 4010 } = process.env; const isTls = cert || ca || ['true', '1'].includes(tls); require(isTls ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/_emulator/health', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Without a shell in between, signals reach Node.js.
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["start"]

# For teams without Node.js: docker build --target verifier -t id-emulator-verifier .
# docker run --rm -v "$PWD/pacts:/pacts:ro" id-emulator-verifier /pacts
FROM dependencies AS verifier-peers
RUN npm install --prefix /peers --no-audit \
  "@pact-foundation/pact@$(node -p "require('./package-lock.json').packages['node_modules/@pact-foundation/pact'].version")"

FROM emulator AS verifier
COPY --from=verifier-peers /peers/node_modules /node_modules
HEALTHCHECK NONE
WORKDIR /work
ENTRYPOINT ["node", "/app/dist/cli/main.js", "verify"]
CMD ["/pacts"]

# The last target is the one that is built by default.
FROM emulator
