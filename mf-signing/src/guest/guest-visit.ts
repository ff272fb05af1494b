import type { AgentKind, PublicLink, ReplyOf, SignatureField, validateInvitationCall } from 'shared/contract'
import type { Field } from '../fields/field-lifecycle.ts'
import { fieldFromServer } from '../fields/field-lifecycle.ts'
import type { Size } from '../fields/geometry.ts'
import { clampInto, toFractions } from '../fields/geometry.ts'
import type { ContactRule } from '../signing-flow/signer.ts'
import { GUEST_FIELD, guestFieldTexts } from './constants.ts'
import type { ValidAddress } from './guest-address.ts'

/** The guest as the calls of this page know them. Lives in memory and nowhere else. */
export interface GuestUser {
  readonly email: string
  readonly first_name: string
  readonly access_token: string
}

export type InvitationReply = ReplyOf<typeof validateInvitationCall>

/** What an invitation's link opened. */
export interface Invitation {
  readonly kind: 'invitation'
  /** The token of the link: buys a new access token when the old one ran out. */
  readonly token: string
  readonly ownerName: string
  readonly user: GuestUser
  readonly agent: AgentKind
  readonly remindersSilenced: boolean
  /** Others sign first where it is `later`. */
  readonly turn: InvitationReply['turn']
  /** Somebody else was proposed, and the owner has not answered yet. */
  readonly proposal: { readonly name: string; readonly email: string } | null
}

/** How somebody came: with an invitation, by the public link of one field, or by that of the document. */
export type Way =
  | Invitation
  | { readonly kind: 'field-link'; readonly fieldId: number; readonly link: LinkRules }
  | { readonly kind: 'public-link'; readonly link: LinkRules }

/** What a public URL allows, once the server has said so. */
export type LinkRules = PublicLink | 'awaited' | 'unknown'

/** A document that a guest has in front of them. */
export interface Visit {
  readonly documentId: number
  readonly fileName: string
  readonly way: Way
  /** Where this guest signs; undefined while it is not known, or there is none yet. */
  readonly field: Field | undefined
  /** More fields of the same person, which the server signs in the same act. */
  readonly others: readonly Field[]
}

/** What a valid invitation opens. */
export const invitedVisit = (reply: InvitationReply, token: string): Visit => ({
  documentId: reply.document.id,
  fileName: reply.document.original_filename,
  field: fieldFromServer(reply.signature_field),
  // A card signs one field at a time: each has its own link.
  others: reply.agent === 'simulated' ? reply.other_fields.map(fieldFromServer) : [],
  way: {
    kind: 'invitation',
    token,
    ownerName: reply.owner_name,
    user: {
      email: reply.signer_email,
      first_name: reply.signature_field.signer_name,
      access_token: reply.access_token,
    },
    agent: reply.agent,
    remindersSilenced: reply.reminders_silenced,
    turn: reply.turn,
    proposal: reply.proposal,
  },
})

/** What a link without an invitation opens: its name is all that is known of the document. */
export const publicVisit = ({ documentId, documentName, fieldId }: ValidAddress): Visit => ({
  documentId,
  fileName: documentName,
  field: undefined,
  others: [],
  way:
    fieldId === undefined ? { kind: 'public-link', link: 'awaited' } : { kind: 'field-link', fieldId, link: 'awaited' },
})

/** The field of a bare link's guest, on page 1 of this size (canvas pixels). It becomes one when it is signed. */
export const temporaryGuestField = (page: Size, now: () => number): Field => ({
  status: 'temporary',
  id: `${now()}_invitado`,
  fieldId: `field_${now()}_invitado`,
  type: 'signature',
  label: guestFieldTexts.label,
  signerName: guestFieldTexts.signerName,
  signerEmail: '',
  page: 1,
  rect: toFractions(clampInto(GUEST_FIELD, page), page),
})

/** With a fresh access token, after the old one ran out while the person was reading. */
export const withAccessToken = (visit: Visit, access_token: string): Visit =>
  visit.way.kind === 'invitation'
    ? { ...visit, way: { ...visit.way, user: { ...visit.way.user, access_token } } }
    : visit

/** What a guest said about the invitation besides signing. */
export type GuestAnswer = Partial<Pick<Invitation, 'remindersSilenced' | 'proposal'>>

export const withAnswer = (visit: Visit, answer: GuestAnswer): Visit =>
  visit.way.kind === 'invitation' ? { ...visit, way: { ...visit.way, ...answer } } : visit

/** With the field as the server has signed it. */
export const withSignedField = (visit: Visit, field: SignatureField | undefined, signedAt: string): Visit => {
  const known = field ? fieldFromServer(field) : visit.field
  // A field that only this page has is not one of the document.
  if (!known || known.status === 'temporary') return visit
  const sign = (one: Field): Field => (one.status === 'temporary' ? one : { ...one, status: 'signed', signedAt })
  return { ...visit, field: sign(known), others: visit.others.map(sign) }
}

/** Whether this guest waits for others, who sign first. */
export const isTooEarly = ({ way }: Visit): boolean => way.kind === 'invitation' && way.turn === 'later'

/** With what the server says of the public URL. */
export const withLink = (visit: Visit, link: LinkRules): Visit =>
  visit.way.kind === 'invitation' ? visit : { ...visit, way: { ...visit.way, link } }

/** Whether this guest may only read. An unknown rule is the server's to apply. */
export const isReadOnly = ({ way }: Visit): boolean =>
  way.kind !== 'invitation' && typeof way.link === 'object' && way.link.mode === 'read'

/** What somebody who signs has to state besides an identification. */
export const contactOf = ({ way }: Visit): ContactRule => {
  if (way.kind === 'invitation') return 'none'
  return typeof way.link === 'object' && way.link.email_code ? 'confirmed' : 'stated'
}
