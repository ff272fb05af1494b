import { join } from 'node:path'
import type { StatedBudget } from '../checks/budgets.ts'
import { buildProblems } from '../checks/build-problems.ts'
import { parseContract, type RemoteContract, readContract, type ShellContract } from '../checks/contract.ts'
import { type ContractProblem, problemsBetween } from '../checks/problems.ts'
import { libraryFolder, SHARED_PACKAGE } from '../package-info.ts'
import { buildFolder, readBuildRecord } from '../release/build-record.ts'
import { releaseId } from '../release/release-id.ts'
import { CommandError } from './command-error.ts'
import { runProgram } from './run-program.ts'
import { budgetOfSite } from './site-budget.ts'

/** Milliseconds. */
const FETCH_TIMEOUT_MS = 10_000

/** React refuses hooks across two copies. */
const ONE_COPY = ['react', 'react-dom', 'valibot']

const checkCopies = (root: string): void => {
  const twice = ONE_COPY.filter((library) => {
    try {
      return libraryFolder(root, library) !== libraryFolder(SHARED_PACKAGE, library)
    } catch {
      return false
    }
  })
  if (twice.length > 0)
    throw new CommandError(
      `Hay dos copias de ${twice.join(' y ')}: en package.json va la misma versión que pide shared (node_modules/shared/package.json).`,
    )
}

const checkTypes = (root: string): Promise<number> =>
  runProgram([join(libraryFolder(SHARED_PACKAGE, 'typescript'), 'bin', 'tsc'), '-b'], root)

interface Build {
  readonly contract: RemoteContract
  readonly folder: string
}

const presentBuild = (root: string): Build | undefined => {
  const record = readBuildRecord(root)
  if (record?.release !== releaseId({ root })) return undefined
  const folder = buildFolder(root, record.release)
  const contract = readContract(folder)
  return contract === undefined || contract.name === 'shell' ? undefined : { contract, folder }
}

const liveShell = async (site: string): Promise<ShellContract> => {
  const address = new URL('/contract.json', site)
  const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!answer.ok) throw new CommandError(`${address} respondió ${answer.status}: ¿es la dirección del sitio?`)
  const contract = parseContract(await answer.text())
  if (contract.name !== 'shell') throw new CommandError(`${address} no es del shell, sino de ${contract.name}.`)
  return contract
}

const problemsOf = (
  { contract, folder }: Build,
  shell: ShellContract | undefined,
  budget: StatedBudget | undefined,
): ContractProblem[] => [
  ...buildProblems(folder, contract, budget),
  ...(shell ? problemsBetween(contract, shell, 'live') : []),
]

/**
 * Checks the build against its own record and, if given, the live shell.
 *
 * @param site URL without a trailing slash
 * @param budgetOf by the remote's name; default: what the site says
 * @returns the exit code
 * @throws CommandError if there is a site but no build of the present sources
 */
export const checkBuild = async (
  root: string,
  site: string | undefined,
  budgetOf = async (name: string) => (site === undefined ? undefined : budgetOfSite(site, name)),
): Promise<number> => {
  const build = presentBuild(root)
  if (!build) {
    const what = 'Lo construido no es de los fuentes de ahora: ejecuta remote build'
    if (site !== undefined) throw new CommandError(`${what}.`)
    console.log(`${what} para revisar también el contrato.`)
    return 0
  }
  const shell = site === undefined ? undefined : await liveShell(site)
  const { name, release } = build.contract
  const problems = problemsOf(build, shell, await budgetOf(name))
  console.log(
    `${name} ${release}${shell ? ` con el shell ${shell.release}` : ''}: ${problems.length === 0 ? 'de acuerdo.' : 'hay diferencias.'}`,
  )
  for (const { kind, message } of problems) console.log(`  ${kind === 'error' ? 'Error' : 'Aviso'}: ${message}`)
  return problems.some(({ kind }) => kind === 'error') ? 1 : 0
}

/**
 * Types, and copies of libraries that the shell provides.
 *
 * @returns the exit code
 */
export const checkSources = async (root: string): Promise<number> => {
  checkCopies(root)
  return checkTypes(root)
}

export const runRemoteCheck = async (root: string, site: string | undefined): Promise<number> =>
  (await checkSources(root)) || checkBuild(root, site)
