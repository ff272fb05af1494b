#!/bin/sh
# Publishes this image's new builds (keeps roll-backs),
# then serves the site.
set -eu
cd "$(dirname "$0")/.."
node --input-type=module -e "
  import { publishReleases } from './shell/server/registry/publish-release.ts'
  import { inWorkspace, remotePackages } from './scripts/workspace.ts'
  await publishReleases(process.env.DATA_DIR, remotePackages.map((name) => inWorkspace(name)), new Date())
"
exec node shell/server/main.ts
