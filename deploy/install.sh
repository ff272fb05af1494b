#!/bin/sh
# Installs this checkout as a service on Debian, or updates the service:
#   sh deploy/install.sh --url https://firmas.example [--nginx] [--mail-from firmas@example.com]
# The code goes to /opt/trazo and belongs to root; the user `trazo` runs it and writes only to /var/lib/trazo and
# /var/backups/trazo. Variables are in /etc/trazo/trazo.env, which an update does not change. `--nginx` installs
# Debian's nginx in front, with a certificate of its own until you replace it. See docs/operations.md.
set -eu
umask 022
# systemctl and apt-get ask nothing.
export DEBIAN_FRONTEND=noninteractive SYSTEMD_PAGER=

PNPM=pnpm@12.21.0
CODE=/opt/trazo
SETTINGS=/etc/trazo
UNITS=/etc/systemd/system
SOURCE=$(cd "$(dirname "$0")/.." && pwd)

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

url='' from='' nginx=no
while [ $# -gt 0 ]; do
  case "$1" in
    --url) url=${2:?} && shift 2 ;;
    --mail-from) from=${2:?} && shift 2 ;;
    --nginx) nginx=yes && shift ;;
    *) fail "No conozco «$1». Uso: sh deploy/install.sh --url https://firmas.example [--nginx] [--mail-from correo]" ;;
  esac
done

check() {
  [ "$(id -u)" = 0 ] || fail 'Ejecuta este programa como root.'
  [ -f /etc/debian_version ] || fail 'Este programa es para Debian. En otros sistemas usa los contenedores de deploy/.'
  [ -n "$url" ] || [ -f "$SETTINGS/trazo.env" ] || fail 'Falta la dirección pública: agrega --url https://firmas.example'
  case "${url:-https://}" in
    https://*) ;;
    *) fail "La dirección pública debe empezar con https://: $url" ;;
  esac
  node -e 'process.exit(parseInt(process.versions.node, 10) < 20 ? 1 : 0)' 2>/dev/null && command -v npx >/dev/null ||
    fail 'Hace falta Node 20 o más nuevo, con npx, para instalar. Después el servicio usa su propio Node.'
}

add_user() {
  getent passwd trazo >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/trazo --no-create-home --shell /usr/sbin/nologin trazo
  install -d -o trazo -g trazo -m 700 /var/lib/trazo /var/backups/trazo
}

# The last commit; without a repository all files but builds.
copy_code() {
  rm -rf "$CODE.new"
  mkdir -p "$CODE.new"
  if [ -e "$SOURCE/.git" ]; then
    git -c safe.directory="$SOURCE" -C "$SOURCE" archive HEAD | tar -x -C "$CODE.new"
  else
    tar -C "$SOURCE" --exclude=node_modules --exclude=dist --exclude=.build --exclude=./data -cf - . |
      tar -x -C "$CODE.new"
  fi
}

build_code() (
  cd "$CODE.new"
  npx --yes "$PNPM" install --frozen-lockfile --reporter=append-only >install.log 2>&1 || fail "$(tail -n 20 install.log)"
  PATH="$CODE.new/node_modules/node/bin:$PATH"
  node -e "import('./scripts/build-front-ends.ts').then((module) => module.buildFrontEnds(console.log))" >build.log 2>&1 ||
    fail "$(tail -n 20 build.log)"
  # What only builds and tests need goes. pnpm would keep it for a week.
  rm -rf node_modules ./*/node_modules
  CI=true npx --yes "$PNPM" install --prod --frozen-lockfile --prefer-offline --reporter=append-only >install.log 2>&1 ||
    fail "$(tail -n 20 install.log)"
  rm install.log build.log
  chown -R root:root .
  chmod -R u=rwX,go=rX .
)

# The service keeps running until the new code is complete.
swap_code() {
  rm -rf "$CODE.old"
  [ ! -e "$CODE" ] || mv "$CODE" "$CODE.old"
  mv "$CODE.new" "$CODE"
}

write_settings() {
  install -d -m 755 "$SETTINGS"
  [ ! -f "$SETTINGS/trazo.env" ] || return 0
  host=${url#https://}
  host=${host%%[:/]*}
  (
    umask 077
    cat >"$SETTINGS/trazo.env" <<END
# Read when the services start: systemctl restart trazo-api trazo-site
# All variables: $CODE/docs/configuration.md
PUBLIC_URL=$url
SMTP_URL=smtp://127.0.0.1:25?ignoreTLS=true
MAIL_FROM=${from:-firmas@$host}
END
  )
}

install_units() {
  install -m 644 "$CODE"/deploy/systemd/*.service "$CODE"/deploy/systemd/*.timer "$UNITS/"
  install -m 755 "$CODE/deploy/trazo.sh" /usr/local/sbin/trazo
}

# The service is ready, or shows why not.
wait_for() {
  for _ in $(seq 120); do
    "$CODE/node_modules/node/bin/node" -e \
      "fetch('$1').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))" && return 0
    sleep 1
  done
  fail "$1 no responde. Mira por qué: journalctl -u trazo-api -u trazo-site"
}

start_units() {
  if [ ! -d /run/systemd/system ]; then
    say 'systemd no está en marcha: inicia trazo-api y trazo-site tú.'
    return 0
  fi
  systemctl daemon-reload
  systemctl enable trazo-api.service trazo-site.service trazo-backup.timer
  systemctl restart trazo-api.service
  wait_for http://127.0.0.1:8000/readyz
  systemctl restart trazo-site.service trazo-backup.timer
  wait_for http://127.0.0.1:3000/healthz
}

make_certificate() {
  [ ! -f "$SETTINGS/tls/fullchain.pem" ] || return 0
  address=${url:-$(sed -n 's/^PUBLIC_URL=//p' "$SETTINGS/trazo.env")}
  host=${address#https://}
  host=${host%%[:/]*}
  install -d -m 700 "$SETTINGS/tls"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout "$SETTINGS/tls/privkey.pem" -out "$SETTINGS/tls/fullchain.pem" 2>/dev/null
  say "El certificado de $SETTINGS/tls es de prueba: cámbialo por el tuyo y ejecuta systemctl reload nginx."
}

set_up_nginx() {
  command -v nginx >/dev/null && command -v openssl >/dev/null || {
    apt-get update -qq
    apt-get install -qq --yes --no-install-recommends nginx openssl >/dev/null
  }
  make_certificate
  install -d -m 755 /etc/nginx/trazo
  # Ports, certificate and logs may be yours.
  for part in upstream plain secure; do
    [ -e "/etc/nginx/trazo/$part.conf" ] ||
      install -m 644 "$CODE/deploy/nginx/debian/$part.conf" "/etc/nginx/trazo/$part.conf"
  done
  install -m 644 "$CODE/deploy/nginx/trazo.conf" /etc/nginx/conf.d/trazo.conf
  # Debian's example takes the same port.
  rm -f /etc/nginx/sites-enabled/default
  nginx -t -q
  [ ! -d /run/systemd/system ] || systemctl restart nginx.service
}

check
say 'Copiando y construyendo; tarda unos minutos…'
add_user
copy_code
build_code
swap_code
write_settings
install_units
start_units
[ "$nginx" = no ] || set_up_nginx
say "Trazo está instalado en $CODE. Variables: $SETTINGS/trazo.env. Comprueba todo con: trazo doctor"
