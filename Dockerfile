# One image for each service: `docker build --build-arg SERVICE=order --tag prankpost/order .`
# SERVICE is the name of a folder: of services/, of packages/ (stripe-sandbox, mail-catcher), gateway, or a job of deploy/.
# NODE_IMAGE is any image with glibc, Node 26 and npm.
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
ARG SERVICE
WORKDIR /build
COPY . .
# The cache is shared by the builds of all services: packages are downloaded once. Behind a proxy with a certificate
# of its own: `--secret id=ca,src=ca.pem`.
RUN --mount=type=cache,id=prankpost-packages,target=/var/cache/packages,sharing=locked \
    --mount=type=secret,id=ca \
    node deploy/image/assemble.mjs "${SERVICE}" /app

FROM ${NODE_IMAGE}
ARG SERVICE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="prankpost-${SERVICE}" \
      org.opencontainers.image.description="PrankPost: ${SERVICE}" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    WEB_DIST=/app/web/dist \
    ADMIN_WEB_DIST=/app/admin-web/dist
COPY --from=build /app /app
WORKDIR /app/service
# Nothing in the image belongs to this user, and nothing is written: it runs on a read-only file system.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["node", "/app/deploy/image/healthcheck.mjs"]
CMD ["node", "src/main.ts"]
