import '../../shared/node/running-node.ts'
import { resolve } from 'node:path'
import { withReleaseStore } from '../../shell/server/bucket/open-release-store.ts'
import { publishReleases, remotesOf } from '../../shell/server/registry/publish-release.ts'
import { inWorkspace } from '../workspace.ts'
import { parsePublishing } from './arguments.ts'
import { describeDamage, describeLive } from './describe-live.ts'

try {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  for (const line of await describeDamage(dataDir)) console.error(line)
  const publishing = parsePublishing(process.argv.slice(2))
  await withReleaseStore(dataDir, process.env, (store) =>
    publishReleases(store, remotesOf(inWorkspace()), new Date(), publishing),
  )
  console.log((await describeLive(dataDir, 'node scripts/start/publish.ts --publish')).join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
