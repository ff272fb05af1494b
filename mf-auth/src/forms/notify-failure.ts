import { notify } from 'shared/state'
import { formFailureMessage } from './failure-message.ts'
import { type FailureTexts, failureTexts } from './failure-texts.ts'

export const notifyFailure = (error: unknown, texts: FailureTexts = failureTexts.security): void => {
  notify({ type: 'error', message: formFailureMessage(error, texts) })
}
