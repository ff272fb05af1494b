import { resolve } from 'node:path'
import type { SiteAddress } from '../../shared/build/command/parse-site.ts'
import {
  type PublishedAnswer,
  sendBuild,
  sendCommand,
  uploadPreviewBuild,
} from '../../shared/build/command/site-client.ts'
import { buildFolder, readBuildRecord } from '../../shared/build/release/build-record.ts'
import { withReleaseStore } from '../../shell/server/bucket/open-release-store.ts'
import {
  type RunningShell,
  readLiveSite,
  vetBuild,
  vetContract,
  vetFormer,
} from '../../shell/server/publishing/live-site.ts'
import { newInRelease } from '../../shell/server/publishing/new-in-release.ts'
import type { VetRelease } from '../../shell/server/registry/kept-releases.ts'
import { type ReleaseChange, switchRelease } from '../../shell/server/registry/switch-release.ts'
import { refreshRegistry } from '../../shell/server/registry/update-registry.ts'
import { readBroken } from '../../shell/server/release-health/broken-releases.ts'
import { buildFrontEnd } from '../build-front-ends.ts'
import { builtShell } from '../contracts/check-remote.ts'
import { recordedShell } from '../contracts/recorded.ts'
import { inWorkspace } from '../workspace.ts'
import { type FetchedRelease, fetchRelease } from './fetch-release.ts'
import type { ReleaseCommand, ReleaseRequest } from './parse-arguments.ts'
import { CheckError, requireChecks, requirePass } from './pass-checks.ts'

const shellOfToday = (): RunningShell => {
  const built = builtShell()
  return built.kind === 'built' ? built : { contract: recordedShell() }
}

const vetFor = async ({ dataDir, name, wish }: ReleaseCommand): Promise<VetRelease> => {
  const shell = shellOfToday()
  return wish.kind === 'to' ? vetFormer(shell.contract) : vetBuild(name, await readLiveSite(dataDir, shell, name))
}

const checkedRoot = async (command: ReleaseCommand, log: (line: string) => void): Promise<string | undefined> => {
  const { package: name, wish } = command
  if ((wish.kind === 'build' || wish.kind === 'preview') && wish.from !== undefined) {
    requireChecks(name, wish.from)
    return wish.from
  }
  if (wish.kind !== 'build' && wish.kind !== 'check' && wish.kind !== 'preview') return undefined
  await requirePass(name)
  await buildFrontEnd(name, log)
  requireChecks(name, inWorkspace(name))
  return inWorkspace(name)
}

const elsewhere = async (name: string, manifest: string): Promise<FetchedRelease> => {
  const release = await fetchRelease(name, manifest)
  vetContract(release.contract, shellOfToday().contract, 'live')
  return release
}

const what = ({ kind }: ReleaseRequest, { before, after, waiting }: PublishedAnswer): string => {
  if (waiting !== undefined)
    return `${waiting} espera que otra persona la apruebe, con su token y --approve ${waiting}; no cambió lo que está en vivo`
  if (!after) return 'no tiene ninguna versión'
  const tried = kind === 'build' || kind === 'elsewhere' || kind === 'approve' ? after.canary : undefined
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

export const describeSwitch = (
  { name, wish }: Pick<ReleaseCommand, 'name' | 'wish'>,
  switched: PublishedAnswer,
): string => `${name}: ${what(wish, switched)}.`

const checkOnly = async (command: ReleaseCommand, root: string, log: (line: string) => void): Promise<void> => {
  const release = readBuildRecord(root)?.release ?? ''
  const vet = await vetFor(command)
  vet(buildFolder(root, release), release)
  log(`${command.name}: ${release} puede publicarse. No se publicó nada.`)
}

const changeFor = async (
  name: string,
  wish: ReleaseRequest,
  root: string | undefined,
): Promise<ReleaseChange | undefined> => {
  if (wish.kind === 'check' || wish.kind === 'approve' || wish.kind === 'preview') return undefined
  if (wish.kind === 'elsewhere') return { ...wish, release: await elsewhere(name, wish.manifest) }
  return wish.kind === 'build' ? { kind: 'build', root: resolve(root ?? ''), canary: wish.canary } : wish
}

const changeThere = (
  site: SiteAddress,
  { name, wish }: ReleaseCommand,
  root: string | undefined,
): Promise<PublishedAnswer> => {
  const record = wish.kind === 'build' && root !== undefined ? readBuildRecord(root) : undefined
  return record && root !== undefined && wish.kind === 'build'
    ? sendBuild(site, root, record, wish.canary)
    : sendCommand(site, name, wish)
}

const changeHere = (command: ReleaseCommand, root: string | undefined, now: Date): Promise<PublishedAnswer> =>
  withReleaseStore(command.dataDir, process.env, async (store) => {
    if (store.shared) await refreshRegistry(store)
    const { dataDir, name, wish } = command
    const change = await changeFor(name, wish, root)
    if (!change) return {}
    const switched = await switchRelease(
      { ...store, name, vet: await vetFor(command), broken: await readBroken(dataDir) },
      change,
      now,
    )
    const release = switched.after?.canary?.release ?? switched.after?.active
    const added = wish.kind === 'build' && release ? newInRelease(dataDir, name, switched.before?.active, release) : []
    return { ...switched, added }
  })

const uploadedPreview = async (
  { name, site }: ReleaseCommand,
  root: string | undefined,
  log: (line: string) => void,
): Promise<void> => {
  const record = root === undefined ? undefined : readBuildRecord(root)
  if (!site || root === undefined || !record) throw new CheckError(`${root} no está construido. No se subió nada.`)
  log(`${name}: ${await uploadPreviewBuild(site, root, record)}`)
}

/**
 * @throws BuildError, CheckError, CommandError or
 *   ReleaseError; nothing is switched then
 */
export const runRelease = async (
  command: ReleaseCommand,
  log: (line: string) => void,
  now: () => Date,
): Promise<void> => {
  const { wish, site } = command
  const root = await checkedRoot(command, log)
  if (wish.kind === 'check') {
    if (root !== undefined) await checkOnly(command, root, log)
    return
  }
  if (wish.kind === 'preview') return uploadedPreview(command, root, log)
  const switched = site ? await changeThere(site, command, root) : await changeHere(command, root, now())
  log(describeSwitch(command, switched))
  if (switched.added?.length) log('Su código nombra lo que el de antes no:')
  for (const line of switched.added ?? []) log(`  ${line}`)
}
