import type { Invitation, SignatureField } from 'shared/contract'
import type { Field, SavedField, SignedField } from '../fields/field-lifecycle.ts'
import { isTemporary } from '../fields/field-lifecycle.ts'
import { formatDate, formatDateTime, formatShortDateTime } from '../format.ts'
import { editorTexts } from './constants.ts'

/** A third party's field as the invitations see it, with its newest invitation. */
export interface Guest {
  readonly field: SavedField | SignedField
  readonly invitation: Invitation | undefined
  readonly state: 'not-invited' | Invitation['state']
}

const stateOf = (field: SavedField | SignedField, invitation: Invitation | undefined): Guest['state'] => {
  if (field.status === 'signed') return 'signed'
  return invitation?.state ?? 'not-invited'
}

/** Who gets what: everyone with a saved third-party field and an e-mail. */
export const guestsOf = (fields: readonly Field[], invitations: readonly Invitation[]): readonly Guest[] =>
  fields.flatMap((field): Guest[] => {
    if (isTemporary(field) || field.type !== 'signature' || field.signerEmail === '') return []
    const invitation = invitations.find(({ field_id }) => field_id === field.id)
    return [{ field, invitation, state: stateOf(field, invitation) }]
  })

/** Who has no link that works, and was not refused one on purpose. */
export const uninvited = (guests: readonly Guest[]): readonly SavedField[] =>
  guests.flatMap(({ field, state }) =>
    field.status === 'saved' && (state === 'not-invited' || state === 'expired') ? [field] : [],
  )

export const isQueued = ({ delivery, state }: Invitation): boolean =>
  state === 'standing' && delivery?.state === 'queued'

/** Why no invitation can be sent; undefined when one can. */
export const inviteRefusal = (context: {
  readonly file: { readonly id: SignatureField['user_file_id'] } | undefined
  readonly guests: readonly Guest[]
  readonly token: string | undefined
}): string | undefined => {
  if (context.file === undefined) return editorTexts.noFile
  if (context.token === undefined) return editorTexts.noToken
  return context.guests.some(({ field }) => field.status === 'saved') ? undefined : editorTexts.noInvitable
}

export interface InvitationWords {
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'error'
  readonly badge: string
  readonly detail: string
}

const deliveryWords = ({ delivery, expires_at }: Invitation): InvitationWords => {
  const until = `puede firmar hasta el ${formatDate(expires_at)}`
  switch (delivery?.state) {
    case 'failed':
      return { tone: 'error', badge: 'No entregada', detail: delivery.reason ?? '' }
    case 'queued':
      return delivery.reason
        ? { tone: 'warning', badge: 'Reintentando', detail: delivery.reason }
        : { tone: 'info', badge: 'En cola', detail: 'El correo sale en unos segundos.' }
    case 'sent': {
      const sent = delivery.sent_at === null ? [] : [formatDateTime(delivery.sent_at)]
      return { tone: 'success', badge: 'Enviada', detail: [...sent, until].join(' · ') }
    }
    case undefined:
      return { tone: 'info', badge: 'Invitada', detail: until }
  }
}

/** '3 feb 2026, 12:00 p. m.: «El monto está mal.»' */
const declinedDetail = (declined: Invitation['declined']): string =>
  declined === null ? '' : `${formatShortDateTime(declined.at)}: «${declined.reason}»`

/** Others sign first; the mail leaves when it is this guest's turn. */
const waitingWords = (seenAt: string | null): InvitationWords => {
  const seen = seenAt === null ? [] : [`Visto el ${formatShortDateTime(seenAt)}`]
  return { tone: 'neutral', badge: 'Espera su turno', detail: [...seen, 'su correo sale cuando le toque'].join(' · ') }
}

/** What a guest did with an invitation that stands, or else what became of its mail. */
const standingWords = (invitation: Invitation): InvitationWords => {
  const { proposal, seen_at, expires_at, waits } = invitation
  if (waits && !proposal) return waitingWords(seen_at)
  const seen = seen_at === null ? [] : [`Visto el ${formatShortDateTime(seen_at)}`]
  const detail = [...seen, `puede firmar hasta el ${formatDate(expires_at)}`].join(' · ')
  if (proposal) return { tone: 'warning', badge: 'Propone a otra persona', detail }
  return seen_at === null ? deliveryWords(invitation) : { tone: 'info', badge: 'Visto', detail }
}

/** What stands beside a guest: the state of the invitation, and of its mail while the invitation stands. */
export const invitationWords = ({ state, invitation, field }: Guest): InvitationWords => {
  switch (state) {
    case 'not-invited':
      return { tone: 'neutral', badge: 'Sin invitar', detail: '' }
    case 'expired':
      return {
        tone: 'warning',
        badge: 'Vencida',
        detail: invitation ? `Venció el ${formatDate(invitation.expires_at)}.` : '',
      }
    case 'revoked':
      return { tone: 'neutral', badge: 'Revocada', detail: 'Su enlace ya no sirve.' }
    case 'declined':
      return { tone: 'error', badge: 'No firma', detail: declinedDetail(invitation?.declined ?? null) }
    case 'signed': {
      const at = field.status === 'signed' ? field.signedAt : null
      return { tone: 'success', badge: 'Firmado', detail: at === null ? '' : formatDateTime(at) }
    }
    case 'standing':
      return invitation ? standingWords(invitation) : { tone: 'info', badge: 'Invitada', detail: '' }
  }
}
