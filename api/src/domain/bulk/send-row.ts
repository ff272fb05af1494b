import { UseTemplateSchema } from 'shared/contract/templates'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import { createFromTemplate } from '../templates/create-from-template.ts'
import type { FromTemplateServices } from '../templates/insert-from-template.ts'
import { PrefilledValuesSchema } from '../templates/prefill-forms.ts'
import { inviteTogether } from '../templates/send-document.ts'
import type { BulkRequest } from './csv/check-rows.ts'
import type { JobRow } from './view-job.ts'

export type SendingServices = FromTemplateServices & Pick<ApiServices, 'wakeMailWorker' | 'mailLeaves'>

/** The job no longer runs, or another process sent the row. No failure of the row. */
export class RowTakenError extends Error {
  override readonly name = 'RowTakenError'
}

const { name, people } = UseTemplateSchema.entries
/** Rows of releases before 0.3.0 have no values. */
const RequestSchema = v.object({ name, people, form_values: v.optional(PrefilledValuesSchema, []) })

/** @throws ValiError if the row's data was erased */
export const parseRequest = (stored: string | null): BulkRequest => v.parse(RequestSchema, JSON.parse(stored ?? 'null'))

/**
 * Writes the job's own version again, which locks its row: pausing and cancelling wait for the commit, and a job that
 * they changed first sends nothing.
 */
const lockRunning = async (db: ApiDatabase, { id, version }: JobRow): Promise<void> => {
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

const markSent = async (db: ApiDatabase, jobId: number, rowNumber: number, documentId: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('bulk_rows')
    .set({ state: 'sent', document_id: documentId, request: null })
    .where('job_id', '=', jobId)
    .where('row_number', '=', rowNumber)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RowTakenError()
}

/**
 * Makes the document, or all documents of a set in one sending, marks the row and invites all signers in one transaction, so exactly once: a crash rolls
 * everything back or finds the row sent.
 *
 * @throws RowTakenError, or the error of `createFromTemplate`
 */
export const sendRow = async (
  services: SendingServices,
  job: JobRow,
  row: { readonly row_number: number; readonly request: string | null },
): Promise<void> => {
  const { owner_id: userId, template_id: templateId, version } = job
  const { form_values: prefilled, ...request } = parseRequest(row.request)
  await createFromTemplate(services, {
    userId,
    templateId,
    version,
    request,
    prefilled,
    within: async (transaction, { document_id: documentId, sending }) => {
      await lockRunning(transaction, job)
      await markSent(transaction, job.id, row.row_number, documentId)
      const documentIds = sending?.documents.map(({ document_id: id }) => id) ?? [documentId]
      await inviteTogether(transaction, services, { userId, documentIds })
    },
  })
  services.wakeMailWorker()
}
