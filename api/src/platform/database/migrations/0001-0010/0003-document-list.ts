import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { bytewiseText } from '../../dialects/migration-dialect.ts'

interface Tables {
  documents: {
    id: number
    original_filename: string
    description: string
    notes: string
    name_key: string
    search_text: string
    completed_at: number | null
    foreign_signatures: number
    rewritten: string | null
  }
  fields: {
    document_id: number
    signer_name: string
    signed_at: number | null
    deleted_at: number | null
    position: number
  }
  audit_events: { document_id: number; kind: string; data: string }
}

// A frozen copy of `documents/search-text.ts`.
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{Cc}_]+/gu, ' ')
    .trim()

const addColumns = async (db: Kysely<Tables>): Promise<void> => {
  const documents = () => db.schema.alterTable('documents')
  await documents()
    .addColumn('name_key', bytewiseText(db), (c) => c.notNull().defaultTo(''))
    .execute()
  await documents()
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await documents().addColumn('completed_at', 'bigint').execute()
  await documents()
    .addColumn('foreign_signatures', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await documents().addColumn('rewritten', 'text').execute()
}

const signaturesIn = (data: string): number => {
  const parsed: unknown = JSON.parse(data)
  const count = typeof parsed === 'object' && parsed !== null && 'signatures' in parsed ? parsed.signatures : 0
  return typeof count === 'number' ? count : 0
}

const fillDocument = async (db: Kysely<Tables>, document: Tables['documents']): Promise<void> => {
  const fields = await db
    .selectFrom('fields')
    .select(['signer_name', 'signed_at'])
    .where('document_id', '=', document.id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const uploaded = await db
    .selectFrom('audit_events')
    .select('data')
    .where('document_id', '=', document.id)
    .where('kind', '=', 'document-uploaded')
    .executeTakeFirst()
  const signedAt = fields.flatMap(({ signed_at }) => signed_at ?? [])
  const texts = [document.original_filename, document.description, document.notes, ...fields.map((f) => f.signer_name)]
  await db
    .updateTable('documents')
    .set({
      name_key: fold(document.original_filename),
      search_text: texts.map(fold).join('\n'),
      completed_at: fields.length > 0 && signedAt.length === fields.length ? Math.max(...signedAt) : null,
      foreign_signatures: uploaded === undefined ? 0 : signaturesIn(uploaded.data),
    })
    .where('id', '=', document.id)
    .execute()
}

const createIndexes = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema.dropIndex('documents_by_owner').execute()
  const orders = { newest: ['uploaded_at', 'id'], name: ['name_key', 'id'] } as const
  for (const [name, order] of Object.entries(orders)) {
    const index = (suffix: string) => db.schema.createIndex(`documents_by_${name}${suffix}`).on('documents')
    await index('')
      .columns(['owner_id', ...order])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await index('_of_status')
      .columns(['owner_id', 'status', ...order])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await index('_of_completed')
      .columns(['owner_id', ...order])
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('completed_at'), 'is not', null)
      .execute()
  }
  await db.schema.dropIndex('fields_by_document').execute()
  await db.schema.createIndex('fields_by_document').on('fields').columns(['document_id', 'position']).execute()
}

export const documentList: Migration = {
  up: async (db: Kysely<Tables>) => {
    await addColumns(db)
    for (const document of await db.selectFrom('documents').selectAll().execute()) await fillDocument(db, document)
    await createIndexes(db)
  },
}
