import { sql } from 'kysely'
import { href } from 'shared/contract'
import type { GuestSending, GuestSendingDocument } from 'shared/contract/sendings'
import { invitedSignerKey } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OpenedByAccount } from '../../platform/http/actor.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { fieldAsPerson } from '../access/alternates.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { findField } from '../access/find-field.ts'
import { closedBecause, invitationsWithFacts, isSignedByOther } from '../access/invitation-access.ts'
import type { StoredField } from '../access/view-field.ts'
import { formFieldsOf } from '../form-fields/find-form-fields.ts'
import { ACCOUNT_LINK_LIFE } from '../invitation-tokens/guest-token.ts'
import { documentsOfSending } from '../sending-access/sending-documents.ts'

type InvitationWithFacts = Awaited<ReturnType<ReturnType<typeof invitationsWithFacts>['executeTakeFirstOrThrow']>>

type ListingServices = Pick<ApiServices, 'db' | 'clock' | 'guestTokens' | 'invitationTokens' | 'signingAgent'>

/** The invitation by which the guest came: it says who asks. */
export interface AskingGuest {
  readonly invitation: Pick<InvitationWithFacts, 'email' | 'signer_name' | 'field_id' | 'participant_id' | 'asked_kind'>
  readonly sendingId: number
  readonly opened: OpenedByAccount
}

/** A field that waits for the person, and the invitation by which they sign it. */
interface InvitedField {
  readonly field: StoredField
  readonly invitationId: number
}

/** A document of the sending that asks, or asked, the person. */
export interface AskedDocument {
  readonly view: GuestSendingDocument
  /** In the order of the fields; empty unless `open`. */
  readonly fields: readonly InvitedField[]
}

/** A signer may be asked as their own or in the place of another; without a field, each kind has its own link. */
const personKey = ({ signer_name: name, email, field_id, asked_kind }: AskingGuest['invitation']): string =>
  `${field_id === null ? asked_kind : 'firma'} ${invitedSignerKey({ name, email })}`

/** Of the same name and address; a public link or an equal name alone proves nothing. */
const invitationsOfPerson = async (
  db: ApiDatabase,
  documentId: number,
  invitation: AskingGuest['invitation'],
): Promise<InvitationWithFacts[]> => {
  const rows = await invitationsWithFacts(db)
    .where('invitations.document_id', '=', documentId)
    .where(sql<string>`lower(invitations.email)`, '=', emailKey(invitation.email))
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .execute()
  return rows.filter((row) => personKey(row) === personKey(invitation))
}

const stateOf = (row: InvitationWithFacts, now: number): GuestSendingDocument['state'] => {
  if (closedBecause(row, now) !== undefined) return 'ended'
  if (row.used_at !== null || isSignedByOther(row)) return 'signed'
  return row.turn_at === null ? 'later' : 'open'
}

const ranks: readonly GuestSendingDocument['state'][] = ['open', 'later', 'signed', 'ended']

const pathOf = (
  { guestTokens, invitationTokens }: ListingServices,
  document: StoredDocument,
  { id: invitationId, field_id, participant_id, token_hash }: InvitationWithFacts,
  { sessionId, now }: OpenedByAccount & { readonly now: number },
): string | null => {
  if (sessionId === undefined && !invitationTokens.isDerived({ id: invitationId, token_hash })) return null
  const token =
    sessionId === undefined
      ? invitationTokens.tokenOf(invitationId)
      : guestTokens.seal({
          source: { kind: 'account', invitationId, sessionId },
          expiresAt: now + ACCOUNT_LINK_LIFE,
        })
  const named = field_id === null ? { participantId: participant_id ?? 0 } : { fieldId: field_id }
  return href.sign(document.id, document.original_filename, { token, ...named })
}

const openFields = async (
  db: ApiDatabase,
  rows: readonly InvitationWithFacts[],
  now: number,
): Promise<InvitedField[]> => {
  const fields: InvitedField[] = []
  for (const row of rows.filter((each) => stateOf(each, now) === 'open')) {
    const stored = await findField(db, row.field_id ?? 0)
    if (stored === undefined) continue
    fields.push({ field: await fieldAsPerson(db, stored, row.alternate_id), invitationId: row.id })
  }
  return fields.toSorted((a, b) => a.field.position - b.field.position)
}

const viewDocument = async (
  services: ListingServices,
  document: StoredDocument,
  { invitation: asking, opened }: AskingGuest,
): Promise<AskedDocument | undefined> => {
  const { db, signingAgent } = services
  const now = services.clock()
  const rows = await invitationsOfPerson(db, document.id, asking)
  const state = ranks.find((rank) => rows.some((row) => stateOf(row, now) === rank))
  const ofState = rows.filter((row) => stateOf(row, now) === state)
  // The page of the present document stays at its field.
  const isAsking = ({ field_id, participant_id }: InvitationWithFacts): boolean =>
    field_id === asking.field_id && participant_id === asking.participant_id
  const invitation = ofState.find(isAsking) ?? ofState[0]
  if (state === undefined || invitation === undefined) return undefined
  const fields = state === 'open' ? await openFields(db, rows, now) : []
  const forms = fields.length === 0 ? [] : await formFieldsOf(db, document.id)
  const hasForm = forms.some(({ signature_field_id }) => fields.some(({ field }) => field.id === signature_field_id))
  const isSigner = invitation.field_id !== null
  const isDrawn = isSigner && signingAgent === 'simulated' && document.signing_mode === 'electronic'
  const isEnded = state === 'ended'
  const view = {
    id: document.id,
    original_filename: isEnded ? '' : document.original_filename,
    state,
    path: isEnded ? null : pathOf(services, document, invitation, { ...opened, now }),
    is_seen: invitation.seen_at !== null,
    fields: fields.length,
    has_form: hasForm,
    is_joint: isDrawn && state === 'open' && fields.every(({ field }) => field.certificate_identification === null),
  }
  return { view, fields }
}

/** Documents of the sending that ask, or asked, this person for a signature or, without a field, for the same; in its order. */
export const documentsOfGuest = async (services: ListingServices, guest: AskingGuest): Promise<AskedDocument[]> => {
  const found: AskedDocument[] = []
  for (const document of await documentsOfSending(services.db, guest.sendingId)) {
    const own = await viewDocument(services, document, guest)
    if (own !== undefined) found.push(own)
  }
  return found
}

/** Undefined without a sending, and if no other document of it asks this person. */
export const guestSending = async (
  services: ListingServices,
  invitation: AskingGuest['invitation'] & { readonly sending_id: number | null },
  opened: OpenedByAccount,
): Promise<GuestSending | undefined> => {
  const { sending_id: sendingId } = invitation
  if (sendingId === null) return undefined
  const documents = await documentsOfGuest(services, { invitation, sendingId, opened })
  return documents.length < 2 ? undefined : { id: sendingId, documents: documents.map(({ view }) => view) }
}
