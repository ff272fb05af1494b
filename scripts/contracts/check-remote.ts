import { buildProblems } from '../../shared/build/checks/build-problems.ts'
import { type RemoteContract, readContract, type ShellContract } from '../../shared/build/checks/contract.ts'
import { licenceProblems } from '../../shared/build/checks/licences.ts'
import { type ContractProblem, problemsBetween } from '../../shared/build/checks/problems.ts'
import { shellWeightProblems } from '../../shared/build/checks/weights.ts'
import { buildFolder, readBuildRecord } from '../../shared/build/release/build-record.ts'
import { releaseId } from '../../shared/build/release/release-id.ts'
import { inWorkspace, type remotePackages } from '../workspace.ts'

export type CheckOutcome =
  /** There is nothing to compare. */
  | { readonly kind: 'skipped'; readonly why: string }
  /** A check that cannot run has not passed. */
  | { readonly kind: 'unbuilt'; readonly why: string }
  | { readonly kind: 'checked'; readonly what: string; readonly problems: readonly ContractProblem[] }

export type BuiltContract<T> =
  | { readonly kind: 'built'; readonly contract: T; readonly folder: string }
  | { kind: 'none'; why: string }

const recordOf = (name: string, of: 'any' | 'present sources'): BuiltContract<RemoteContract | ShellContract> => {
  const root = inWorkspace(name)
  const record = readBuildRecord(root)
  const todo = `constrúyelo con pnpm --filter ${name} build`
  if (!record) return { kind: 'none', why: `${name} no está construido: ${todo}` }
  if (of === 'present sources' && record.release !== releaseId({ root }))
    return { kind: 'none', why: `lo construido de ${name} no es de los fuentes de ahora: ${todo}` }
  const folder = buildFolder(root, record.release)
  const contract = readContract(folder)
  return contract ? { kind: 'built', contract, folder } : { kind: 'none', why: `${folder} no tiene contract.json` }
}

/** Its sources may have changed since. */
export const builtShell = (): BuiltContract<ShellContract> => {
  const found = recordOf('shell', 'any')
  if (found.kind === 'none') return found
  const { contract, folder } = found
  return contract.name === 'shell' ? { kind: 'built', contract, folder } : { kind: 'none', why: 'no es el del shell' }
}

export const builtRemote = (name: (typeof remotePackages)[number]): BuiltContract<RemoteContract> => {
  const found = recordOf(name, 'present sources')
  if (found.kind === 'none') return found
  const { contract, folder } = found
  return contract.name === 'shell' ? { kind: 'none', why: 'es el del shell' } : { kind: 'built', contract, folder }
}

export const checkBuiltRemote = (
  name: (typeof remotePackages)[number],
  shell: BuiltContract<ShellContract>,
): CheckOutcome => {
  const built = builtRemote(name)
  if (built.kind === 'none') return { kind: 'unbuilt', why: built.why }
  const { contract, folder } = built
  const own = buildProblems(folder, contract)
  if (shell.kind === 'none') {
    return own.length > 0
      ? { kind: 'checked', what: `${name} ${contract.release}`, problems: own }
      : { kind: 'unbuilt', why: `${name} no tiene con qué compararse: ${shell.why}` }
  }
  return {
    kind: 'checked',
    what: `${contract.name} ${contract.release} con el shell ${shell.contract.release}`,
    problems: [...own, ...problemsBetween(contract, shell.contract, 'live')],
  }
}

/** Its own record, not compared with a remote. */
export const checkShellAlone = (): CheckOutcome => {
  const built = builtShell()
  if (built.kind === 'none') return { kind: 'unbuilt', why: built.why }
  const { folder, contract } = built
  const problems = [
    ...shellWeightProblems(folder, contract.release),
    ...licenceProblems(folder, `El shell ${contract.release}`, 'shell'),
  ]
  return { kind: 'checked', what: `peso y licencias del shell ${contract.release}`, problems }
}
