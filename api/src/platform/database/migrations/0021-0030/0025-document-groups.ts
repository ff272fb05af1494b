import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Tables {
  documents: {
    id: number
    status: string
    signing_order: string
    waits_for: string | null
    deleted_at: number | null
    completed_at: number | null
  }
  fields: {
    document_id: number
    field_type: string
    turn: number | null
    position: number
    signed_at: number | null
    deleted_at: number | null
  }
}

type Unsigned = Pick<Tables['fields'], 'field_type' | 'turn'>

// A frozen copy of `access/waiting.ts`.
const waitsFor = (
  { status, signing_order: mode }: Tables['documents'],
  unsigned: readonly Unsigned[],
): string | null => {
  const [first] = unsigned
  if (first === undefined || status === 'CANCELLED') return null
  const next = mode === 'parallel' ? unsigned : unsigned.filter(({ turn }) => turn === first.turn)
  if (next.some(({ field_type }) => field_type === 'PRIMARY')) return 'owner'
  return status === 'PROCESSING' ? 'others' : null
}

const fillDocument = async (db: Kysely<Tables>, document: Tables['documents']): Promise<void> => {
  const fields = await db
    .selectFrom('fields')
    .select(['field_type', 'turn'])
    .where('document_id', '=', document.id)
    .where('deleted_at', 'is', null)
    .where('signed_at', 'is', null)
    .orderBy('position')
    .execute()
  const last = Number.MAX_SAFE_INTEGER
  const inOrder = fields.toSorted((a, b) => (a.turn ?? last) - (b.turn ?? last))
  const waits_for = waitsFor(document, inOrder)
  if (waits_for === null) return
  await db.updateTable('documents').set({ waits_for }).where('id', '=', document.id).execute()
}

const createIndexes = async (db: Kysely<Tables>): Promise<void> => {
  for (const [name, column] of [
    ['newest', 'uploaded_at'],
    ['name', 'name_key'],
  ])
    await db.schema
      .createIndex(`documents_by_${name}_of_waiting`)
      .on('documents')
      .columns(['owner_id', 'waits_for', `${column}`, 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('waits_for'), 'is not', null)
      .execute()
  // Not partial: SQLite would read the rows as well.
  await db.schema
    .createIndex('documents_by_group')
    .on('documents')
    .columns(['owner_id', 'deleted_at', 'waits_for', 'completed_at'])
    .execute()
}

export const documentGroups: Migration = {
  up: async (db: Kysely<Tables>) => {
    await db.schema.alterTable('documents').addColumn('waits_for', 'text').execute()
    await db.schema.alterTable('users').addColumn('documents_view', 'text').execute()
    const open = db
      .selectFrom('documents')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('completed_at', 'is', null)
    for (const document of await open.execute()) await fillDocument(db, document)
    await createIndexes(db)
  },
}
