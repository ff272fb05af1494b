import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { RemoteName } from 'shared/contract'
import { type PublishingOptions, UPLOAD_LIMITS, vetForSite } from '../publishing/publish.ts'
import { type UploadedRelease, withUpload } from '../publishing/receive-upload.ts'
import { emptyRegistry } from '../registry/activate-release.ts'
import { checkSlots } from '../registry/check-slots.ts'
import { readStoredRegistry } from '../registry/registry-file.ts'
import { mountsFor, readReleaseContract, refuseTaken } from '../registry/release-contract.ts'
import { ReleaseError } from '../registry/release-error.ts'
import { previewsFolder } from '../registry/release-place.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { type FoundHolder, isPreviewHolder } from './preview-holders.ts'
import { type KeptPreview, keepPreview, listPreviews, readPreview, sweepPreviews } from './preview-store.ts'

/** The site of another machine has other files, and a second person approves nothing that runs before. */
export const refusePreviews = ({
  shared,
  needsApproval,
}: Pick<PublishingOptions, 'shared' | 'needsApproval'>): void => {
  if (shared)
    throw new ReleaseError('refused', 'Este sitio guarda sus versiones en S3, y así no recibe vistas previas.')
  if (needsApproval)
    throw new ReleaseError('refused', 'Este sitio pide dos personas por versión, y así no recibe vistas previas.')
}

const previewForTeam = ({ id, build, uploadedAt, expiresAt }: KeptPreview) => ({
  id,
  release: build,
  uploadedAt,
  expiresAt,
})

export const sweepSite = (store: ReleaseStore, now: Date): Promise<void> =>
  sweepPreviews(store.dataDir, (by, remote) => isPreviewHolder(store, by, remote), now)

/** The checks of a release that goes live, against the live site. */
const vetUpload = async (
  { root, release, canary }: UploadedRelease,
  { remote }: FoundHolder,
  options: PublishingOptions,
): Promise<void> => {
  if (canary !== undefined)
    throw new ReleaseError('refused', 'Una vista previa no se prueba en pestañas: va sin --canary.')
  const vet = await vetForSite(options, remote)
  const path = `dist/${release}`
  vet(join(root, path), release)
  const contract = await readReleaseContract({ root, path })
  const { mounts } = mountsFor(remote, contract)
  const registry = (await readStoredRegistry(options.dataDir)) ?? emptyRegistry
  const checked = { manifest: '', integrity: '', shared: '', mounts }
  refuseTaken(registry, { name: remote, id: release, release: checked })
  await checkSlots(options.dataDir, registry, { ...contract, name: remote, id: release })
}

/** @throws ReleaseError; nothing is kept then */
export const uploadPreview = async (request: FastifyRequest, holder: FoundHolder, options: PublishingOptions) => {
  refusePreviews(options)
  const { dataDir, limits = UPLOAD_LIMITS } = options
  if (!request.isMultipart()) throw new ReleaseError('refused', 'Una vista previa se envía con sus archivos.')
  return withUpload(previewsFolder(dataDir), holder.remote, request, limits, async (upload) => {
    await vetUpload(upload, holder, options)
    const now = new Date()
    // An upload takes minutes.
    if (!(await isPreviewHolder(options, holder, holder.remote)))
      throw new ReleaseError('refused', 'El token ya no vale. No se guardó nada.')
    const preview = await keepPreview(dataDir, upload.root, holder, now)
    await sweepSite(options, now)
    return { remote: holder.remote, preview: previewForTeam(preview) }
  })
}

/** @returns undefined once it has expired, and once the token that uploaded it is revoked */
export const findUploaded = async (
  store: ReleaseStore,
  remote: RemoteName,
  id: string,
): Promise<KeptPreview | undefined> => {
  const preview = await readPreview(store.dataDir, remote, id)
  return preview && (await isPreviewHolder(store, preview.uploadedBy, remote)) ? preview : undefined
}

export const previewsOf = async (store: ReleaseStore, { remote }: FoundHolder) => {
  const listed = await listPreviews(store.dataDir, remote)
  const found = await Promise.all(listed.map(({ id }) => findUploaded(store, remote, id)))
  return { remote, previews: found.filter((preview) => preview !== undefined).map(previewForTeam) }
}
