import type { ErrorCode } from 'shared/contract'
import { HttpError, invitationsApi, isAbort, messageOf } from 'shared/http'
import { mayPass } from '../../call-failure.ts'
import type { GuestFlowAction, LapsedInvitation } from './guest-flow.ts'

const readLapsed = async (
  token: string,
  code: ErrorCode | undefined,
  signal: AbortSignal,
): Promise<LapsedInvitation | undefined> => {
  if (code !== 'INVITATION_EXPIRED' && code !== 'INVITATION_INVALID') return undefined
  try {
    const { original_filename: filename, owner_name: ownerName } = await invitationsApi.lapsed(token, signal)
    return { token, filename, ownerName }
  } catch {
    return undefined
  }
}

/** A proxy answers for the site, usually with a page of HTML. */
const isSiteDown = (error: unknown): boolean =>
  error instanceof HttpError && (error.status ?? 0) >= 500 && error.serverMessage === undefined

export const openInvitation = async (token: string, signal: AbortSignal): Promise<GuestFlowAction | undefined> => {
  try {
    return { type: 'validated', reply: await invitationsApi.validate(token, signal) }
  } catch (error) {
    if (isAbort(error)) return undefined
    const message = messageOf(error)
    if (mayPass(error)) return { type: 'not-reached', message, isDown: isSiteDown(error) }
    const code = error instanceof HttpError ? error.code : undefined
    return { type: 'refused', code, message, lapsed: await readLapsed(token, code, signal) }
  }
}
