import type { FastifyRequest } from 'fastify'
import type { Registry, RemoteName } from 'shared/contract'
import { protocolOf } from 'shared/server'
import { isPreviewHolder } from '../preview-builds/preview-holders.ts'
import { isPreviewId, requireUnchangedPreview } from '../preview-builds/preview-store.ts'
import { findUploaded, refusePreviews } from '../preview-builds/upload-preview.ts'
import { activateRelease, emptyRegistry, isCleared } from '../registry/activate-release.ts'
import { takeKept } from '../registry/kept-releases.ts'
import { forPages, readStoredRegistry } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { type PreviewClaim, readPreviewCookie, type SealPreview } from './preview-cookie.ts'

export interface PreviewOptions extends ReleaseStore {
  readonly publicUrl: string
  readonly needsApproval: boolean
  readonly seal: SealPreview
}

type OpeningOptions = Omit<PreviewOptions, 'publicUrl' | 'seal'>

export interface OpenedPreview {
  readonly remote: RemoteName
  /** For the person who sees it. */
  readonly title: string
  /** For one answer: names the previewed release as the active one, without fallback and canary. */
  readonly registry: Registry
}

const openKept = async (
  { needsApproval, ...store }: OpeningOptions,
  remote: RemoteName,
  release: string,
): Promise<OpenedPreview> => {
  const stored = await readStoredRegistry(store.dataDir)
  const entry = stored?.remotes[remote]
  if (!stored || !entry)
    throw new ReleaseError('unknown', `${remote} no tiene una versión en vivo. Publica una primero: pnpm release`)
  const kept = await takeKept(store, stored, { name: remote, id: release })
  if (needsApproval && !isCleared(entry, kept))
    throw new ReleaseError('refused', `${remote} ${release} espera que otra persona la apruebe.`)
  const { canary: _, ...others } = entry
  const previewed = { ...others, active: release, fallback: null, releases: { [release]: kept.release } }
  return {
    remote,
    title: `${remote} ${release}`,
    registry: forPages({ ...stored, remotes: { ...stored.remotes, [remote]: previewed } }),
  }
}

const openUploaded = async (options: OpeningOptions, remote: RemoteName, id: string): Promise<OpenedPreview> => {
  refusePreviews(options)
  const preview = await findUploaded(options, remote, id)
  if (!preview)
    throw new ReleaseError('unknown', `${remote} no tiene la vista previa ${id}, o ya venció. Súbela de nuevo.`)
  await requireUnchangedPreview(options.dataDir, remote, preview)
  const stored = (await readStoredRegistry(options.dataDir)) ?? emptyRegistry
  const { [remote]: _live, ...others } = stored.remotes
  const registry = activateRelease({ ...stored, remotes: others }, { name: remote, id, release: preview })
  return { remote, title: `${remote} ${preview.build}, sin publicar`, registry: forPages(registry) }
}

/** @throws ReleaseError if there is none, or it is altered, or waits for another person */
export const openPreview = (options: OpeningOptions, remote: RemoteName, release: string): Promise<OpenedPreview> =>
  (isPreviewId(release) ? openUploaded : openKept)(options, remote, release)

export interface OpenPreviews {
  /** Asks for the token each time: a revoked one ends its previews. */
  readonly findPreview: (request: FastifyRequest) => Promise<OpenedPreview | undefined>
  /** Whether this browser has opened exactly this uploaded preview. */
  readonly mayReadFiles: (request: FastifyRequest, remote: string, id: string) => Promise<boolean>
}

export type FindPreview = OpenPreviews['findPreview']

/** A token for previews opens no releases. */
export const admitsHolder = ({ holder, release }: Pick<PreviewClaim, 'holder' | 'release'>): boolean =>
  holder.kind === 'publisher' || isPreviewId(release)

export const createPreviewFinder = ({ publicUrl, seal, ...options }: PreviewOptions): OpenPreviews => {
  const claimOf = async (request: FastifyRequest): Promise<PreviewClaim | undefined> => {
    const claim = readPreviewCookie(seal, request, Date.now(), protocolOf(publicUrl, request) === 'https')
    if (!claim || !admitsHolder(claim)) return undefined
    return (await isPreviewHolder(options, claim.holder, claim.remote)) ? claim : undefined
  }
  const orNone = async <T>(request: FastifyRequest, work: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      request.log.warn({ err: error }, 'a preview cannot be shown: the page has the live release')
      return undefined
    }
  }
  return {
    findPreview: (request) =>
      orNone(request, async () => {
        const claim = await claimOf(request)
        return claim && openPreview(options, claim.remote, claim.release)
      }),
    mayReadFiles: async (request, remote, id) =>
      (await orNone(request, async () => {
        const claim = await claimOf(request)
        if (claim?.remote !== remote || claim.release !== id || !isPreviewId(id)) return false
        refusePreviews(options)
        return (await findUploaded(options, claim.remote, id)) !== undefined
      })) ?? false,
  }
}
