import { join } from 'node:path'
import { readContract, type ShellContract } from '../../shared/build/checks/contract.ts'
import { problemsBetween, problemsOfOld, type ReleaseStanding } from '../../shared/build/checks/problems.ts'
import type { RemoteEntry } from '../../shared/src/contract/site/registry.ts'
import { type RemoteName, remoteNames } from '../../shared/src/contract/site/remote.ts'
import { remotesOfSite } from '../../shell/server/registry/activate-release.ts'
import { readRegistry, releasesFolder } from '../../shell/server/registry/registry-file.ts'
import type { BuiltContract, CheckOutcome } from './check-remote.ts'
import { recordedRemote } from './recorded.ts'

/**
 * Returns the releases that pages may
 * load; a canary is live for some pages.
 */
export const reachableReleases = ({ active, canary, fallback }: RemoteEntry): Map<string, ReleaseStanding> => {
  const found = new Map<string, ReleaseStanding>()
  if (fallback !== null) found.set(fallback, 'former')
  if (canary) found.set(canary.release, 'live')
  return found.set(active, 'live')
}

const checkRelease = (
  dataDir: string,
  shell: ShellContract,
  name: RemoteName,
  entry: RemoteEntry,
  [release, standing]: readonly [string, ReleaseStanding],
): CheckOutcome => {
  const what = `el shell ${shell.release} con ${name} ${release} (${standing === 'live' ? 'en vivo' : 'de respaldo'})`
  const shared = entry.releases[release]?.shared ?? ''
  const contract = readContract(join(releasesFolder(dataDir), name, release))
  if (contract && contract.name !== 'shell')
    return { kind: 'checked', what, problems: problemsBetween(contract, shell, standing) }
  // Releases without a record have only this range.
  return { kind: 'checked', what, problems: problemsOfOld({ name, release, shared }, shell) }
}

export const checkShellWithRecorded = (shell: BuiltContract<ShellContract>): readonly CheckOutcome[] => {
  if (shell.kind === 'none') return [{ kind: 'unbuilt', why: shell.why }]
  return remoteNames.map((name) => {
    const contract = recordedRemote(name)
    const what = `el shell ${shell.contract.release} con ${name} ${contract.release} (lo último publicado)`
    return { kind: 'checked', what, problems: problemsBetween(contract, shell.contract, 'live') }
  })
}

export const checkShell = async (
  dataDir: string,
  shell: BuiltContract<ShellContract>,
): Promise<readonly CheckOutcome[]> => {
  if (shell.kind === 'none') return [{ kind: 'unbuilt', why: shell.why }]
  const registry = await readRegistry(dataDir)
  if (!registry) return [{ kind: 'skipped', why: `en ${dataDir} no se ha publicado ningún remoto` }]
  return remotesOfSite(...Object.keys(registry.remotes)).flatMap((name) => {
    const entry = registry.remotes[name]
    return entry
      ? [...reachableReleases(entry)].map((release) => checkRelease(dataDir, shell.contract, name, entry, release))
      : []
  })
}
