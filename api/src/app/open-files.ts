import { createIntegrity } from '../domain/integrity/integrity-worker.ts'
import { createReplica } from '../domain/replica/replica-worker.ts'
import { readPrefixes } from '../domain/storage-cleanup/prefixes.ts'
import type { Clock } from '../platform/clock.ts'
import type { ApiDatabase } from '../platform/database/open-database.ts'
import type { ApiEnvironment } from '../platform/environment/environment.ts'
import type { ServiceLog } from '../platform/logging.ts'
import { type AdminLog, silentAdminLog } from '../platform/monitoring/admin-log.ts'
import type { openOuter } from './open-outer.ts'

interface FileOptions {
  readonly environment: Pick<ApiEnvironment, 'replicaDir' | 'scrubRate'>
  readonly clock: Clock
  readonly log: ServiceLog
  readonly adminLog?: AdminLog
}

/** Stored files with their second copies, and reads that verify them. */
export const openFiles = (
  { environment, clock, log, adminLog = silentAdminLog }: FileOptions,
  db: ApiDatabase,
  outer: Awaited<ReturnType<typeof openOuter>>,
) => {
  const { replicaDir: directory, scrubRate: rate } = environment
  const stored = outer.blobs
  const replica = directory === null ? null : createReplica({ db, files: stored, clock, adminLog, log, directory })
  const files = replica?.watch(stored) ?? stored
  const blobs = readPrefixes(db, files)
  const integrity = createIntegrity({ db, blobs, clock, adminLog, log, rate, copies: replica })
  const replicaIsAway = replica?.isAway ?? (() => false)
  return { replica, integrity, opened: { files, outer: { ...outer, blobs: integrity.blobs, replicaIsAway } } }
}
