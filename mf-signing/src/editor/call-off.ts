import type { UserFile } from 'shared/contract'
import { HttpError, invitationsApi } from 'shared/http'
import type { Failed } from '../call-failure.ts'
import { failed } from '../call-failure.ts'
import type { Field } from '../fields/field-lifecycle.ts'
import { isSigned } from '../fields/field-lifecycle.ts'
import type { Guest } from './invitations.ts'

interface Process {
  readonly file: Pick<UserFile, 'status'>
  readonly fields: readonly Field[]
  readonly guests: readonly Guest[]
  readonly cancelled: UserFile['cancelled']
}

/** Has signing begun, and not ended? Before anybody knows of it there is nothing to call off. */
export const canCallOff = ({ file, fields, guests, cancelled }: Process): boolean => {
  const open = file.status !== 'COMPLETED' && file.status !== 'CANCELLED'
  const begun = guests.some(({ state }) => state !== 'not-invited') || fields.some(isSigned)
  return open && cancelled === null && begun && !(fields.length > 0 && fields.every(isSigned))
}

/** Whoever signed, or got an invitation that was not taken back. */
const hears = ({ state, invitation }: Guest): boolean => {
  if (state === 'signed') return true
  const arrived = invitation?.delivery?.state === 'sent' || Boolean(invitation?.seen_at)
  return (state === 'standing' || state === 'expired') && arrived
}

/** Who hears of it by mail, each once. */
export const whoHears = (guests: readonly Guest[]): readonly string[] => [
  ...new Set(guests.filter(hears).map(({ field }) => field.signerName)),
]

export type CallOffOutcome = { readonly kind: 'done' } | Failed

/** Calls the signing of a document off. Off already is as good as done: an earlier answer may have got lost. */
export const callOff = async (fileId: number, reason: string): Promise<CallOffOutcome> => {
  try {
    await invitationsApi.cancelDocument(fileId, reason)
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof HttpError && error.code === 'DOCUMENT_CANCELLED') return { kind: 'done' }
    return failed(error)
  }
}
