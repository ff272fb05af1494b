import { resolve } from 'node:path'
import { buildFolder, readBuildRecord } from '../../shared/build/release/build-record.ts'
import { type RunningShell, readLiveSite, vetBuild, vetFormer } from '../../shell/server/publishing/live-site.ts'
import { newInRelease } from '../../shell/server/publishing/new-in-release.ts'
import type { Vet } from '../../shell/server/registry/kept-releases.ts'
import { type Change, switchRelease } from '../../shell/server/registry/switch-release.ts'
import { buildFrontEnd } from '../build-front-ends.ts'
import { builtShell } from '../contracts/check-remote.ts'
import { recordedShell } from '../contracts/recorded.ts'
import { inWorkspace } from '../workspace.ts'
import type { ReleaseCommand, Wish } from './parse-arguments.ts'
import { recordChecks, requireChecks, runChecks } from './run-checks.ts'
import { changeSite, type NamedReleases } from './site-client.ts'

const shellOfToday = (): RunningShell => {
  const built = builtShell()
  return built.kind === 'built' ? built : { contract: recordedShell() }
}

const vetFor = async ({ dataDir, name, wish }: ReleaseCommand): Promise<Vet> => {
  const shell = shellOfToday()
  return wish.kind === 'to' ? vetFormer(shell.contract) : vetBuild(name, await readLiveSite(dataDir, shell, name))
}

/** Of a package with a checked build. */
const checkedRoot = async (
  { package: name, wish }: ReleaseCommand,
  log: (line: string) => void,
): Promise<string | undefined> => {
  if (wish.kind === 'build' && wish.from !== undefined) {
    requireChecks(name, wish.from)
    return wish.from
  }
  if (wish.kind !== 'build' && wish.kind !== 'check') return undefined
  const checked = await runChecks(name, log)
  await buildFrontEnd(name, log)
  await recordChecks(name, checked)
  return inWorkspace(name)
}

interface NamedSwitch {
  readonly before?: NamedReleases | undefined
  readonly after?: NamedReleases | undefined
  /** Release that a second person has to approve. */
  readonly waiting?: string | undefined
  /** What is new in its code, for people. */
  readonly added?: readonly string[] | undefined
}

const what = ({ kind }: Wish, { before, after, waiting }: NamedSwitch): string => {
  if (waiting !== undefined)
    return `${waiting} espera que otra persona la apruebe, con su token y --approve ${waiting}; no cambió lo que está en vivo`
  if (!after) return 'no tiene ninguna versión'
  const tried = kind === 'build' || kind === 'approve' ? after.canary : undefined
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

export const describeSwitch = ({ name, wish }: Pick<ReleaseCommand, 'name' | 'wish'>, switched: NamedSwitch): string =>
  `${name}: ${what(wish, switched)}.`

const checkOnly = async (command: ReleaseCommand, root: string, log: (line: string) => void): Promise<void> => {
  const release = readBuildRecord(root)?.release ?? ''
  const vet = await vetFor(command)
  vet(buildFolder(root, release), release)
  log(`${command.name}: ${release} puede publicarse. No se publicó nada.`)
}

const changeHere = async (command: ReleaseCommand, root: string | undefined, now: Date): Promise<NamedSwitch> => {
  const { dataDir, name, wish } = command
  if (wish.kind === 'check' || wish.kind === 'approve') return {}
  const change: Change =
    wish.kind === 'build' ? { kind: 'build', root: resolve(root ?? ''), canary: wish.canary } : wish
  const switched = await switchRelease({ dataDir, name, vet: await vetFor(command) }, change, now)
  const release = switched.after?.canary?.release ?? switched.after?.active
  const added = wish.kind === 'build' && release ? newInRelease(dataDir, name, switched.before?.active, release) : []
  return { ...switched, added }
}

/**
 * @throws BuildError, CheckError, SiteError or
 *   ReleaseError; nothing is switched then
 */
export const release = async (command: ReleaseCommand, log: (line: string) => void, now: () => Date): Promise<void> => {
  const { name, wish, site } = command
  const root = await checkedRoot(command, log)
  if (wish.kind === 'check') {
    if (root !== undefined) await checkOnly(command, root, log)
    return
  }
  const switched = site ? await changeSite(site, name, wish, root) : await changeHere(command, root, now())
  log(describeSwitch(command, switched))
  if (switched.added?.length) log('Su código nombra lo que el de antes no:')
  for (const line of switched.added ?? []) log(`  ${line}`)
}
