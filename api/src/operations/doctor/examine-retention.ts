import * as v from 'valibot'
import { type Clock, DAY_MS } from '../../platform/clock.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { causeText, type DoctorFinding, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, warning } = findingsOf('retention')

const WaitingSchema = v.object({ count: v.number(), oldest: v.nullable(v.number()) })

/** The job runs every hour; a day's delay means a failure. */
const LATE = DAY_MS

const waitingIn = async (ledger: ReadOnlyDatabase, table: 'documents' | 'users') => {
  const statement = `select count(*) as count, min(deleted_at) as oldest from ${table} where deleted_at is not null`
  const [row] = await ledger.rows(statement)
  return v.parse(WaitingSchema, row)
}

export const examineRetention = async (
  { retentionDays }: Pick<ApiEnvironment, 'retentionDays'>,
  ledger: ReadOnlyDatabase | null,
  clock: Clock,
): Promise<DoctorFinding[]> => {
  const period = `Lo eliminado se borra a los ${retentionDays} días (RETENTION_DAYS)`
  if (ledger === null) return [ok(`${period}.`)]
  try {
    const documents = await waitingIn(ledger, 'documents')
    const accounts = await waitingIn(ledger, 'users')
    const oldest = Math.min(documents.oldest ?? Infinity, accounts.oldest ?? Infinity)
    const words = `${period}: esperan ${documents.count} documentos y ${accounts.count} cuentas`
    return oldest + retentionDays * DAY_MS + LATE <= clock()
      ? [
          warning(
            `${words}, y alguno debió borrarse hace más de un día.`,
            'Revisa que la API esté en marcha y busca data-not-erased en sus líneas para administradores.',
          ),
        ]
      : [ok(`${words}.`)]
  } catch (problem) {
    return [ok(`${period}. Se cuenta después del próximo inicio (${causeText(problem)}).`)]
  }
}
