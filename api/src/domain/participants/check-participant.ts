import { PARTICIPANTS_PER_DOCUMENT_MAX, type ParticipantKind } from 'shared/contract/participants'
import { invitedSignerKey } from 'shared/contract/signing-order'
import { RoleNameSchema, roleEmail, roleNameKey } from 'shared/contract/templates'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { participantsOf } from '../access/find-participant.ts'

/** A participant without a field, as the owner states it. */
export interface StatedParticipant {
  readonly kind: ParticipantKind
  readonly name: string
  readonly email: string
}

/** The owner takes part by an own field alone. */
export const OWNERS_ADDRESS =
  'Ese es el email de quien envía el documento, que ya lo ve. Escribe el de otra persona, o coloca un campo para su firma.'

const kindWords: Readonly<Record<ParticipantKind, string>> = {
  visto_bueno: 'para dar su visto bueno',
  lectura: 'para leer',
  copia: 'para recibir una copia',
}

export const twiceInKind = (kind: ParticipantKind): string => `Esa persona ya está en el documento ${kindWords[kind]}.`

/**
 * A role of a template's working copy: its made address receives no mail, and its name is the role's.
 *
 * @throws ApiError VALIDATION
 */
const checkRole = async (
  db: ApiDatabase,
  { id: documentId }: StoredDocument,
  { name, email }: StatedParticipant,
  others: readonly StatedParticipant[],
): Promise<void> => {
  if (!emailKey(email).endsWith(roleEmail('')))
    throw invalidInput('email', 'Un rol de la plantilla no lleva email: lo escribes al usarla.')
  const problem = v.safeParse(RoleNameSchema, name).issues?.[0].message
  if (problem !== undefined) throw invalidInput('name', problem)
  const signers = (await fieldsOf(db, documentId)).map(({ signer_name }) => signer_name)
  const names = [...signers, ...others.map((other) => other.name)].map(roleNameKey)
  if (names.includes(roleNameKey(name))) throw invalidInput('name', 'La plantilla ya tiene un rol con ese nombre.')
}

/** @param refusal for the owner's own address. @throws ApiError VALIDATION */
export const checkOtherAddress = async (
  db: ApiDatabase,
  { owner_id }: StoredDocument,
  email: string,
  refusal: string,
): Promise<void> => {
  if (!isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  const owner = await db.selectFrom('users').select('email').where('id', '=', owner_id).executeTakeFirstOrThrow()
  if (emailKey(owner.email) === emailKey(email)) throw invalidInput('email', refusal)
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
  stated: StatedParticipant,
  own?: number,
): Promise<void> => {
  const { kind, name, email } = stated
  await checkOtherAddress(db, document, email, OWNERS_ADDRESS)
  const others = (await participantsOf(db, document.id)).filter(({ id }) => id !== own)
  if (document.edits_template === 1) await checkRole(db, document, stated, others)
  const key = invitedSignerKey({ name, email })
  if (others.some((other) => other.kind === kind && invitedSignerKey(other) === key))
    throw invalidInput('email', twiceInKind(kind))
  if (own === undefined && others.length >= PARTICIPANTS_PER_DOCUMENT_MAX)
    throw invalidInput(
      'kind',
      `Un documento puede tener hasta ${PARTICIPANTS_PER_DOCUMENT_MAX} personas que no firman. Quita una para agregar otra.`,
    )
}
