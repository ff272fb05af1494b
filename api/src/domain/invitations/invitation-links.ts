import { href } from 'shared/contract'
import { unsubscribeCall } from 'shared/contract/unsubscribe'
import type { InvitationTarget } from '../participants/invited-person.ts'

/** The invitation and its token, which is part of all three links. */
export interface LinkTarget {
  readonly documentId: number
  readonly filename: string
  readonly target: InvitationTarget
  readonly token: string
}

export interface InvitationLinks {
  readonly page: string
  /** Opening it changes nothing. */
  readonly silence: string
  /** Opens the person's own questions. */
  readonly questions: string
  /** One-click unsubscribe (RFC 8058). */
  readonly unsubscribe: string
}

/** @param publicUrl without a trailing slash */
export const invitationLinks = (publicUrl: string, target: LinkTarget): InvitationLinks => {
  const { documentId, filename, token } = target
  const { field_id: fieldId, participant_id: participantId } = target.target
  const named = fieldId === null ? { participantId: participantId ?? 0 } : { fieldId }
  const page = (params: { readonly recordatorios?: 'no'; readonly preguntas?: 'si' }): string =>
    `${publicUrl}${href.sign(documentId, filename, { token, ...named, ...params })}`
  return {
    page: page({}),
    silence: page({ recordatorios: 'no' }),
    questions: page({ preguntas: 'si' }),
    unsubscribe: `${publicUrl}${unsubscribeCall.path}?${new URLSearchParams({ token })}`,
  }
}
