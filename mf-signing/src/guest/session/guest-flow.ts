import type { SignatureField, SignatureResult } from 'shared/contract'
import { href, pageMessages } from 'shared/contract'
import type { Notification } from 'shared/state'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { REDIRECT_SECONDS } from '../constants.ts'
import type { GuestAddress, ValidAddress } from './guest-address.ts'
import {
  type GuestAnswer,
  type GuestSession,
  type InvitationReply,
  invitedSession,
  isBeforeTurn,
  isReadOnly,
  type LinkRules,
  linkSession,
  withAccessToken,
  withAnswer,
  withLink,
  withSignedField,
} from './guest-session.ts'
import type { OpeningAction, Refusal, Unreachable } from './open-invitation.ts'

/** `refused` and `unreachable` end only with another link or a retry. */
export type GuestState =
  | { readonly step: 'invalid-url' }
  | { readonly step: 'validating'; readonly address: ValidAddress; readonly token: string }
  | ({ readonly step: 'refused' } & Refusal)
  | ({ readonly step: 'unreachable'; readonly address: ValidAddress; readonly token: string } & Unreachable)
  | { readonly step: 'declined'; readonly ownerName: string }
  | GuestSessionState

export type GuestSessionState =
  /** `fieldAwaited`: the field of a field link is loading. */
  | { readonly step: 'reading'; readonly guest: GuestSession; readonly fieldAwaited: boolean }
  | { readonly step: 'signing'; readonly guest: GuestSession; readonly from: 'review' | 'drawing' }
  | { readonly step: 'dialog'; readonly guest: GuestSession }
  | { readonly step: 'confirmed'; readonly guest: GuestSession; readonly result: SignatureResult }
  /** The page redirects unless the guest stays. */
  | {
      readonly step: 'thanks'
      readonly guest: GuestSession
      readonly result: SignatureResult
      readonly secondsLeft: number
      readonly mailed: Notification | undefined
    }
  | { readonly step: 'leaving'; readonly guest: GuestSession; readonly result: SignatureResult }
  | {
      readonly step: 'done'
      readonly guest: GuestSession
      readonly result: SignatureResult
      readonly mailed: Notification | undefined
    }

/** Also after the signature: its panels load with the steps. */
export type SigningState = Exclude<GuestSessionState, { step: 'reading' }>

export const isSigning = (state: GuestSessionState): state is SigningState => state.step !== 'reading'

export const isUndecided = (state: GuestSessionState): boolean => {
  const { entry } = state.guest
  const isLinkAwaited = entry.kind !== 'invitation' && entry.link === 'awaited'
  return state.step === 'reading' && (state.fieldAwaited || isLinkAwaited)
}

export type GuestFlowAction =
  | OpeningAction<InvitationReply>
  | { readonly type: 'retried' }
  | { readonly type: 'field-loaded'; readonly field: SignatureField | undefined }
  | { readonly type: 'link-read'; readonly link: LinkRules }
  | { readonly type: 'gone' }
  | { readonly type: 'renewed'; readonly accessToken: string }
  | { readonly type: 'answered'; readonly answer: GuestAnswer }
  | { readonly type: 'declined' }
  /** 'Agregar Firma Digital'; `field`: temporary field of a public link. */
  | { readonly type: 'sign-requested'; readonly field?: PlacedField | undefined }
  | { readonly type: 'field-opened' }
  | { readonly type: 'sign-cancelled' }
  /** `field`: from the session of a public link. */
  | { readonly type: 'signed'; readonly result: SignatureResult; readonly field?: SignatureField | undefined }
  /** In another tab or window; `guest` says what the server knows. */
  | { readonly type: 'signed-elsewhere'; readonly guest: GuestSession }
  | { readonly type: 'mailed'; readonly notification: Notification }
  | { readonly type: 'ticked' }
  | { readonly type: 'stayed' }
  | { readonly type: 'finished' }

export const guestStart = (address: GuestAddress): GuestState => {
  if (address.kind === 'invalid') return { step: 'invalid-url' }
  if (address.token !== undefined) return { step: 'validating', address, token: address.token }
  const guest = linkSession(address)
  return { step: 'reading', guest, fieldAwaited: guest.entry.kind === 'field-link' }
}

/** Whether the invitation matches the URL. */
const fits = ({ signature_field: field, document }: InvitationReply, address: ValidAddress): boolean =>
  document.id === address.documentId && (address.fieldId === undefined || address.fieldId === field.id)

const refusedState = ({ type: _, ...refusal }: Extract<GuestFlowAction, { type: 'refused' }>): GuestState => ({
  step: 'refused',
  ...refusal,
})

const otherDocument = (home?: string): GuestState => ({
  step: 'refused',
  code: 'FIELD_OF_OTHER_DOCUMENT',
  message: pageMessages.FIELD_OF_OTHER_DOCUMENT,
  ...(home ? { home } : {}),
})

const validated = (reply: InvitationReply, address: ValidAddress, token: string): GuestState => {
  const { document, signature_field } = reply
  if (!fits(reply, address))
    return otherDocument(href.sign(document.id, document.original_filename, { token, fieldId: signature_field.id }))
  return reading(invitedSession(reply, token))
}

const reading = (guest: GuestSession): GuestSessionState => ({ step: 'reading', guest, fieldAwaited: false })

const fieldLoaded = (guest: GuestSession, field: SignatureField | undefined): GuestState => {
  if (!field) return reading(guest)
  if (field.user_file_id !== guest.documentId) return otherDocument()
  return reading({ ...guest, field: fieldFromServer(field) })
}

/**
 * Public links and cards need the identification first, so the flow starts
 * with the drawing.
 */
const opened = (guest: GuestSession): GuestState =>
  guest.entry.kind === 'invitation' && guest.entry.agent === 'simulated'
    ? { step: 'dialog', guest }
    : { step: 'signing', guest, from: 'drawing' }

const canSign = (guest: GuestSession): boolean =>
  guest.field !== undefined && guest.field.status !== 'signed' && !isBeforeTurn(guest) && !isReadOnly(guest)

const beforeSigning = (
  state: GuestState,
  action: Extract<GuestFlowAction, { type: 'sign-requested' | 'field-opened' | 'sign-cancelled' }>,
): GuestState => {
  switch (action.type) {
    case 'sign-requested': {
      if (state.step !== 'reading') return state
      const guest = { ...state.guest, field: state.guest.field ?? action.field }
      return canSign(guest) ? { step: 'signing', guest, from: 'review' } : state
    }
    case 'field-opened': {
      // The first click of a double click already started the review.
      const waits = state.step === 'reading' || (state.step === 'signing' && state.from === 'review')
      return waits && canSign(state.guest) ? opened(state.guest) : state
    }
    case 'sign-cancelled':
      return state.step === 'signing' || state.step === 'dialog' ? reading(state.guest) : state
  }
}

const signed = (state: GuestState, { result, field }: Extract<GuestFlowAction, { type: 'signed' }>): GuestState => {
  if (state.step !== 'signing' && state.step !== 'dialog') return state
  const guest = withSignedField(state.guest, field, result.signed_at)
  if (state.step === 'dialog') return { step: 'confirmed', guest, result }
  return { step: 'thanks', guest, result, secondsLeft: REDIRECT_SECONDS, mailed: undefined }
}

const declined = (state: GuestState): GuestState =>
  state.step === 'reading' && state.guest.entry.kind === 'invitation'
    ? { step: 'declined', ownerName: state.guest.entry.ownerName }
    : state

const done = (
  { guest, result }: Pick<Extract<GuestState, { step: 'confirmed' }>, 'guest' | 'result'>,
  mailed?: Notification,
): GuestState => ({ step: 'done', guest, result, mailed })

const afterSigning = (
  state: GuestState,
  action: Extract<GuestFlowAction, { type: 'mailed' | 'ticked' | 'stayed' | 'finished' }>,
): GuestState => {
  if (action.type === 'finished') return state.step === 'confirmed' ? done(state) : state
  if (action.type === 'mailed')
    return state.step === 'thanks' || state.step === 'done' ? { ...state, mailed: action.notification } : state
  if (state.step !== 'thanks') return state
  const { guest, result, secondsLeft, mailed } = state
  if (action.type === 'stayed') return done(state, mailed)
  return secondsLeft > 1 ? { ...state, secondsLeft: secondsLeft - 1 } : { step: 'leaving', guest, result }
}

const validating = (
  state: GuestState,
  action: Extract<GuestFlowAction, { type: 'validated' | 'refused' | 'not-reached' | 'retried' }>,
): GuestState => {
  if (action.type === 'retried')
    return state.step === 'unreachable' ? { step: 'validating', address: state.address, token: state.token } : state
  if (state.step !== 'validating' && state.step !== 'unreachable') return state
  switch (action.type) {
    case 'validated':
      return validated(action.reply, state.address, state.token)
    case 'refused':
      return refusedState(action)
    case 'not-reached':
      return { ...state, step: 'unreachable', message: action.message, isDown: action.isDown }
  }
}

/** Ignores late answers. */
export const guestReducer = (state: GuestState, action: GuestFlowAction): GuestState => {
  switch (action.type) {
    case 'validated':
    case 'refused':
    case 'not-reached':
    case 'retried':
      return validating(state, action)
    case 'field-loaded':
      return state.step === 'reading' && state.fieldAwaited ? fieldLoaded(state.guest, action.field) : state
    case 'link-read':
      return 'guest' in state ? { ...state, guest: withLink(state.guest, action.link) } : state
    case 'gone':
      return state.step === 'reading' ? { step: 'refused', code: 'NOT_FOUND', message: '' } : state
    case 'renewed':
      return 'guest' in state ? { ...state, guest: withAccessToken(state.guest, action.accessToken) } : state
    case 'answered':
      return 'guest' in state ? { ...state, guest: withAnswer(state.guest, action.answer) } : state
    case 'declined':
      return declined(state)
    case 'sign-requested':
    case 'field-opened':
    case 'sign-cancelled':
      return beforeSigning(state, action)
    case 'signed-elsewhere':
      return 'guest' in state && !('result' in state) ? reading(action.guest) : state
    case 'signed':
      return signed(state, action)
    case 'mailed':
    case 'ticked':
    case 'stayed':
    case 'finished':
      return afterSigning(state, action)
  }
}
