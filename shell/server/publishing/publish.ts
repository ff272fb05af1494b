import type { FastifyRequest } from 'fastify'
import { readContract } from 'shared/build/checks'
import * as v from 'valibot'
import { FILE_BYTES } from '../registry/check-release.ts'
import { keepBuild, pullRelease, type VetRelease } from '../registry/kept-releases.ts'
import { readStoredRegistry, releasesFolder } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import type { StoredEntry } from '../registry/stored-registry.ts'
import {
  type ReleaseChange,
  type SwitchedRelease,
  type SwitchTarget,
  switchRelease,
} from '../registry/switch-release.ts'
import { readBroken } from '../release-health/broken-releases.ts'
import { awaitApproval, endWaiting, findWaiting } from './approvals.ts'
import { type RunningShell, readLiveSite, vetBuild, vetFormer } from './live-site.ts'
import { newInRelease } from './new-in-release.ts'
import type { KnownPublisher } from './publisher-tokens.ts'
import { type UploadedRelease, type UploadLimits, withUpload } from './receive-upload.ts'

export const UPLOAD_LIMITS: UploadLimits = {
  files: 1000,
  fileBytes: FILE_BYTES,
  totalBytes: 64 * 1024 * 1024,
  timeMs: 120_000,
}

export interface PublishingOptions extends ReleaseStore {
  /** Of the running shell's build. */
  readonly shellFolder: string
  readonly needsApproval: boolean
  readonly limits?: UploadLimits | undefined
}

const targetOf = async (
  { dataDir, shared }: ReleaseStore,
  name: KnownPublisher['remote'],
  vet: VetRelease | undefined,
): Promise<SwitchTarget> => ({ dataDir, shared, name, vet, broken: await readBroken(dataDir) })

const CommandSchema = v.variant('kind', [
  v.object({ kind: v.literal('to'), release: v.string() }),
  v.object({ kind: v.literal('end-canary') }),
  v.object({ kind: v.literal('approve'), release: v.string() }),
])

export const namesOf = (entry: StoredEntry | undefined) =>
  entry && { active: entry.active, fallback: entry.fallback, ...(entry.canary ? { canary: entry.canary } : {}) }

const runningShell = (folder: string): RunningShell => {
  const contract = readContract(folder)
  if (contract?.name !== 'shell')
    throw new ReleaseError('refused', 'El shell de este sitio no dice qué ofrece: hay que construirlo de nuevo.')
  return { contract, folder }
}

const newNow = async (dataDir: string, remote: KnownPublisher['remote'], release: string): Promise<string[]> =>
  newInRelease(dataDir, remote, (await readStoredRegistry(dataDir))?.remotes[remote]?.active, release)

const changed = (remote: KnownPublisher['remote'], { before, after }: SwitchedRelease) => ({
  remote,
  before: namesOf(before),
  after: namesOf(after),
})

export const vetForSite = async (
  { dataDir, shellFolder }: PublishingOptions,
  remote: KnownPublisher['remote'],
): Promise<VetRelease> => vetBuild(remote, await readLiveSite(dataDir, runningShell(shellFolder), remote))

const makeLive = async (target: SwitchTarget, kept: Omit<Extract<ReleaseChange, { kind: 'kept' }>, 'kind'>) => {
  const { dataDir, name } = target
  const added = await newNow(dataDir, name, kept.release)
  const switched = await switchRelease(target, { kind: 'kept', ...kept }, new Date())
  return { ...changed(name, switched), added }
}

const publishUpload = async (
  { root, canary }: UploadedRelease,
  publisher: KnownPublisher,
  options: PublishingOptions,
) => {
  const { dataDir, needsApproval } = options
  const { remote } = publisher
  const vet = await vetForSite(options, remote)
  const { id, files, isVetted } = await keepBuild(options, root, new Date(), remote, vet)
  if (!needsApproval)
    return makeLive(await targetOf(options, remote, isVetted ? undefined : vet), { release: id, canary })
  const added = await newNow(dataDir, remote, id)
  await options.shared?.push(`${remote}/${id}`)
  await awaitApproval(options, publisher, { release: id, files, canary })
  return { remote, waiting: id, added }
}

export const publishUploadedRelease = (
  request: FastifyRequest,
  publisher: KnownPublisher,
  options: PublishingOptions,
) => {
  const { dataDir, limits = UPLOAD_LIMITS } = options
  return withUpload(releasesFolder(dataDir), publisher.remote, request, limits, (upload) =>
    publishUpload(upload, publisher, options),
  )
}

const approve = async (publisher: KnownPublisher, release: string, options: PublishingOptions) => {
  const { remote } = publisher
  await pullRelease(options, `${remote}/${release}`)
  const { canary, files, publisher: publishedBy } = await findWaiting(options, publisher, release)
  const approval = { publishedBy, approvedBy: publisher.id, at: new Date().toISOString() }
  const done = await makeLive(await targetOf(options, remote, await vetForSite(options, remote)), {
    release,
    canary,
    approved: { approval, files },
  })
  await endWaiting(options, remote, release)
  return done
}

/** @throws ReleaseError; nothing was switched then */
export const performPublishing = async (
  request: FastifyRequest,
  publisher: KnownPublisher,
  options: PublishingOptions,
) => {
  const command = v.safeParse(CommandSchema, request.body)
  if (!command.success) throw new ReleaseError('refused', 'No se entiende lo que se pide. Actualiza las herramientas.')
  const { output: change } = command
  if (change.kind === 'approve') return approve(publisher, change.release, options)
  const { shellFolder, needsApproval } = options
  const { remote } = publisher
  const vet = vetFormer(runningShell(shellFolder).contract)
  const checked = change.kind === 'to' ? { ...change, onlyCleared: needsApproval } : change
  return changed(remote, await switchRelease(await targetOf(options, remote, vet), checked, new Date()))
}
