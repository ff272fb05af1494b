import { sql } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** Why a document's bytes and fields cannot change, in the order of finality. */
export type FrozenReason =
  | { readonly kind: 'signed' }
  | { readonly kind: 'signed-elsewhere' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'invited' }
  | { readonly kind: 'public-link' }

/** Counts of one document, read in the changing transaction. */
export interface FreezingFacts {
  /** Made here, and in the upload. */
  readonly signatures: number
  readonly foreignSignatures: number
  /** Approvals and readings of these bytes. */
  readonly answers: number
  /** Usable or waiting for their turn; copies ask for nothing. */
  readonly openInvitations: number
  readonly hasPublicLink: boolean
}

/**
 * Signers sign what they received: invitations and public
 * links freeze the bytes until revoked, signatures forever.
 */
export const frozenBy = ({
  signatures,
  foreignSignatures,
  answers,
  openInvitations,
  hasPublicLink,
}: FreezingFacts): FrozenReason | null => {
  if (signatures > 0) return { kind: 'signed' }
  if (foreignSignatures > 0) return { kind: 'signed-elsewhere' }
  if (answers > 0) return { kind: 'answered' }
  if (openInvitations > 0) return { kind: 'invited' }
  return hasPublicLink ? { kind: 'public-link' } : null
}

export const frozenTexts: Readonly<Record<FrozenReason['kind'], string>> = {
  signed: 'El documento ya tiene firmas: cualquier cambio las invalidaría.',
  'signed-elsewhere': 'El archivo ya traía firmas de otras personas: cualquier cambio las invalidaría.',
  answered:
    'Alguien ya dio su visto bueno o confirmó su lectura de este documento como está. Para cambiarlo, súbelo de nuevo.',
  invited: 'El documento ya se envió a firmar. Para cambiarlo, retira antes las invitaciones que siguen abiertas.',
  'public-link': 'El documento tiene una URL pública de firma. Para cambiarlo, deja antes de compartirlo.',
}

/** null if not frozen. Call it in the changing transaction. */
export const findFrozen = async (db: ApiDatabase, documentId: number, now: number): Promise<FrozenReason | null> => {
  const facts = await db
    .selectFrom('documents')
    .select(['foreign_signatures', 'public_link_at'])
    .select((eb) => [
      eb
        .selectFrom('fields')
        .whereRef('fields.document_id', '=', 'documents.id')
        .where('fields.signed_at', 'is not', null)
        .select(sql<number>`count(*)`.as('count'))
        .as('signatures'),
      eb
        .selectFrom('participants')
        .whereRef('participants.document_id', '=', 'documents.id')
        .where('participants.answered_at', 'is not', null)
        .select(sql<number>`count(*)`.as('count'))
        .as('answers'),
      eb
        .selectFrom('invitations')
        .leftJoin('fields', 'fields.id', 'invitations.field_id')
        .leftJoin('participants', 'participants.id', 'invitations.participant_id')
        .whereRef('invitations.document_id', '=', 'documents.id')
        .where('fields.deleted_at', 'is', null)
        .where((own) => own.or([own('participants.kind', 'is', null), own('participants.kind', '<>', 'copia')]))
        .where('invitations.revoked_at', 'is', null)
        .where('invitations.declined_at', 'is', null)
        .where('invitations.expires_at', '>', now)
        .select(sql<number>`count(*)`.as('count'))
        .as('open_invitations'),
    ])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  return frozenBy({
    signatures: Number(facts.signatures),
    foreignSignatures: facts.foreign_signatures,
    answers: Number(facts.answers),
    openInvitations: Number(facts.open_invitations),
    hasPublicLink: facts.public_link_at !== null,
  })
}

/** @throws ApiError DOCUMENT_FROZEN with the reason */
export const checkNotFrozen = async (db: ApiDatabase, documentId: number, now: number): Promise<void> => {
  const frozen = await findFrozen(db, documentId, now)
  if (frozen !== null) throw new ApiError('DOCUMENT_FROZEN', { message: frozenTexts[frozen.kind] })
}
