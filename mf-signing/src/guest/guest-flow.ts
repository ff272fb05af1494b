import type { ErrorCode, ReplyOf, SignatureResult, validateInvitationCall } from 'shared/contract'
import { errorMessages } from 'shared/contract'
import type { SavedField, SignedField } from '../fields/field-lifecycle.ts'
import { fieldFromServer } from '../fields/field-lifecycle.ts'
import type { GuestAddress } from './guest-address.ts'

/** The guest as the calls of this page know them. Lives in memory and nowhere else. */
export interface GuestUser {
  readonly email: string
  readonly first_name: string
  readonly access_token: string
}

/** What a valid invitation opened. */
export interface Invitation {
  readonly documentId: number
  readonly fileName: string
  readonly downloadUrl: string
  readonly ownerName: string
  readonly field: SavedField | SignedField
  readonly user: GuestUser
}

type ValidAddress = Extract<GuestAddress, { kind: 'valid' }>

/**
 * The guest's way: the invitation is checked, the document reviewed, signed, and the guest thanked. The person leaves
 * `refused` and `unreachable` only by another link or another attempt.
 */
export type GuestState =
  | { readonly step: 'invalid-url' }
  /** No invitation: the document may be read, if its owner shares it, and not signed. */
  | { readonly step: 'reading'; readonly address: ValidAddress }
  | { readonly step: 'validating'; readonly address: ValidAddress; readonly token: string }
  | { readonly step: 'refused'; readonly title: string; readonly message: string }
  | { readonly step: 'unreachable'; readonly address: ValidAddress; readonly token: string; readonly message: string }
  | { readonly step: 'review'; readonly invitation: Invitation }
  | { readonly step: 'signing'; readonly invitation: Invitation }
  /** Signed; the dialog shows the confirmation. */
  | { readonly step: 'signed'; readonly invitation: Invitation; readonly result: SignatureResult }
  | { readonly step: 'thanks'; readonly invitation: Invitation; readonly result: SignatureResult }

export type InvitationReply = ReplyOf<typeof validateInvitationCall>

export type GuestAction =
  | { readonly type: 'validated'; readonly reply: InvitationReply }
  | { readonly type: 'refused'; readonly code: ErrorCode | undefined; readonly message: string }
  | { readonly type: 'not-reached'; readonly message: string }
  | { readonly type: 'retried' }
  /** A fresh access token, after the old one ran out while the person was reading. */
  | { readonly type: 'renewed'; readonly accessToken: string }
  | { readonly type: 'sign-requested' }
  | { readonly type: 'sign-cancelled' }
  | { readonly type: 'signed'; readonly result: SignatureResult }
  | { readonly type: 'finished' }

/** Where an address leads, before any call. */
export const guestStart = (address: GuestAddress): GuestState => {
  if (address.kind === 'invalid') return { step: 'invalid-url' }
  if (address.token === undefined) return { step: 'reading', address }
  return { step: 'validating', address, token: address.token }
}

const refusalTitles: Partial<Record<ErrorCode, string>> = {
  INVITATION_INVALID: 'La invitación no es válida',
  INVITATION_EXPIRED: 'La invitación venció',
  INVITATION_USED: 'Ya firmaste este documento',
  FIELD_SIGNED: 'Este campo ya está firmado',
  FIELD_OF_OTHER_DOCUMENT: 'El enlace es de otro documento',
  RATE_LIMITED: 'Demasiados intentos',
}

const refused = (code: ErrorCode | undefined, message: string): GuestState => ({
  step: 'refused',
  title: (code && refusalTitles[code]) ?? 'No pudimos abrir la invitación',
  message,
})

/** Does the invitation belong to what the address names? */
const fits = ({ signature_field: field, document }: InvitationReply, address: ValidAddress): boolean =>
  document.id === address.documentId && (address.fieldId === undefined || address.fieldId === field.id)

const invitationOf = (reply: InvitationReply): Invitation => ({
  documentId: reply.document.id,
  fileName: reply.document.original_filename,
  downloadUrl: reply.document.download_url,
  ownerName: reply.owner_name,
  field: fieldFromServer(reply.signature_field),
  user: {
    email: reply.signer_email,
    first_name: reply.signature_field.signer_name,
    access_token: reply.access_token,
  },
})

const validated = (reply: InvitationReply, address: ValidAddress): GuestState => {
  if (!fits(reply, address)) return refused('FIELD_OF_OTHER_DOCUMENT', errorMessages.FIELD_OF_OTHER_DOCUMENT)
  if (reply.signature_field.is_signed) return refused('FIELD_SIGNED', errorMessages.FIELD_SIGNED)
  return { step: 'review', invitation: invitationOf(reply) }
}

/** An action that does not belong to a state changes nothing: a late answer meets a page that has moved on. */
export const guestReducer = (state: GuestState, action: GuestAction): GuestState => {
  switch (action.type) {
    case 'validated':
      return state.step === 'validating' ? validated(action.reply, state.address) : state
    case 'refused':
      return state.step === 'validating' ? refused(action.code, action.message) : state
    case 'not-reached':
      return state.step === 'validating' ? { ...state, step: 'unreachable', message: action.message } : state
    case 'retried':
      return state.step === 'unreachable' ? { step: 'validating', address: state.address, token: state.token } : state
    case 'renewed':
      return 'invitation' in state ? { ...state, invitation: withToken(state.invitation, action.accessToken) } : state
    case 'sign-requested':
      return state.step === 'review' ? { step: 'signing', invitation: state.invitation } : state
    case 'sign-cancelled':
      return state.step === 'signing' ? { step: 'review', invitation: state.invitation } : state
    case 'signed':
      return state.step === 'signing' ? signed(state.invitation, action.result) : state
    case 'finished':
      return state.step === 'signed' ? { ...state, step: 'thanks' } : state
  }
}

const withToken = (invitation: Invitation, access_token: string): Invitation => ({
  ...invitation,
  user: { ...invitation.user, access_token },
})

const signed = (invitation: Invitation, result: SignatureResult): GuestState => ({
  step: 'signed',
  invitation: { ...invitation, field: { ...invitation.field, status: 'signed', signedAt: result.signed_at } },
  result,
})
