import { UseTemplateSchema } from 'shared/contract/templates'
import * as v from 'valibot'
import type { Db } from '../../platform/database/open-database.ts'
import type { Services } from '../../platform/services.ts'
import { createFromTemplate, type FromTemplateServices } from '../templates/create-from-template.ts'
import { inviteAll } from '../templates/send-document.ts'
import type { BulkRequest } from './csv/check-rows.ts'
import type { JobRow } from './view-job.ts'

export type SendingServices = FromTemplateServices & Pick<Services, 'wakeMailWorker' | 'mailLeaves'>

/** No longer running, or already sent. */
export class RowTakenError extends Error {
  override readonly name = 'RowTakenError'
}

export const parseRequest = (stored: string | null): BulkRequest =>
  v.parse(v.pick(UseTemplateSchema, ['name', 'people']), JSON.parse(stored ?? 'null'))

/** Pausing and cancelling wait for the commit. */
const lockRunning = async (db: Db, { id, version }: JobRow): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('bulk_jobs')
    .set({ version })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'bulk_jobs.owner_id')
          .where('users.deleted_at', 'is', null),
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RowTakenError()
}

const markSent = async (db: Db, jobId: number, rowNumber: number, documentId: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('bulk_rows')
    .set({ state: 'sent', document_id: documentId, request: null })
    .where('job_id', '=', jobId)
    .where('row_number', '=', rowNumber)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RowTakenError()
}

/** One transaction, so exactly once. */
export const sendRow = async (
  services: SendingServices,
  job: JobRow,
  row: { readonly row_number: number; readonly request: string | null },
): Promise<void> => {
  const { owner_id: userId, template_id: templateId, version } = job
  await createFromTemplate(services, {
    userId,
    templateId,
    version,
    request: parseRequest(row.request),
    within: async (transaction, { document_id: documentId }) => {
      await lockRunning(transaction, job)
      await markSent(transaction, job.id, row.row_number, documentId)
      await inviteAll(transaction, services, { userId, documentId })
    },
  })
  services.wakeMailWorker()
}
