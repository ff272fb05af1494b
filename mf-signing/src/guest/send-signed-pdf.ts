import { filesApi, HttpError, messageOf } from 'shared/http'
import type { Notification } from 'shared/state'
import { signedTexts } from './signing/constants.ts'

const sendSignedPdf = async (documentId: number, email: string): Promise<Notification> => {
  if (email === '') return { type: 'error', message: signedTexts.noEmail }
  try {
    const { success } = await filesApi.sendPdfEmail(documentId, email)
    return success
      ? { type: 'success', message: signedTexts.mailed(email) }
      : { type: 'error', message: signedTexts.mailFailed }
  } catch (error) {
    if (error instanceof HttpError && error.failure.kind === 'network') {
      return { type: 'error', message: signedTexts.mailUnreachable }
    }
    const reason = error instanceof HttpError ? error.serverMessage : messageOf(error)
    return { type: 'error', message: reason ? `${signedTexts.mailFailed}: ${reason}` : signedTexts.mailFailed }
  }
}

/**
 * One mail for each document.
 * @returns the first failure, or the last success
 */
export const mailSignedPdfs = async (documentIds: readonly number[], email: string): Promise<Notification> => {
  const [first, ...others] = documentIds
  if (first === undefined) throw new Error('no document was signed')
  const notification = await sendSignedPdf(first, email)
  return notification.type === 'error' || others.length === 0 ? notification : mailSignedPdfs(others, email)
}
