import type { Clock, Every } from '../clock.ts'
import { isDatabaseAway } from '../database/database-away.ts'
import type { Db } from '../database/open-database.ts'
import { probeDatabase } from '../database/probe-database.ts'
import { createProbing } from './probing.ts'
import type { ServiceWatch } from './watch-service.ts'

export interface DatabaseWatch {
  /** Ignores errors unrelated to the database. */
  observe(error: unknown): void
  /** The process's own connection ended. */
  lost(): void
  stop(): void
}

interface Options {
  readonly db: Db
  readonly watch: ServiceWatch
  readonly clock: Clock
  readonly every: Every
}

const connectionLost = Object.assign(new Error('the connection ended'), { code: 'CONNECTION_LOST' })

/** Probes until writes succeed. */
export const watchDatabase = ({ db, watch, clock, every }: Options): DatabaseWatch => {
  const probing = createProbing(every, () => probeDatabase(db, clock()), watch.worked)
  const failed = (error: unknown): void => {
    watch.failed(error)
    probing.start()
  }
  return {
    observe: (error) => {
      if (isDatabaseAway(error)) failed(error)
    },
    lost: () => failed(connectionLost),
    stop: probing.stop,
  }
}
