import type { Selectable } from 'kysely'
import type { BulkJob, BulkState } from 'shared/contract/bulk'
import { toInstant, toInstantOrNull } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { BulkJobTable, BulkRowTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { BulkReason, RowKillsReason } from '../jobs/bulk-jobs.ts'

export type JobRow = Selectable<BulkJobTable>
type RowState = BulkRowTable['state']

/** Newest jobs. Finished ones disappear after 30 days. */
const LISTED_MAX = 50

const reasons: Readonly<Record<Exclude<BulkReason, RowKillsReason>, string>> = {
  TEMPLATE_DELETED: 'La plantilla se eliminó y el resto no se envió.',
  TEMPLATE_CHANGED: 'La plantilla cambió. Si continúas, lo que falta sale con la versión nueva.',
  TEMPLATE_DAMAGED: 'El PDF de la plantilla está dañado o falta en el servidor. Avisa a quien administra el sitio.',
  TEMPLATE_REFUSED:
    'El PDF de la plantilla ya no cumple las reglas de seguridad del sitio. Guarda otra versión y continúa.',
  ACCOUNT_DELETED: 'La cuenta se eliminó.',
  ACCESS_REVOKED: 'El programa que inició este envío ya no tiene acceso. Revisa el envío y continúa si está bien.',
  QUOTA_EXCEEDED: 'Tu espacio está lleno. Elimina documentos que no uses y continúa.',
  EMAIL_NOT_VERIFIED: 'Confirma tu email con el enlace que te enviamos y continúa.',
  UNEXPECTED: 'Algo falló varias veces en el servidor. Continúa dentro de un rato; nadie recibe dos invitaciones.',
}

const rowKillsText = (row: string): string =>
  `La fila ${row} hizo caer el servidor dos veces y no se envió. Revisa sus datos; si continúas, sale el resto.`

const ROW_KILLS: RowKillsReason extends `${infer Code}:${number}` ? `${Code}:` : never = 'ROW_KILLS:'

const errorText = (reason: string | null): string | null => {
  if (reason === null) return null
  if (reason.startsWith(ROW_KILLS)) return rowKillsText(reason.slice(ROW_KILLS.length))
  return Object.entries(reasons).find(([code]) => code === reason)?.[1] ?? reasons.UNEXPECTED
}

const shownState = (state: JobRow['state']): BulkState => (state === 'pending' ? 'running' : state)

type Counts = Partial<Record<RowState, number>>

const countRows = async (db: ApiDatabase, ids: readonly number[]): Promise<Map<number, Counts>> => {
  const counts = new Map<number, Counts>()
  if (ids.length === 0) return counts
  const rows = await db
    .selectFrom('bulk_rows')
    .where('job_id', 'in', ids)
    .groupBy(['job_id', 'state'])
    .select((eb) => ['job_id', 'state', eb.fn.countAll().as('count')])
    .execute()
  for (const { job_id, state, count } of rows) counts.set(job_id, { ...counts.get(job_id), [state]: Number(count) })
  return counts
}

const viewBulkJob = (job: JobRow, counts: Counts = {}): BulkJob => ({
  id: job.id,
  template_id: job.template_id,
  template_name: job.template_name,
  template_version: job.version,
  state: shownState(job.state),
  reason: errorText(job.reason),
  total: job.total,
  sent: counts.sent ?? 0,
  pending: counts.pending ?? 0,
  failed: counts.failed ?? 0,
  left_out: counts['left-out'] ?? 0,
  cancelled: counts.cancelled ?? 0,
  created_at: toInstant(job.created_at),
  finished_at: toInstantOrNull(job.finished_at),
})

/** @throws ApiError NOT_FOUND also for jobs of others */
export const ownJob = async (db: ApiDatabase, userId: number, jobId: number): Promise<JobRow> => {
  const job = await db
    .selectFrom('bulk_jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  if (job === undefined) throw new ApiError('NOT_FOUND')
  return job
}

export const viewJob = async (db: ApiDatabase, userId: number, jobId: number): Promise<BulkJob> => {
  const job = await ownJob(db, userId, jobId)
  return viewBulkJob(job, (await countRows(db, [jobId])).get(jobId))
}

export const listJobs = async (db: ApiDatabase, userId: number): Promise<BulkJob[]> => {
  const jobs = await db
    .selectFrom('bulk_jobs')
    .selectAll()
    .where('owner_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
  const counts = await countRows(
    db,
    jobs.map(({ id }) => id),
  )
  return jobs.map((job) => viewBulkJob(job, counts.get(job.id)))
}
