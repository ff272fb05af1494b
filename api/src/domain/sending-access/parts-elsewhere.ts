import { invitedSignerKey } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { findDocumentById, type StoredDocument } from '../access/document-access.ts'
import { type FieldlessParticipant, participantsOf } from '../access/find-participant.ts'
import { documentsTogether } from './sending-documents.ts'

/** A person without a field, in one document. */
export interface PlacedPart {
  readonly document: StoredDocument
  readonly participant: FieldlessParticipant
}

type PersonInKind = Pick<FieldlessParticipant, 'kind' | 'name' | 'email'>

/** Name, address and kind: one person may approve one document and get a copy of another. */
export const partKey = (person: PersonInKind): string => `${person.kind} ${invitedSignerKey(person)}`

/**
 * The same person in the other documents of the sending, asked for the same and without an answer, invited or not. In
 * the order of the sending, without cancelled documents.
 */
export const partsElsewhere = async (
  db: ApiDatabase,
  participant: FieldlessParticipant,
): Promise<readonly PlacedPart[]> => {
  const own = await findDocumentById(db, participant.document_id)
  if (own?.sending_id == null) return []
  const found: PlacedPart[] = []
  for (const document of await documentsTogether(db, own)) {
    if (document.id === own.id || document.status === 'CANCELLED') continue
    for (const other of await participantsOf(db, document.id))
      if (other.answered_at === null && partKey(other) === partKey(participant))
        found.push({ document, participant: other })
  }
  return found
}
