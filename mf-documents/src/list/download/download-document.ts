import type { UserFile } from 'shared/contract'
import { type DownloadOptions, filesApi, saveBlob } from 'shared/http'
import { type EvidenceKind, evidenceName, fetchEvidence } from 'shared/http/evidence'

type DownloadedRevision = NonNullable<DownloadOptions['revision']>

/** `sending`: all documents that go together. */
export type SavedFile = DownloadedRevision | EvidenceKind | 'sending'

const isEvidence = (saved: SavedFile): saved is EvidenceKind => saved === 'certificate' || saved === 'bundle'

export const hasOriginal = ({ revision, rewritten }: Pick<UserFile, 'revision' | 'rewritten'>): boolean =>
  revision > 1 || rewritten === 'normalised'

/** 'contrato.pdf', 'contrato (original).pdf' or 'contrato (envío).zip' */
export const savedName = (filename: string, saved: SavedFile): string => {
  if (isEvidence(saved)) return evidenceName(filename, saved)
  if (saved === 'sending') return filename.replace(/(?:\.pdf)?$/i, ' (envío).zip')
  return saved === 'newest' ? filename : filename.replace(/(\.pdf)?$/i, ' (original)$1')
}

type Watched = Omit<DownloadOptions, 'revision'>

/** Few lists have a sending: its calls load with the first download of one. */
const fetchSending = async (id: number, options: Watched): Promise<Blob> => {
  const { sendingsApi } = await import('shared/http/deferred')
  return sendingsApi.archive(id, options)
}

const fetchSaved = ({ id, sending }: UserFile, saved: SavedFile, options: Watched): Promise<Blob> => {
  if (isEvidence(saved)) return fetchEvidence(id, saved, options)
  if (saved === 'sending') return fetchSending(sending?.id ?? 0, options)
  return filesApi.download(id, 'session', { ...options, revision: saved })
}

/** @throws HttpError, or AbortError when cancelled */
export const downloadDocument = async (file: UserFile, saved: SavedFile, options: Watched): Promise<void> =>
  saveBlob(await fetchSaved(file, saved, options), savedName(file.original_filename, saved))
