#!/bin/sh
# What the official image does at its first start, as far as compose.yaml uses it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s' "$POSTGRES_PASSWORD" > "$password"
  initdb -D "$PGDATA" -U postgres --pwfile="$password" --auth-host=scram-sha-256 --auth-local=trust -E UTF8 --locale=C.UTF-8
  rm "$password"
  printf 'CREATE DATABASE "%s"\n' "$POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/tmp "$@"
