import { existsSync } from 'node:fs'
import {
  type ContractProblem,
  type LiveSite,
  problemsBetween,
  type ReleaseStanding,
  type RemoteContract,
  readContract,
  readSheets,
  releaseProblems,
  styleNamesIn,
} from 'shared/build/checks'
import type { RemoteName } from 'shared/contract'
import { emptyRegistry, remotesOfSite } from '../registry/activate-release.ts'
import { budgetOfRemote } from '../registry/budgets.ts'
import { folderOf, type VetRelease } from '../registry/kept-releases.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'

export interface RunningShell {
  readonly contract: LiveSite['shell']
  /** Of its files; without it, their names are unknown. */
  readonly folder?: string | undefined
}

/** A release of `name` must fit it. */
export const readLiveSite = async (dataDir: string, shell: RunningShell, name: RemoteName): Promise<LiveSite> => {
  const registry = (await readStoredRegistry(dataDir)) ?? emptyRegistry
  const others = remotesOfSite(...Object.keys(registry.remotes)).flatMap((other) => {
    const release = other === name ? undefined : registry.remotes[other]?.active
    return release === undefined ? [] : [folderOf(dataDir, other, release)]
  })
  const folders = [...(shell.folder === undefined ? [] : [shell.folder]), ...others].filter((path) => existsSync(path))
  return { shell: shell.contract, styles: styleNamesIn(readSheets(folders)), budget: budgetOfRemote(registry, name) }
}

const requireNone = (problems: readonly ContractProblem[]): void => {
  const errors = problems.filter(({ kind }) => kind === 'error').map(({ message }) => message)
  if (errors.length > 0) throw new ReleaseError('refused', [...errors, 'No se publicó nada.'].join('\n'))
}

/** For a build that is to go live. */
export const vetBuild =
  (name: RemoteName, site: LiveSite): VetRelease =>
  (folder, release) =>
    requireNone(releaseProblems(folder, name, release, site))

/** @throws ReleaseError `refused` */
export const vetContract = (contract: RemoteContract, shell: LiveSite['shell'], standing: ReleaseStanding): void =>
  requireNone(problemsBetween(contract, shell, standing))

/** For a release that was live; one without a record is left to the page. */
export const vetFormer =
  (shell: LiveSite['shell']): VetRelease =>
  (folder) => {
    const contract = readContract(folder)
    if (contract && contract.name !== 'shell') vetContract(contract, shell, 'former')
  }
