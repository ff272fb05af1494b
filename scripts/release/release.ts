import { problemsBetween, type Standing } from '../../shared/build/checks/problems.ts'
import { type RemoteContract, readContract, type ShellContract } from '../../shared/build/release/contract-record.ts'
import { type Change, type Switched, switchRelease } from '../../shell/server/registry/switch-release.ts'
import { buildFrontEnd } from '../build-front-ends.ts'
import { builtShell } from '../contracts/check-remote.ts'
import { recordedShell } from '../contracts/recorded.ts'
import { runNode } from '../test/run-command.ts'
import { inWorkspace } from '../workspace.ts'
import { type FetchedRelease, fetchRelease } from './fetch-release.ts'
import type { ReleaseCommand, Wish } from './parse-arguments.ts'

/** The check has already printed the problems. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
}

const CHECK = inWorkspace('scripts', 'check-contracts.ts')

const shellOfToday = (): ShellContract => {
  const built = builtShell()
  return built.kind === 'built' ? built.contract : recordedShell()
}

/** @throws ContractError */
const checkContracts = async (name: string): Promise<void> => {
  const args = builtShell().kind === 'none' ? ['--shell', inWorkspace('contracts', 'shell.json')] : []
  if ((await runNode([CHECK, name, ...args], { cwd: inWorkspace() })) !== 0)
    throw new ContractError(`${name} no cumple los contratos. No se publicó nada.`)
}

/**
 * Checks an existing release, by its folder or contract. Releases
 * without a contract record pass; the loader checks them.
 *
 * @param standing `former` for a roll-back
 * @returns a function that throws ContractError
 */
export const vetAgainst =
  (shell: ShellContract, standing: Standing) =>
  (release: string | RemoteContract): void => {
    const contract = typeof release === 'string' ? readContract(release) : release
    if (!contract || contract.name === 'shell') return
    const problems = problemsBetween(contract, shell, standing).filter(({ kind }) => kind === 'error')
    if (problems.length > 0) throw new ContractError(problems.map(({ message }) => message).join('\n'))
  }

const vetFor = (wish: Wish): ReturnType<typeof vetAgainst> | undefined => {
  if (wish.kind === 'to') return vetAgainst(shellOfToday(), 'former')
  return wish.kind === 'build' && wish.from !== undefined ? vetAgainst(shellOfToday(), 'live') : undefined
}

const builtRoot = async (name: string, log: (line: string) => void): Promise<string> => {
  await buildFrontEnd(name, log)
  await checkContracts(name)
  return inWorkspace(name)
}

const elsewhere = async (name: string, manifest: string): Promise<FetchedRelease> => {
  const release = await fetchRelease(name, manifest)
  vetAgainst(shellOfToday(), 'live')(release.contract)
  return release
}

const changeFor = async (
  { package: name, name: remote, wish }: ReleaseCommand,
  log: (line: string) => void,
): Promise<Change> => {
  if (wish.kind === 'elsewhere') return { ...wish, release: await elsewhere(remote, wish.manifest) }
  if (wish.kind !== 'build') return wish
  return { kind: 'build', root: wish.from ?? (await builtRoot(name, log)), canary: wish.canary }
}

const what = ({ kind }: Wish, { before, after }: Switched): string => {
  if (!after) return 'no tiene ninguna versión'
  const tried = kind === 'build' || kind === 'elsewhere' ? after.canary : undefined
  if (tried)
    return `${tried.release} se prueba en el ${tried.percent} % de las pestañas; las demás siguen con ${after.active}`
  if (kind === 'end-canary')
    return before?.canary
      ? `terminó la prueba de ${before.canary.release}; sigue en vivo ${after.active}`
      : `no había ninguna prueba; sigue en vivo ${after.active}`
  if (before?.active === after.active)
    return `${after.active} ya estaba en vivo${before.canary ? '; terminó la prueba' : ''}`
  return `${after.active} está en vivo${after.fallback ? `; de respaldo queda ${after.fallback}` : ''}`
}

export const describeSwitch = ({ name, wish }: ReleaseCommand, switched: Switched): string =>
  `${name}: ${what(wish, switched)}.`

/**
 * @throws BuildError, ContractError or
 *   ReleaseError; nothing is switched then
 */
export const release = async (
  command: ReleaseCommand,
  log: (line: string) => void,
  now: () => Date,
): Promise<Switched> => {
  const change = await changeFor(command, log)
  const { dataDir, name, wish } = command
  const switched = await switchRelease({ dataDir, name, vet: vetFor(wish) }, change, now())
  log(describeSwitch(command, switched))
  return switched
}
