import type { ApiDatabase } from '../../platform/database/open-database.ts'

/** Bulk jobs that need an administrator, not those that wait for their owner. */
export interface TroubledJobs {
  /** One row fails again and again; it is tried on. */
  readonly failing: number
  /** One row killed two processes. */
  readonly stopped: number
}

export const countTroubledJobs = async (db: ApiDatabase): Promise<TroubledJobs> => {
  const count = (query: { readonly state: 'pending' | 'stopped'; readonly reason: string }) =>
    db
      .selectFrom('bulk_jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', query.state)
      .where('reason', 'like', query.reason)
      .executeTakeFirstOrThrow()
  const failing = await count({ state: 'pending', reason: 'UNEXPECTED' })
  const stopped = await count({ state: 'stopped', reason: 'ROW_KILLS:%' })
  return { failing: Number(failing.count), stopped: Number(stopped.count) }
}

/** Spanish lines for administrators, without numbers or names. */
export const describeTroubledJobs = ({ failing, stopped }: TroubledJobs): string[] => [
  ...(failing > 0
    ? ['Hay envíos masivos con una fila que falla una y otra vez: se reintenta. Busca bulk-row-failing en los avisos.']
    : []),
  ...(stopped > 0
    ? [
        'Hay envíos masivos detenidos por una fila que hizo caer el servidor dos veces. Busca job-stopped en los avisos.',
      ]
    : []),
]
