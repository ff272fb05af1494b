import { HttpError, isAbort } from './http-error.ts'
import { NETWORK_MESSAGE } from './read-failure.ts'

/** Bytes that have arrived, and all of them where the server has said how many. */
export type OnReceived = (received: number, total: number | undefined) => void

/**
 * Reads a body to its end and tells how far it has come.
 *
 * @throws HttpError when the connection breaks off, or AbortError when the call's signal was aborted
 */
export const readBlob = async (answer: Response, onReceived?: OnReceived): Promise<Blob> => {
  try {
    if (!answer.body || !onReceived) return await answer.blob()
    const total = Number(answer.headers.get('content-length')) || undefined
    const reader = answer.body.getReader()
    const chunks: BlobPart[] = []
    let received = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      chunks.push(piece.value)
      received += piece.value.byteLength
      onReceived(received, total)
    }
    return new Blob(chunks, { type: answer.headers.get('content-type') ?? '' })
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new HttpError(NETWORK_MESSAGE, { kind: 'network' }, { cause })
  }
}
