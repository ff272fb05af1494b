import { randomBytes } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isRemoteName, ReleaseIdSchema, type RemoteName } from 'shared/contract'
import { isMissingFile } from 'shared/server'
import * as v from 'valibot'
import { differenceIn, forbiddenIn, KEPT_RECORD } from '../registry/check-release.ts'
import { copyBuild, readBuilt } from '../registry/kept-releases.ts'
import { mountsFor, readReleaseContract } from '../registry/release-contract.ts'
import { ReleaseError } from '../registry/release-error.ts'
import { previewPlace, previewsFolder } from '../registry/release-place.ts'
import { StoredReleaseSchema } from '../registry/stored-registry.ts'
import { type FolderPath, listBelow, readBelow } from '../release-files/open-below.ts'
import { keptIds, RETENTION_DAY_MS, removeFolder, removeUnfinished } from '../release-files/remove-folder.ts'
import { type PreviewHolder, PreviewHolderSchema } from './preview-holders.ts'

const LIFE_MS = 7 * RETENTION_DAY_MS
/** Of one remote. The oldest ones give way. */
export const PREVIEWS_MAX = 20
const PREVIEWS_BYTES = 320 * 1024 * 1024

const PREVIEW_ID = /^previa-[0-9a-f]{16}$/

/** The site chooses these ids; a release that is named like one cannot be previewed. */
export const isPreviewId = (id: string): boolean => PREVIEW_ID.test(id)

const Timestamp = v.pipe(v.string(), v.isoTimestamp())

const PreviewRecordSchema = v.object({
  ...StoredReleaseSchema.entries,
  /** Name of the release that was built; several previews may have the same. */
  build: ReleaseIdSchema,
  uploadedBy: PreviewHolderSchema,
  uploadedAt: Timestamp,
  expiresAt: Timestamp,
  bytes: v.number(),
})
type PreviewRecord = v.InferOutput<typeof PreviewRecordSchema>

export interface KeptPreview extends PreviewRecord {
  readonly id: string
}

const sizeOf = async ({ root, path }: FolderPath): Promise<number> => {
  const { files = [] } = (await listBelow({ root, path })) ?? {}
  const sizes = await Promise.all(files.map(async (file) => (await lstat(join(root, path, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * @param root of a build that may be a preview
 * @throws ReleaseError; nothing is kept then
 */
export const keepPreview = async (
  dataDir: string,
  root: string,
  { kind, id: holder, remote }: PreviewHolder & { readonly remote: RemoteName },
  now: Date,
): Promise<KeptPreview> => {
  const { name: _own, release: build, ...hashes } = await readBuilt(root, remote)
  const id = `previa-${randomBytes(8).toString('hex')}`
  const source = { root, path: `dist/${build}` }
  const { folder, address } = previewPlace(dataDir, remote, id)
  const record: PreviewRecord = {
    manifest: `${address}/mf-manifest.json`,
    ...hashes,
    ...mountsFor(remote, await readReleaseContract(source)),
    build,
    uploadedBy: { kind, id: holder },
    uploadedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
    bytes: await sizeOf(source),
  }
  await copyBuild(source, folder, record, () => undefined)
  return { id, ...record }
}

/** Undefined for an unreadable one, too. */
const readRecord = async (dataDir: string, remote: RemoteName, id: string): Promise<KeptPreview | undefined> => {
  const content = isPreviewId(id) ? await readBelow(previewPlace(dataDir, remote, id).folder, KEPT_RECORD) : undefined
  if (!content) return undefined
  try {
    return { id, ...v.parse(PreviewRecordSchema, JSON.parse(content.toString('utf8'))) }
  } catch {
    return undefined
  }
}

const isOver = ({ expiresAt }: KeptPreview, now: number): boolean => Date.parse(expiresAt) <= now

/** @returns undefined once it has expired */
export const readPreview = async (
  dataDir: string,
  remote: RemoteName,
  id: string,
): Promise<KeptPreview | undefined> => {
  const preview = await readRecord(dataDir, remote, id)
  return preview && !isOver(preview, Date.now()) ? preview : undefined
}

/** @throws ReleaseError `damaged` if a file is not what was uploaded */
export const requireUnchangedPreview = async (
  dataDir: string,
  remote: RemoteName,
  preview: KeptPreview,
): Promise<void> => {
  const { folder } = previewPlace(dataDir, remote, preview.id)
  const different = await differenceIn(folder, preview)
  if ((different ?? (await forbiddenIn(folder))) !== undefined)
    throw new ReleaseError('damaged', `La vista previa ${preview.id} está alterada. Súbela de nuevo.`)
}

const idsOf = (dataDir: string, remote: RemoteName): Promise<string[]> => keptIds(join(previewsFolder(dataDir), remote))

/** Newest first. */
export const listPreviews = async (
  dataDir: string,
  remote: RemoteName,
  given?: readonly string[],
): Promise<KeptPreview[]> => {
  const ids = given ?? (await idsOf(dataDir, remote))
  const read = await Promise.all(ids.map((id) => readPreview(dataDir, remote, id)))
  const kept = read.filter((preview) => preview !== undefined)
  return kept.sort((a, b) => (a.uploadedAt < b.uploadedAt ? 1 : -1))
}

const withinBounds = (newestFirst: readonly KeptPreview[]): KeptPreview[] => {
  let bytes = 0
  return newestFirst.slice(0, PREVIEWS_MAX).filter((preview, index) => {
    bytes += preview.bytes
    return index === 0 || bytes <= PREVIEWS_BYTES
  })
}

/** Another process of the site may have been faster. */
const removePreview = (folder: string): Promise<void> =>
  removeFolder(folder).catch((error: unknown) => {
    if (!isMissingFile(error)) throw error
  })

/** Deletes what expired, what was damaged, what is too much, and what the holders of revoked tokens uploaded. */
export const sweepPreviews = async (
  dataDir: string,
  isHolder: (by: PreviewHolder, remote: RemoteName) => Promise<boolean>,
  now: Date,
): Promise<void> => {
  const root = previewsFolder(dataDir)
  const folders: string[] = await readdir(root).catch(() => [])
  for (const remote of folders.filter(isRemoteName)) {
    // A preview that comes in now is not in this list.
    const ids = await idsOf(dataDir, remote)
    const held: KeptPreview[] = []
    for (const preview of await listPreviews(dataDir, remote, ids))
      if (await isHolder(preview.uploadedBy, remote)) held.push(preview)
    const kept = new Set(withinBounds(held).map(({ id }) => id))
    for (const id of ids) if (!kept.has(id)) await removePreview(join(root, remote, id))
    await removeUnfinished(join(root, remote), now)
  }
}
