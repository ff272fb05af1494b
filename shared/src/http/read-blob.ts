import { unansweredCall } from './failures.ts'

/** Bytes; `total` if the server sent a length. */
export type OnReceived = (received: number, total: number | undefined) => void

/** @throws HttpError when the connection breaks, AbortError on abort */
export const readBlob = async (answer: Response, onReceived?: OnReceived): Promise<Blob> => {
  if (!answer.body || !onReceived) return answer.blob().catch(unansweredCall)
  const total = Number(answer.headers.get('content-length')) || undefined
  const reader = answer.body.getReader()
  const next = () => reader.read().catch(unansweredCall)
  const chunks: BlobPart[] = []
  let received = 0
  for (let piece = await next(); !piece.done; piece = await next()) {
    chunks.push(piece.value)
    received += piece.value.byteLength
    onReceived(received, total)
  }
  return new Blob(chunks, { type: answer.headers.get('content-type') ?? '' })
}
