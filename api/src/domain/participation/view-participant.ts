import type { Participant } from 'shared/contract/participants'
import { emailKey, invitedSignerKey } from 'shared/contract/signing-order'
import { toInstantOrNull } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { type FieldlessParticipant, participantsOf } from '../access/find-participant.ts'
import { invitationsBy } from '../invitations/list-invitations.ts'

type ParticipantInvitation = NonNullable<Participant['invitation']>
type ListedInvitation = Awaited<ReturnType<typeof invitationsBy>> extends Map<number, infer Listed> ? Listed : never

const viewState = ({ state }: ListedInvitation): ParticipantInvitation['state'] =>
  state === 'signed' ? 'answered' : state

/** A kind of a person, who is known by name and address. */
interface OtherPart {
  readonly id: number
  readonly kind: Participant['also'][number]
  readonly key: string
}

const partsOf = async (db: ApiDatabase, documentId: number): Promise<OtherPart[]> => {
  const signers = (await fieldsOf(db, documentId)).filter(({ signer_email }) => emailKey(signer_email) !== '')
  const others = await participantsOf(db, documentId)
  return [
    ...signers.map(({ id, signer_name: name, signer_email: email }) => ({
      id,
      kind: 'firma' as const,
      key: invitedSignerKey({ name, email }),
    })),
    ...others.map(({ id, kind, name, email }) => ({ id, kind, key: invitedSignerKey({ name, email }) })),
  ]
}

const viewParticipant = (
  row: FieldlessParticipant,
  invitation: ListedInvitation | undefined,
  parts: readonly OtherPart[],
): Participant => {
  const { id, kind, name, email, note, copy_when, turn, answered_at } = row
  const key = invitedSignerKey({ name, email })
  const also = parts.filter((part) => part.id !== id && part.key === key).map((part) => part.kind)
  return {
    id,
    kind,
    name,
    email,
    note,
    copy_when,
    before_step: kind === 'visto_bueno' ? (turn ?? 1) : null,
    answered_at: toInstantOrNull(answered_at),
    also: [...new Set(also)],
    can_change: invitation === undefined,
    can_remove: answered_at === null,
    invitation: invitation === undefined ? null : { ...invitation, state: viewState(invitation) },
  }
}

/** With their invitations, as they were added. */
export const viewParticipants = async (
  db: ApiDatabase,
  document: StoredDocument,
  now: number,
): Promise<Participant[]> => {
  const invitations = await invitationsBy(db, document, 'participant_id', now)
  const parts = await partsOf(db, document.id)
  return (await participantsOf(db, document.id)).map((row) => viewParticipant(row, invitations.get(row.id), parts))
}
