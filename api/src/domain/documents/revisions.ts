import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { RevisionTable } from '../../platform/database/schema.ts'

export type Revision = Selectable<RevisionTable>

/**
 * The revision that `documents.revision` names: readers and signers get this one, also while a newer blob is being
 * stored.
 */
export const currentRevision = (db: Db, documentId: number): Promise<Revision> =>
  db
    .selectFrom('revisions')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'revisions.document_id').onRef('documents.revision', '=', 'revisions.number'),
    )
    .selectAll('revisions')
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow()

/** Signable revisions only. */
export const revisionOf = (db: Db, documentId: number, sha256: string): Promise<Revision | undefined> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('sha256', '=', sha256)
    .where('number', '>', 0)
    .executeTakeFirst()

/** Revision 0 if it was repaired, else 1. */
export const originalRevision = (db: Db, documentId: number): Promise<Revision> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
