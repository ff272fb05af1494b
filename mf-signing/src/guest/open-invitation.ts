import { HttpError, invitationsApi, isAbort, messageOf, REQUEST_FALLBACK } from 'shared/http'
import { isUnanswered } from '../call-failure.ts'
import type { GuestAction } from './guest-flow.ts'

/** Asks the server what an invitation's token stands for; undefined when the question was called off. */
export const openInvitation = async (token: string, signal: AbortSignal): Promise<GuestAction | undefined> => {
  try {
    return { type: 'validated', reply: await invitationsApi.validate(token, signal) }
  } catch (error) {
    if (isAbort(error)) return undefined
    const message = messageOf(error, REQUEST_FALLBACK)
    if (isUnanswered(error)) return { type: 'not-reached', message }
    return { type: 'refused', code: error instanceof HttpError ? error.code : undefined, message }
  }
}
