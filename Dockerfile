# The images of all services: `docker compose --profile demo build` builds them together, and installs packages and builds
# the front ends only once. One image: `docker build --build-arg SERVICE=order --tag prankpost/order .`
# SERVICE is the name of a folder: of services/, gateway, stripe-sandbox, mail-catcher, backup or broker-setup.
# NODE_IMAGE is any image with glibc, Node 26 and npm.
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

# What decides which packages are installed. As long as it is the same, the next stages come from the cache.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name 'pnpm-*.yaml' ! -path './patches/*' \
        ! -path './deploy/image/*' -delete \
    && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS pnpm
# Behind a proxy with a certificate of its own: `--secret id=ca,src=ca.pem`.
ENV NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-/run/secrets/ca} \
    NODE_ENV=production \
    CI=true
# The exact version, because another one may write other files.
RUN --mount=type=secret,id=ca npm install --global pnpm@12.21.0
WORKDIR /app
COPY --from=manifests /app .

# The production packages of all services, in a folder of their own, and a list of them. All files in images have the same
# time, so that the same sources give the same layers.
FROM pnpm AS packages
RUN --mount=type=cache,id=prankpost-packages,target=/var/cache/packages \
    --mount=type=secret,id=ca \
    pnpm install --frozen-lockfile --ignore-scripts --store-dir /var/cache/packages --prod \
        --filter-prod '{./services/*}...' --filter-prod '@prankpost/gateway...' \
        --filter-prod '@prankpost/stripe-sandbox...' --filter-prod '@prankpost/mail-catcher...' \
        --filter-prod '@prankpost/backup...' \
    # Without "...": with them, pnpm sometimes leaves out what a workspace package depends on.
    && pnpm sbom --sbom-format cyclonedx --sbom-type application --out sbom.cdx.json --prod \
        --filter-prod '{./services/*}' --filter-prod '@prankpost/gateway' \
        --filter-prod '@prankpost/stripe-sandbox' --filter-prod '@prankpost/mail-catcher' \
        --filter-prod '@prankpost/backup' \
    && node deploy/image/sbom.mjs sbom.cdx.json \
    # Source maps are half of the size of the API page's viewer.
    && find node_modules/.pnpm -path '*/swagger-ui-dist/*.map' -delete \
    && mkdir -p /packages/app/node_modules \
    && mv node_modules/.pnpm /packages/app/node_modules/ \
    && find /packages -exec touch --no-dereference --date=@0 {} +

# The store and the admin.
FROM pnpm AS fronts
RUN --mount=type=cache,id=prankpost-packages,target=/var/cache/packages \
    --mount=type=secret,id=ca \
    pnpm install --frozen-lockfile --ignore-scripts --store-dir /var/cache/packages \
        --filter-prod '@prankpost/web...' --filter-prod '@prankpost/admin-web...' \
    && pnpm sbom --sbom-format cyclonedx --sbom-type application --out sbom.cdx.json --prod \
        --filter-prod '@prankpost/web' --filter-prod '@prankpost/admin-web' \
    && node deploy/image/sbom.mjs sbom.cdx.json
COPY tsconfig.base.json .
COPY packages/contracts packages/contracts
COPY packages/web-kit packages/web-kit
COPY web web
COPY admin-web admin-web
RUN (cd web && node node_modules/vite/bin/vite.js build --logLevel warn) \
    && (cd admin-web && node node_modules/vite/bin/vite.js build --logLevel warn)

# The other files that all images share, and those of each image.
FROM packages AS images
COPY packages packages
COPY services services
COPY gateway gateway
COPY deploy deploy
COPY --from=fronts /app/web/dist web/dist
COPY --from=fronts /app/admin-web/dist admin-web/dist
COPY --from=fronts /app/sbom.cdx.json sbom-fronts.cdx.json
RUN shared=/images/shared/app gateway=/images/gateway/app \
    && mkdir -p "$shared/packages" "$shared/deploy/image" "$gateway/web" "$gateway/admin-web" \
    && echo '{ "private": true, "type": "module" }' >"$shared/package.json" \
    && mv sbom.cdx.json "$shared/" \
    && mv deploy/image/healthcheck.mjs "$shared/deploy/image/" \
    && (cd packages && mv api-docs contracts messaging screening service-kit "$shared/packages/") \
    # A restore asks Stripe with payment's command.
    && mkdir -p /images/backup/app/services \
    && cp -r services/payment /images/backup/app/services/ \
    && for folder in services/* gateway packages/stripe-sandbox packages/mail-catcher packages/backup deploy/broker-setup; do \
         image=/images/$(basename "$folder")/app \
         && mkdir -p "$image/$(dirname "$folder")" \
         && mv "$folder" "$image/$folder" \
         && ln -s "$folder" "$image/service" || exit 1; \
       done \
    && mv web/dist "$gateway/web/" \
    && mv admin-web/dist "$gateway/admin-web/" \
    && mv sbom-fronts.cdx.json "$gateway/" \
    && find /images -exec touch --no-dereference --date=@0 {} +

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    WEB_DIST=/app/web/dist \
    ADMIN_WEB_DIST=/app/admin-web/dist
# --link: a layer contains only what is copied, with its time, and not the time at which it is copied.
COPY --link --from=packages /packages /
COPY --link --from=images /images/shared /
ARG SERVICE
COPY --link --from=images /images/${SERVICE:?missing} /
WORKDIR /app/service
# Nothing in the image belongs to this user, and nothing is written: it runs on a read-only file system.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "/app/deploy/image/healthcheck.mjs"]
CMD ["node", "src/main.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="prankpost-${SERVICE}" \
      org.opencontainers.image.description="PrankPost: ${SERVICE}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
