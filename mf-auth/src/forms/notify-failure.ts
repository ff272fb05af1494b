import { notify } from 'shared/state'
import { failureMessage } from './failure-message.ts'
import { type FailureTexts, failureTexts } from './failure-texts.ts'

export const notifyFailure = (error: unknown, texts: FailureTexts = failureTexts.security): void => {
  notify({ type: 'error', message: failureMessage(error, texts) })
}
