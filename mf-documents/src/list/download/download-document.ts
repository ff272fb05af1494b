import type { UserFile } from 'shared/contract'
import { type DownloadOptions, filesApi, saveBlob } from 'shared/http'
import { type EvidenceKind, evidenceName, fetchEvidence } from 'shared/http/evidence'

type DownloadedRevision = NonNullable<DownloadOptions['revision']>

export type SavedFile = DownloadedRevision | EvidenceKind

const isEvidence = (saved: SavedFile): saved is EvidenceKind => saved === 'certificate' || saved === 'bundle'

export const hasOriginal = ({ revision, rewritten }: Pick<UserFile, 'revision' | 'rewritten'>): boolean =>
  revision > 1 || rewritten === 'normalised'

/** 'contrato.pdf' or 'contrato (original).pdf' */
export const savedName = (filename: string, saved: SavedFile): string => {
  if (isEvidence(saved)) return evidenceName(filename, saved)
  return saved === 'newest' ? filename : filename.replace(/(\.pdf)?$/i, ' (original)$1')
}

/** @throws HttpError, or AbortError when cancelled */
export const downloadDocument = async (
  { id, original_filename }: UserFile,
  saved: SavedFile,
  options: Omit<DownloadOptions, 'revision'>,
): Promise<void> => {
  const blob = isEvidence(saved)
    ? await fetchEvidence(id, saved, options)
    : await filesApi.download(id, 'session', { ...options, revision: saved })
  saveBlob(blob, savedName(original_filename, saved))
}
