import { filesApi } from 'shared/http'
import { type Sending, sendingsApi } from 'shared/http/deferred'

/**
 * @param sha256 hexadecimal
 * @returns the name of the sending's document with these bytes
 * @throws HttpError, AbortError
 */
export const twinInSending = async (
  { documents }: Sending,
  sha256: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const files = await Promise.all(documents.map(({ id }) => filesApi.get(id, signal)))
  return files.find((file) => file.sha256 === sha256)?.original_filename
}

/**
 * Puts the document last. Reads the sending first: another window may have changed it, and a retry after a lost answer
 * finds the document there.
 *
 * @throws HttpError
 */
export const joinSending = async (sendingId: number, documentId: number): Promise<Sending> => {
  const sending = await sendingsApi.get(sendingId)
  const ids = sending.documents.map(({ id }) => id)
  return ids.includes(documentId) ? sending : sendingsApi.change(sendingId, [...ids, documentId])
}
