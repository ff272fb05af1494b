#!/bin/sh
# Publishes this image's builds of remotes that have no
# live release, then serves the site. Never changes what
# is live, except with --publish: then all builds.
set -eu
cd "$(dirname "$0")/.."
node scripts/start/publish.ts "$@"
exec node shell/server/main.ts
