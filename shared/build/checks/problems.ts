import { satisfy } from '@module-federation/enhanced/runtime'
import type { RemoteContract, ShellContract } from './contract.ts'

type Fit = 'fits' | 'too-old' | 'too-new'

const numbersOf = (text: string): number[] => [...text.matchAll(/\d+/g)].slice(0, 3).map(Number)

/**
 * Uses the federation runtime's comparison.
 * @param range from `compatibleWith`: `^19.3.0`
 */
const fitOf = (version: string, range: string): Fit => {
  if (satisfy(version, range)) return 'fits'
  const [have, need] = [numbersOf(version), numbersOf(range)]
  const first = need.findIndex((number, index) => number !== have[index])
  return (have[first] ?? 0) < (need[first] ?? 0) ? 'too-old' : 'too-new'
}

/** One disagreement between a remote and a shell, in Spanish. */
export interface ContractProblem {
  /** `warning`: the page reports it and keeps working. */
  readonly kind: 'error' | 'warning'
  /** The team that must act. */
  readonly side: 'remote' | 'shell'
  readonly message: string
}

/** `former`: a fallback, which lacks later additions. */
export type ReleaseStanding = 'live' | 'former'

type OldRelease = Pick<RemoteContract, 'name' | 'release'> & { readonly shared: string }

/** Every remote imports it; its version counts as that of `shared`. */
const SHARED_PROBE = 'shared/contract'

const packageOf = (module: string): string => module.split('/')[0] ?? module
const folderOf = (name: string): string => name.replaceAll('_', '-')
const error = (side: ContractProblem['side'], message: string): ContractProblem => ({ kind: 'error', side, message })

const versionProblem = (
  who: string,
  name: string,
  library: string,
  range: string,
  version: string,
): ContractProblem[] => {
  const fit = fitOf(version, range)
  if (fit === 'fits') return []
  const misfit = `${who} necesita ${library} ${range} y el shell trae ${version}`
  return fit === 'too-old'
    ? [error('shell', `${misfit}: primero hay que publicar un shell con ese ${library}.`)]
    : [error('remote', `${misfit}: hay que volver a construir y publicar ${folderOf(name)}.`)]
}

const contractProblems = (who: string, remote: RemoteContract, shell: ShellContract): ContractProblem[] => {
  if (remote.contract === shell.contract) return []
  const misfit = `${who} habla el contrato ${remote.contract} y el shell ${shell.release} el ${shell.contract}`
  return remote.contract > shell.contract
    ? [error('shell', `${misfit}: primero hay que publicar un shell que hable el ${remote.contract}.`)]
    : [error('remote', `${misfit}: hay que volver a construir y publicar ${folderOf(remote.name)}.`)]
}

const moduleProblems = (
  who: string,
  { name, needs }: RemoteContract,
  { provides }: ShellContract,
): ContractProblem[] => {
  const found = Object.entries(needs).flatMap(([module, range]): ContractProblem[] => {
    const version = provides[module]
    if (version !== undefined) return versionProblem(who, name, packageOf(module), range, version)
    const todo = module.startsWith('shared/') ? 'agregarlo a shell/src/shared-scope.ts y ' : ''
    return [error('shell', `${who} importa ${module}, que el shell no trae: hay que ${todo}publicar primero el shell.`)]
  })
  // All modules of a library share a version.
  return [...new Map(found.map((problem) => [problem.message, problem])).values()]
}

/** A missing export is `undefined` in the page. */
const exportProblems = (
  who: string,
  { name, imports = {} }: RemoteContract,
  { release, exports }: ShellContract,
): ContractProblem[] =>
  Object.entries(imports).flatMap(([module, names]) => {
    const offered = exports?.[module]
    const missing = offered ? names.filter((wanted) => !offered.includes(wanted)) : []
    if (missing.length === 0) return []
    const todo = `primero hay que publicar un shell con eso, o dejar de usarlo en ${folderOf(name)}`
    return [
      error('shell', `${who} usa ${missing.join(', ')} de ${module}, que el shell ${release} no ofrece: ${todo}.`),
    ]
  })

const screenProblems = (
  who: string,
  remote: RemoteContract,
  { mounts, announced = {}, slots }: ShellContract,
  standing: ReleaseStanding,
): ContractProblem[] => {
  const kind = standing === 'live' ? 'error' : 'warning'
  const todo = `hay que agregarla en src/app.tsx de ${folderOf(remote.name)} y publicarlo`
  const missing = (wanted: readonly string[], present: readonly string[]) =>
    wanted.filter((name) => !present.includes(name))
  return [
    ...missing(mounts[remote.name] ?? [], [...remote.routes, ...(announced[remote.name] ?? [])]).map(
      (path) => `${who} no tiene página para ${path}: ${todo}.`,
    ),
    ...missing(slots[remote.name] ?? [], remote.slots).map(
      (slot) => `${who} no presta la pantalla '${slot}': ${todo}.`,
    ),
  ].map((message): ContractProblem => ({ kind, side: 'remote', message }))
}

/**
 * Compares two records without running either.
 *
 * @param standing of the remote's release
 */
export const problemsBetween = (
  remote: RemoteContract,
  shell: ShellContract,
  standing: ReleaseStanding,
): ContractProblem[] => {
  const who = `${remote.name} ${remote.release}`
  return [
    ...contractProblems(who, remote, shell),
    ...moduleProblems(who, remote, shell),
    ...exportProblems(who, remote, shell),
    ...screenProblems(who, remote, shell, standing),
  ]
}

/** Uses only the range of `shared`. */
export const problemsOfOld = ({ name, release, shared }: OldRelease, shell: ShellContract): ContractProblem[] => {
  const version = shell.provides[SHARED_PROBE]
  return version === undefined ? [] : versionProblem(`${name} ${release}`, name, 'shared', shared, version)
}
