import type { BodyOf, ErrorCode, forwardInvitationCall } from 'shared/contract'
import { guestApi, HttpError } from 'shared/http'
import type { FailedCall } from '../../call-failure.ts'
import { failedCall } from '../../call-failure.ts'
import type { GuestAccess } from '../session/guest-access.ts'
import { withGuestAccess } from '../session/guest-access.ts'

interface FieldAccess extends GuestAccess {
  readonly fieldId: number
}

export type AnswerOutcome = { readonly kind: 'given' } | FailedCall

/** `done`: error code that proves an earlier success. */
const give = async (call: () => Promise<unknown>, done?: ErrorCode): Promise<AnswerOutcome> => {
  try {
    await call()
  } catch (error) {
    const isDone = done !== undefined && error instanceof HttpError && error.code === done
    if (!isDone) return failedCall(error)
  }
  return { kind: 'given' }
}

export const sendDecline = (access: FieldAccess, reason: string): Promise<AnswerOutcome> =>
  give(
    () => withGuestAccess(access, (bearer) => guestApi.decline(access.fieldId, reason, bearer)),
    'INVITATION_DECLINED',
  )

export const proposeOther = (
  access: FieldAccess,
  other: BodyOf<typeof forwardInvitationCall>,
): Promise<AnswerOutcome> =>
  give(() => withGuestAccess(access, (bearer) => guestApi.forward(access.fieldId, other, bearer)))

export const sendReminderSilence = (access: FieldAccess, silenced: boolean): Promise<AnswerOutcome> =>
  give(() => withGuestAccess(access, (bearer) => guestApi.silenceReminders(access.fieldId, silenced, bearer)))
