import { once } from 'node:events'
import { withRegistryLock } from '../../../shell/server/registry/update-registry.ts'

const [, , dataDir = ''] = process.argv

await withRegistryLock(dataDir, async () => {
  console.log('held')
  await once(process, 'disconnect')
})
