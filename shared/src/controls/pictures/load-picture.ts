import { pagePictureCall, templatePictureCall } from '../../contract/documents/page-picture.ts'
import { openStream } from '../../http/open-stream.ts'
import { createQueue } from './picture-queue.ts'

/** `revision` and `version`: of the list, so that a browser keeps each picture for ever. */
export type PictureSubject =
  | { readonly kind: 'document'; readonly id: number; readonly revision: number; readonly page: number }
  | { readonly kind: 'template'; readonly id: number; readonly version: number }

/** The server draws one at a time for an account. */
const queue = createQueue(3)

const open = (subject: PictureSubject, width: number, signal: AbortSignal): Promise<Response> => {
  const options = { bearer: 'session', accept: 'image/webp', signal } as const
  const { id } = subject
  if (subject.kind === 'template')
    return openStream(templatePictureCall, { ...options, params: { id }, query: { width, version: subject.version } })
  const { page, revision } = subject
  return openStream(pagePictureCall, { ...options, params: { id, page }, query: { width, revision } })
}

/**
 * @returns undefined if the page cannot be drawn
 * @throws HttpError, or the signal's reason
 */
export const loadPicture = (subject: PictureSubject, width: number, signal: AbortSignal): Promise<Blob | undefined> =>
  queue.add(async () => {
    const answer = await open(subject, width, signal)
    return answer.status === 204 ? undefined : answer.blob()
  }, signal)
