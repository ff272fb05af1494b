import type { Selectable } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { RevisionTable } from '../../platform/database/schema.ts'

export type StoredRevision = Selectable<RevisionTable>

/**
 * The revision that `documents.revision` names: readers and signers get this one, also while a newer blob is being
 * stored.
 */
export const currentRevision = (db: ApiDatabase, documentId: number): Promise<StoredRevision> =>
  db
    .selectFrom('revisions')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'revisions.document_id').onRef('documents.revision', '=', 'revisions.number'),
    )
    .selectAll('revisions')
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow()

/** Signable revisions only. */
export const revisionOf = (db: ApiDatabase, documentId: number, sha256: string): Promise<StoredRevision | undefined> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('sha256', '=', sha256)
    .where('number', '>', 0)
    .executeTakeFirst()

/** Revision 0 if it was repaired, else 1. */
export const originalRevision = (db: ApiDatabase, documentId: number): Promise<StoredRevision> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
