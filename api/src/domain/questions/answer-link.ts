import { href } from 'shared/contract'

/**
 * Where the mail of a question leads: the document in the owner's editor. It names the thread and proves nothing, so a
 * forwarded mail opens nothing without the owner's session.
 */
export const answerLink = (publicUrl: string, documentId: number, threadId: number): string => {
  const query = new URLSearchParams({ documento: String(documentId), preguntas: String(threadId) })
  return `${publicUrl}${href.dashboard()}?${query}`
}
