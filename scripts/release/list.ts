import { remoteNames } from '../../shared/src/contract/site/remote.ts'
import { listKept } from '../../shell/server/registry/kept-releases.ts'
import { pruneReleases } from '../../shell/server/registry/prune-releases.ts'
import { readStoredRegistry } from '../../shell/server/registry/registry-file.ts'
import { listText } from './list-text.ts'
import { LIST_USAGE, parseList, UsageError } from './parse-arguments.ts'

try {
  const { dataDir, prune } = parseList(process.argv.slice(2), process.env)
  if (prune) {
    const gone = await pruneReleases(dataDir, new Date())
    console.log(gone.length === 0 ? 'No hay nada que borrar.\n' : `Se borró: ${gone.join(', ')}.\n`)
  }
  const registry = await readStoredRegistry(dataDir)
  for (const name of remoteNames)
    console.log(listText(name, registry?.remotes[name], await listKept(dataDir, name)).join('\n'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(`\n${LIST_USAGE}`)
  process.exitCode = 1
}
