import type { Invitation, SignatureField } from 'shared/contract'
import type { PlacedField, SavedField, SignedPlacedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { formatDateTime, formatLongDate, formatShortDateTime } from '../../format.ts'
import { editorTexts } from '../constants.ts'

export interface InvitedGuest {
  readonly field: SavedField | SignedPlacedField
  readonly invitation: Invitation | undefined
  readonly state: 'not-invited' | Invitation['state']
}

const guestStateOf = (
  field: SavedField | SignedPlacedField,
  invitation: Invitation | undefined,
): InvitedGuest['state'] => {
  if (field.status === 'signed') return 'signed'
  return invitation?.state ?? 'not-invited'
}

export const guestsOf = (fields: readonly PlacedField[], invitations: readonly Invitation[]): readonly InvitedGuest[] =>
  fields.flatMap((field): InvitedGuest[] => {
    if (isTemporary(field) || field.type !== 'signature' || field.signerEmail === '') return []
    const invitation = invitations.find(({ field_id }) => field_id === field.id)
    return [{ field, invitation, state: guestStateOf(field, invitation) }]
  })

/** A mail may leave: its link would be the only valid one. */
export const isSendable = ({ state, invitation }: InvitedGuest): boolean =>
  state === 'not-invited' ||
  state === 'expired' ||
  state === 'revoked' ||
  (state === 'standing' && invitation?.delivery?.state === 'failed')

/** Signers without a valid link, except revoked ones. */
export const uninvitedFields = (guests: readonly InvitedGuest[]): readonly SavedField[] =>
  guests.flatMap(({ field, state }) =>
    field.status === 'saved' && (state === 'not-invited' || state === 'expired') ? [field] : [],
  )

export const isQueued = ({ delivery, state }: Pick<Invitation, 'delivery'> & { readonly state: string }): boolean =>
  state === 'standing' && delivery?.state === 'queued'

/** Invited fields whose mail has not left, though it could. */
export const pendingCount = (guests: readonly InvitedGuest[], fieldIds: readonly number[]): number =>
  guests.filter(({ field, state, invitation }) => {
    if (!fieldIds.includes(field.id) || state === 'signed') return false
    return invitation === undefined || state === 'expired' || isQueued(invitation)
  }).length

export const inviteRefusal = (context: {
  readonly file: { readonly id: SignatureField['user_file_id'] } | undefined
  readonly guests: readonly InvitedGuest[]
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

type StandingFacts = Pick<Invitation, 'delivery' | 'expires_at' | 'proposal' | 'seen_at' | 'waits'>

const deliveryWords = ({ delivery, expires_at }: StandingFacts): InvitationWords => {
  const until = `puede firmar hasta el ${formatLongDate(expires_at)}`
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
export const declinedDetail = (declined: Invitation['declined']): string =>
  declined === null ? '' : `${formatShortDateTime(declined.at)}: «${declined.reason}»`

const waitingWords = (seenAt: string | null): InvitationWords => {
  const seen = seenAt === null ? [] : [`Visto el ${formatShortDateTime(seenAt)}`]
  return { tone: 'neutral', badge: 'Espera su turno', detail: [...seen, 'su correo sale cuando le toque'].join(' · ') }
}

export const standingWords = (invitation: StandingFacts): InvitationWords => {
  const { proposal, seen_at, expires_at, waits } = invitation
  if (waits && !proposal) return waitingWords(seen_at)
  const seen = seen_at === null ? [] : [`Visto el ${formatShortDateTime(seen_at)}`]
  const detail = [...seen, `puede firmar hasta el ${formatLongDate(expires_at)}`].join(' · ')
  if (proposal) return { tone: 'warning', badge: 'Propone a otra persona', detail }
  return seen_at === null ? deliveryWords(invitation) : { tone: 'info', badge: 'Visto', detail }
}

export const invitationWords = ({ state, invitation, field }: InvitedGuest): InvitationWords => {
  switch (state) {
    case 'not-invited':
      return { tone: 'neutral', badge: 'Sin invitar', detail: '' }
    case 'expired':
      return {
        tone: 'warning',
        badge: 'Vencida',
        detail: invitation ? `Venció el ${formatLongDate(invitation.expires_at)}.` : '',
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
