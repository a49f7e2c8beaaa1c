# The service as an image: no shell, no package manager, no root, a file system that may be read-only.
#   docker build -t sealwright . && docker run --read-only -v sealwright:/data -p 3000:3000 -e SEALWRIGHT_DEVELOPMENT=yes sealwright
# npm run image carries out these steps without a container engine.
# Tags can move. `sh image/pin-digests.sh` writes the digests of today behind them, here and in compose.yaml.

FROM node:22.21.1-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN NO_TYPES=1 npx tsup --silent && npx tsx build/finish.ts
# The drivers and fonts that a service may need are optional for others.
RUN node image/keep-peers.mjs && npm prune --omit=dev --no-audit --no-fund && node image/write-sbom.mjs
RUN mkdir data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /build/package.json /app/package.json
COPY --from=build /build/node_modules /app/node_modules
COPY --from=build /build/dist /app/dist
COPY --from=build --chown=65532:65532 /build/data /data
# glibc would keep what large files took, thread by thread.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576
# It listens at PORT, as platforms set it; SEALWRIGHT_LISTEN goes before.
ENV NODE_ENV=production NODE_OPTIONS=--disable-warning=ExperimentalWarning PORT=3000 SEALWRIGHT_DATA=/data
WORKDIR /data
USER 65532:65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${(process.env.SEALWRIGHT_LISTEN ?? process.env.PORT).split(':').pop()}/v1/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "/app/dist/cli.cjs"]
CMD ["serve"]
