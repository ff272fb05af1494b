import type { Clock, RepeatWork } from '../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../platform/database/database-failure.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { probeDatabase } from '../../platform/database/probe-database.ts'
import type { ServiceWatch } from '../../platform/monitoring/watch-service.ts'
import { createProbing } from './probing.ts'

export interface DatabaseWatch {
  /** Ignores errors unrelated to the database. */
  observe(error: unknown): void
  /** The process's own connection ended. */
  lost(): void
  stop(): void
}

interface DatabaseWatchOptions {
  readonly db: ApiDatabase
  readonly watch: ServiceWatch
  readonly clock: Clock
  readonly every: RepeatWork
}

const connectionLost = Object.assign(new Error('the connection ended'), { code: 'CONNECTION_LOST' })

export const watchDatabase = ({ db, watch, clock, every }: DatabaseWatchOptions): DatabaseWatch => {
  const probing = createProbing(every, () => probeDatabase(db, clock()), watch.worked)
  const failed = (error: unknown): void => {
    watch.failed(error)
    probing.start()
  }
  return {
    observe: (error) => {
      if (isDatabaseUnavailable(error)) failed(error)
    },
    lost: () => failed(connectionLost),
    stop: probing.stop,
  }
}
