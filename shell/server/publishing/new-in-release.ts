import { existsSync } from 'node:fs'
import { capabilitiesOf, newCapabilities } from 'shared/build/checks'
import type { RemoteName } from 'shared/contract'
import { folderOf } from '../registry/kept-releases.ts'

/** Names in a kept release's code that another lacks. */
export const newInRelease = (
  dataDir: string,
  remote: RemoteName,
  before: string | undefined,
  release: string,
): string[] => {
  const read = (id: string) => {
    const folder = folderOf(dataDir, remote, id)
    return existsSync(folder) ? capabilitiesOf(folder) : undefined
  }
  const after = read(release)
  return after ? newCapabilities(before === undefined ? undefined : read(before), after) : []
}
