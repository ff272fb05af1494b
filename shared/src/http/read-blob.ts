import { HttpError, isAbort } from './http-error.ts'
import { NETWORK_MESSAGE } from './read-failure.ts'

/** Bytes; `total` if the server sent a length. */
export type OnReceived = (received: number, total: number | undefined) => void

/** @throws HttpError when the connection breaks, AbortError on abort */
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
