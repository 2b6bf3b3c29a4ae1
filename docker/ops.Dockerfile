# shipyard-ops beside the programs of Postgres, which the image of the services does not have. Both are Debian 12.
# docker build -f docker/ops.Dockerfile -t shipyard-ops docker
ARG SHIPYARD_IMAGE=shipyard
ARG POSTGRES_IMAGE=postgres:18-bookworm
FROM ${SHIPYARD_IMAGE} AS shipyard

FROM ${POSTGRES_IMAGE}
COPY --from=shipyard /usr/local/bin/node /usr/local/bin/node
COPY --from=shipyard /app /app
WORKDIR /app
ENV NODE_ENV=production
# Who owns the volumes of the services.
USER 1000:1000
ENTRYPOINT ["node", "dist/tools/shipyard-ops.js"]
