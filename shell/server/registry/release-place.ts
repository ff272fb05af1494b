import { join } from 'node:path'
import type { RemoteName } from 'shared/contract'
import type { FolderPath } from '../release-files/open-below.ts'
import { releasesFolder } from './registry-file.ts'

export interface ReleasePlace {
  readonly folder: FolderPath
  /** Path on the site, without a trailing slash. */
  readonly address: string
}

/** Below `/r`, from where pages load scripts; no remote has this name. */
export const PREVIEW_FILES = '/r/previews'

/** Uploaded builds. No command that lists, switches or deletes releases looks there. */
export const previewsFolder = (dataDir: string): string => join(dataDir, 'previews')

export const previewPlace = (dataDir: string, name: RemoteName, id: string): ReleasePlace => ({
  folder: { root: previewsFolder(dataDir), path: `${name}/${id}` },
  address: `${PREVIEW_FILES}/${name}/${id}`,
})

/** @param manifest address of a release on the site's origin */
export const isPreviewManifest = (manifest: string): boolean => manifest.startsWith(`${PREVIEW_FILES}/`)

/** @param manifest address of a release on the site's origin */
export const placeOfRelease = (dataDir: string, name: RemoteName, id: string, manifest: string): ReleasePlace =>
  isPreviewManifest(manifest)
    ? previewPlace(dataDir, name, id)
    : { folder: { root: releasesFolder(dataDir), path: `${name}/${id}` }, address: `/r/${name}/${id}` }
