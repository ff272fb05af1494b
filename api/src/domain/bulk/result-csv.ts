import { writeCsv } from '../../platform/csv/write-csv.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { BulkRowTable } from '../../platform/database/schema.ts'
import { ownJob } from './view-job.ts'

const states: Readonly<Record<BulkRowTable['state'], string>> = {
  pending: 'Pendiente',
  sent: 'Enviada',
  failed: 'Con error',
  'left-out': 'Dejada fuera',
  cancelled: 'Cancelada',
}

const HEADER = ['Fila', 'Documento', 'Nombre del documento', 'Estado', 'Error']

/** Rows with their document, while it exists. Contains no address: the row's data is erased when it is sent. */
export const resultCsv = async (db: ApiDatabase, userId: number, jobId: number): Promise<string> => {
  const { separator } = await ownJob(db, userId, jobId)
  const rows = await db
    .selectFrom('bulk_rows')
    .leftJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'bulk_rows.document_id').on('documents.deleted_at', 'is', null),
    )
    .select(['row_number', 'bulk_rows.document_id', 'bulk_rows.state', 'bulk_rows.error'])
    .select('documents.original_filename')
    .where('job_id', '=', jobId)
    .orderBy('row_number')
    .execute()
  const lines = rows.map((row) => [
    String(row.row_number),
    row.document_id === null ? '' : String(row.document_id),
    row.original_filename ?? '',
    states[row.state],
    row.error ?? '',
  ])
  return writeCsv([HEADER, ...lines], separator)
}
