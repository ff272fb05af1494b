import * as v from 'valibot'
import { causeText, type DoctorFinding, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, warning } = findingsOf('jobs')

const Rows = v.array(v.object({ id: v.number(), reason: v.string() }))

/** Jobs that need an administrator (`domain/jobs/troubled-jobs.ts`). */
const TROUBLED = `select id, reason from bulk_jobs
  where (state = 'pending' and reason = 'UNEXPECTED') or (state = 'stopped' and reason like 'ROW_KILLS:%')
  order by id limit 20`

export const examineJobs = async (ledger: ReadOnlyDatabase | null): Promise<DoctorFinding[]> => {
  if (ledger === null) return []
  try {
    const jobs = v.parse(Rows, await ledger.rows(TROUBLED))
    if (jobs.length === 0) return [ok('Ningún envío masivo está detenido por un fallo del servidor.')]
    return jobs.map(({ id, reason }) => {
      const [code, row] = reason.split(':')
      return code === 'ROW_KILLS'
        ? warning(
            `El envío masivo ${id} está detenido: su fila ${row} hizo caer el servidor dos veces.`,
            'Busca job-stopped en los avisos y el final del registro de entonces. Su dueño puede continuar con el resto.',
          )
        : warning(
            `El envío masivo ${id} tiene una fila que falla una y otra vez. Se reintenta cada diez minutos.`,
            'Busca bulk-row-failing en los avisos y «bulk row not sent» en el registro.',
          )
    })
  } catch (problem) {
    return [ok(`Los envíos masivos se revisan después del próximo inicio (${causeText(problem)}).`)]
  }
}
