#!/bin/sh
# Runs a command of the installation as its user, with the variables of its services:
#   trazo doctor | backup … | restore … | migrate-data
set -eu
CODE=/opt/trazo
SETTINGS=/etc/trazo/trazo.env

[ "$(id -u)" = 0 ] || {
  echo 'Ejecuta este programa como root.' >&2
  exit 1
}

# As systemd reads them: no expansion.
while IFS= read -r line || [ -n "$line" ]; do
  case "$line" in
    [A-Z]*=\"*\") line=${line%\"} && export "${line%%=*}=${line#*=\"}" ;;
    [A-Z]*=*) export "$line" ;;
  esac
done <"$SETTINGS"
export NODE_ENV=production DATA_DIR="${DATA_DIR:-/var/lib/trazo}" HOME=/var/lib/trazo

case "${1:-}" in
  backup | restore) program=backup ;;
  doctor | migrate-data) program=$1 && shift ;;
  *)
    echo 'Uso: trazo doctor | backup … | restore … | migrate-data' >&2
    exit 2
    ;;
esac
cd "$CODE"
umask 077
exec setpriv --reuid=trazo --regid=trazo --init-groups "$CODE/node_modules/node/bin/node" \
  --import ./shared/node/fit-node.mjs "api/src/operations/$program/main.ts" "$@"
