import { PARTICIPANTS_PER_DOCUMENT_MAX, type ParticipantKind } from 'shared/contract/participants'
import { invitedSignerKey } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { participantsOf } from '../access/find-participant.ts'

/** A participant without a field, as the owner states it. */
export interface StatedParticipant {
  readonly kind: ParticipantKind
  readonly name: string
  readonly email: string
}

const kindWords: Readonly<Record<ParticipantKind, string>> = {
  visto_bueno: 'para dar su visto bueno',
  lectura: 'para leer',
  copia: 'para recibir una copia',
}

const checkAddress = async (db: ApiDatabase, { owner_id }: StoredDocument, email: string): Promise<void> => {
  if (!isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  const owner = await db.selectFrom('users').select('email').where('id', '=', owner_id).executeTakeFirstOrThrow()
  if (emailKey(owner.email) === emailKey(email))
    throw invalidInput(
      'email',
      'Ese es el email de quien envía el documento, que ya lo ve. Escribe el de otra persona, o coloca un campo para su firma.',
    )
}

/**
 * The owner takes part by their own field, and each person once in each kind.
 *
 * @param own the participant that changes; undefined for a new one
 * @throws ApiError VALIDATION
 */
export const checkParticipant = async (
  db: ApiDatabase,
  document: StoredDocument,
  { kind, name, email }: StatedParticipant,
  own?: number,
): Promise<void> => {
  await checkAddress(db, document, email)
  const others = (await participantsOf(db, document.id)).filter(({ id }) => id !== own)
  const key = invitedSignerKey({ name, email })
  if (others.some((other) => other.kind === kind && invitedSignerKey(other) === key))
    throw invalidInput('email', `Esa persona ya está en el documento ${kindWords[kind]}.`)
  if (own === undefined && others.length >= PARTICIPANTS_PER_DOCUMENT_MAX)
    throw invalidInput(
      'kind',
      `Un documento puede tener hasta ${PARTICIPANTS_PER_DOCUMENT_MAX} personas que no firman. Quita una para agregar otra.`,
    )
}
