import '../../shared/node/running-node.ts'
import { withReleaseStore } from '../../shell/server/bucket/open-release-store.ts'
import { listKept, remotesIn } from '../../shell/server/registry/kept-releases.ts'
import { pruneReleases } from '../../shell/server/registry/prune-releases.ts'
import { loadRegistry, releasesFolder } from '../../shell/server/registry/registry-file.ts'
import { refreshRegistry } from '../../shell/server/registry/update-registry.ts'
import { readBroken } from '../../shell/server/release-health/broken-releases.ts'
import { readFingerprints } from '../../shell/server/release-health/fingerprints.ts'
import { readHealth } from '../../shell/server/release-health/health-file.ts'
import { listShells, pruneShells } from '../../shell/server/shells/kept-shells.ts'
import { readMapIn } from '../source-positions/read-map.ts'
import { fingerprintsText } from './fingerprints-text.ts'
import { healthText } from './health-text.ts'
import { listText, shellsText } from './list-text.ts'
import { LIST_USAGE, parseList, UsageError } from './parse-arguments.ts'

try {
  const { dataDir, prune } = parseList(process.argv.slice(2), process.env)
  await withReleaseStore(dataDir, process.env, async (store) => {
    if (store.shared) await refreshRegistry(store)
    if (!prune) return
    const now = new Date()
    const gone = [...(await pruneReleases(store, now)), ...(await pruneShells(store, now))]
    console.log(gone.length === 0 ? 'No hay nada que borrar.\n' : `Se borró: ${gone.join(', ')}.\n`)
  })
  const { registry, damage } = await loadRegistry(dataDir)
  if (damage) console.error(`Aviso: ${damage.message}. Se usa su última copia buena.\n`)
  const reported = { health: await readHealth(dataDir), broken: await readBroken(dataDir) }
  const fingerprints = await readFingerprints(dataDir)
  const readMap = readMapIn(releasesFolder(dataDir))
  for (const name of await remotesIn(dataDir, registry))
    console.log(
      [
        ...listText(name, registry?.remotes[name], await listKept(dataDir, name)),
        ...healthText(name, registry?.remotes[name], reported),
        ...fingerprintsText(name, fingerprints, readMap),
      ].join('\n'),
    )
  for (const line of shellsText(await listShells(dataDir))) console.log(line)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(`\n${LIST_USAGE}`)
  process.exitCode = 1
}
