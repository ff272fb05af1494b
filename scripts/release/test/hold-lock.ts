import { once } from 'node:events'
import { withRegistryLock } from '../../../shell/server/registry/update-registry.ts'

const [, , dataDir = ''] = process.argv

/** Holds a data folder's lock until somebody kills it. */
await withRegistryLock(dataDir, async () => {
  console.log('held')
  await once(process, 'disconnect')
})
