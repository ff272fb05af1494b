import type { Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { RevisionTable } from '../database/schema.ts'

export type Revision = Selectable<RevisionTable>

/** The newest bytes of a document. */
export const currentRevision = (db: Db, documentId: number): Promise<Revision> =>
  db
    .selectFrom('revisions')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'revisions.document_id').onRef('documents.revision', '=', 'revisions.number'),
    )
    .selectAll('revisions')
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow()

/** The revision with these bytes, if the document has one that people sign. */
export const revisionOf = (db: Db, documentId: number, sha256: string): Promise<Revision | undefined> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('sha256', '=', sha256)
    .where('number', '>', 0)
    .executeTakeFirst()

/** The bytes as they were uploaded: what was kept beside a repaired copy (number 0), otherwise the first revision. */
export const originalRevision = (db: Db, documentId: number): Promise<Revision> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
