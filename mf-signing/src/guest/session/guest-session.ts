import type {
  AgentKind,
  LinkClosing,
  OpenedLink,
  ReplyOf,
  SignatureField,
  SigningMode,
  validateInvitationCall,
} from 'shared/contract'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import type { ValidAddress } from './guest-address.ts'

/** Credentials of the guest; kept in memory only. */
interface GuestUser {
  readonly email: string
  readonly first_name: string
  readonly access_token: string
}

export type InvitationReply = ReplyOf<typeof validateInvitationCall>

export interface InvitationEntry {
  readonly kind: 'invitation'
  /** The link's token; renews the access token. */
  readonly token: string
  readonly ownerName: string
  readonly user: GuestUser
  readonly agent: AgentKind
  readonly signing_mode?: SigningMode | undefined
  readonly remindersSilenced: boolean
  readonly sign_by?: string | undefined
  /** `later`: others sign first. */
  readonly turn: InvitationReply['turn']
  /** Whose approval signing waits for. */
  readonly waitsFor?: readonly string[] | undefined
  readonly proposal: { readonly name: string; readonly email: string } | null
  /** Another of those who may sign was first; the field names them. */
  readonly signedByOther?: boolean | undefined
  /** Documents that were sent together. */
  readonly sending?: InvitationReply['sending']
}

export type EntryPoint =
  | InvitationEntry
  | { readonly kind: 'field-link'; readonly fieldId: number; readonly link: LinkRules }
  | { readonly kind: 'public-link'; readonly link: LinkRules }

export type LinkRules = OpenedLink | 'awaited' | 'unknown'

export interface GuestSession {
  readonly documentId: number
  readonly fileName: string
  readonly entry: EntryPoint
  readonly field: PlacedField | undefined
  /** More fields of this signer, signed in the same request. */
  readonly others: readonly PlacedField[]
}

export const invitedSession = (reply: InvitationReply, token: string): GuestSession => ({
  documentId: reply.document.id,
  fileName: reply.document.original_filename,
  field: fieldFromServer(reply.signature_field),
  // A card signs one field at a time, each with its own link.
  others: reply.agent === 'simulated' ? reply.other_fields.map(fieldFromServer) : [],
  entry: {
    kind: 'invitation',
    token,
    ownerName: reply.owner_name,
    user: {
      email: reply.signer_email,
      first_name: reply.signature_field.signer_name,
      access_token: reply.access_token,
    },
    agent: reply.agent,
    signing_mode: reply.signing_mode,
    remindersSilenced: reply.reminders_silenced,
    sign_by: reply.sign_by,
    turn: reply.turn,
    waitsFor: reply.waits_for,
    proposal: reply.proposal,
    signedByOther: reply.signed_by_other,
    sending: reply.sending,
  },
})

export const linkSession = ({ documentId, documentName, fieldId }: ValidAddress): GuestSession => ({
  documentId,
  fileName: documentName,
  field: undefined,
  others: [],
  entry:
    fieldId === undefined ? { kind: 'public-link', link: 'awaited' } : { kind: 'field-link', fieldId, link: 'awaited' },
})

/** Of the mailed link; public links have none. */
export const linkTokenOf = ({ entry }: Pick<GuestSession, 'entry'>): string | undefined =>
  entry.kind === 'invitation' ? entry.token : undefined

export const withAccessToken = (guest: GuestSession, access_token: string): GuestSession =>
  guest.entry.kind === 'invitation'
    ? { ...guest, entry: { ...guest.entry, user: { ...guest.entry.user, access_token } } }
    : guest

export type GuestAnswer = Partial<Pick<InvitationEntry, 'remindersSilenced' | 'proposal'>>

export const withAnswer = (guest: GuestSession, answer: GuestAnswer): GuestSession =>
  guest.entry.kind === 'invitation' ? { ...guest, entry: { ...guest.entry, ...answer } } : guest

export const withSignedField = (
  guest: GuestSession,
  field: SignatureField | undefined,
  signedAt: string | null,
): GuestSession => {
  const known = field ? fieldFromServer(field) : guest.field
  // A temporary field is not part of the document.
  if (!known || known.status === 'temporary') return guest
  const sign = (one: PlacedField): PlacedField =>
    one.status === 'temporary' ? one : { ...one, status: 'signed', signedAt }
  return { ...guest, field: sign(known), others: guest.others.map(sign) }
}

export const isBeforeTurn = ({ entry }: GuestSession): boolean => entry.kind === 'invitation' && entry.turn === 'later'

export const withLink = (guest: GuestSession, link: LinkRules): GuestSession =>
  guest.entry.kind === 'invitation' ? guest : { ...guest, entry: { ...guest.entry, link } }

export const closingOf = ({ entry }: GuestSession): LinkClosing | undefined =>
  entry.kind === 'public-link' && typeof entry.link === 'object' ? entry.link.closed : undefined

/** The server enforces unknown rules. */
export const isReadOnly = (guest: GuestSession): boolean => {
  const { entry } = guest
  const isForReading = entry.kind !== 'invitation' && typeof entry.link === 'object' && entry.link.mode === 'read'
  return isForReading || closingOf(guest) !== undefined
}
