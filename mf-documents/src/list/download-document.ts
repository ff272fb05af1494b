import type { UserFile } from 'shared/contract'
import { type DownloadOptions, filesApi, saveBlob } from 'shared/http'

export type Revision = NonNullable<DownloadOptions['revision']>

/** Whether the file as it was uploaded is another one than the newest, and is still there. */
export const hasOriginal = ({ revision, rewritten }: Pick<UserFile, 'revision' | 'rewritten'>): boolean =>
  revision > 1 || rewritten === 'normalised'

/** 'contrato.pdf', or 'contrato (original).pdf', so that the two can lie in one folder. */
export const savedName = (filename: string, revision: Revision): string =>
  revision === 'newest' ? filename : filename.replace(/(\.pdf)?$/i, ' (original)$1')

/**
 * Saves a revision of a document under its own name.
 *
 * @throws HttpError, or AbortError when cancelled
 */
export const downloadDocument = async (
  { id, original_filename }: UserFile,
  revision: Revision,
  options: Omit<DownloadOptions, 'revision'>,
): Promise<void> => {
  const blob = await filesApi.download(id, 'session', { ...options, revision })
  saveBlob(blob, savedName(original_filename, revision))
}
