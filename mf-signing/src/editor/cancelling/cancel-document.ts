import type { UserFile } from 'shared/contract'
import { HttpError, invitationsApi } from 'shared/http'
import type { FailedCall } from '../../call-failure.ts'
import { failedCall } from '../../call-failure.ts'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isSigned } from '../../fields/field-lifecycle.ts'
import { signerNames } from '../../fields/same-signer.ts'
import type { InvitedGuest } from '../invitations/invitations.ts'

interface Process {
  readonly file: Pick<UserFile, 'status'>
  readonly fields: readonly PlacedField[]
  readonly guests: readonly InvitedGuest[]
  readonly cancelled: UserFile['cancelled']
}

export const canCancel = ({ file, fields, guests, cancelled }: Process): boolean => {
  const open = file.status !== 'COMPLETED' && file.status !== 'CANCELLED'
  const begun = guests.some(({ state }) => state !== 'not-invited') || fields.some(isSigned)
  return open && cancelled === null && begun && !(fields.length > 0 && fields.every(isSigned))
}

/** Has signed, or has a delivered invitation that is not revoked. */
const isNotified = ({ state, invitation }: InvitedGuest): boolean => {
  if (state === 'signed') return true
  const arrived = invitation?.delivery?.state === 'sent' || Boolean(invitation?.seen_at)
  return (state === 'standing' || state === 'expired') && arrived
}

export const notifiedNames = (guests: readonly InvitedGuest[]): readonly string[] =>
  signerNames(guests.filter(isNotified).map(({ field }) => field))

export type CancelOutcome = { readonly kind: 'done' } | FailedCall

/** A cancelled document counts as success: an earlier response may be lost. */
export const requestCancellation = async (fileId: number, reason: string): Promise<CancelOutcome> => {
  try {
    await invitationsApi.cancelDocument(fileId, reason)
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof HttpError && error.code === 'DOCUMENT_CANCELLED') return { kind: 'done' }
    return failedCall(error)
  }
}
