# The emulator as an image: docker build -t id-emulator . && docker run --rm -p 127.0.0.1:4010:4010 id-emulator
ARG BASE_IMAGE=node:24-slim

# The installs copy only the package files, so that a change of the sources reuses their layers.
FROM ${BASE_IMAGE} AS build
WORKDIR /app
# Node.js of the program loads libatomic, "strip" makes it smaller, and the check of health is a script for a shell.
RUN apt-get update -qq && apt-get install -qq --yes --no-install-recommends binutils busybox-static libatomic1 >/dev/null
COPY package.json package-lock.json ./
COPY src/client/package.json src/client/
RUN npm ci --no-audit
COPY . .
RUN npm run build:program
# All that the image holds: the program, the library of the store in a folder, the libraries that they load, and a shell.
RUN mkdir -p /image/bin /image/usr/local/bin \
  && cp .build/program/linux-*/id-emulator /image/usr/local/bin/ \
  && cp "$(node -p "require('./.build/program/sea-config.json').assets['native/classic-level.node']")" /image/usr/local/bin/classic-level.node \
  && cp --parents --dereference $(ldd /image/usr/local/bin/* | grep -o '/[^ ]*\.so[^ ]*' | sort -u) /image \
  && cp /bin/busybox /image/bin/sh \
  && cp deploy/health.sh .build/program/linux-*/LICENSES.txt .build/program/linux-*/sbom.cdx.json /image/ \
  # For --store /data: a volume that is mounted here for the first time takes its owner.
  && install -d -m 700 /owned/data && install -d -m 1777 /owned/tmp

# For teams without Node.js: docker build --target verifier -t id-emulator-verifier .
# docker run --rm -v "$PWD/pacts:/pacts:ro" id-emulator-verifier /pacts
# Pact's library needs Node.js and packages, so this image is that of the package.
FROM ${BASE_IMAGE} AS verifier
WORKDIR /app
COPY package.json package-lock.json LICENSE* ./
# The workspace, the client library, comes with dist. Nothing reads type declarations and source maps when the emulator runs.
RUN npm ci --omit=dev --workspaces=false --no-audit \
  && npm install --prefix /peers --no-audit \
  "@pact-foundation/pact@$(node -p "require('./package-lock.json').packages['node_modules/@pact-foundation/pact'].version")" \
  && mv /peers/node_modules /node_modules \
  && find node_modules /node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete
COPY spec spec
COPY fixtures fixtures
COPY scenarios scenarios
COPY bin bin
COPY docs/reference/fidelity.md docs/reference/
COPY --from=build /app/dist dist
ENV NODE_ENV=production
USER node
WORKDIR /work
ENTRYPOINT ["node", "/app/dist/cli/main.js", "verify"]
CMD ["/pacts"]

# The last target is the one that is built by default.
FROM scratch
# --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) --build-arg CREATED=$(date -u +%FT%TZ)
ARG VERSION=unknown REVISION=unknown CREATED=unknown
LABEL org.opencontainers.image.title="id-emulator" \
  org.opencontainers.image.description="A local, contract-checked emulator of the institution credentials and human-score service, with failures on demand." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.url="https://www.npmjs.com/package/id-emulator" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.base.name="scratch"
COPY --from=build /image /
COPY --from=build --chown=1000:1000 /owned /
WORKDIR /app
# Nobody outside can reach a container's loopback address, so here the emulator listens on every address. The published
# port decides who reaches it: -p 127.0.0.1:4010:4010 only this machine. docs/shared-use.md describes the other cases.
ENV PATH=/usr/local/bin:/bin ID_EMULATOR_HOST=0.0.0.0
USER 1000:1000
EXPOSE 4010
# Another port is set by the variable, not by --port, so that the check finds it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["/bin/sh", "/health.sh"]
# Without a shell in between, signals reach the program.
ENTRYPOINT ["/usr/local/bin/id-emulator"]
CMD ["start"]
