import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { lastStartOf } from '../operations/admin-events/remember-start.ts'
import { type Clock, SECOND_MS } from '../platform/clock.ts'
import { claimsOfOne, claimsOfSeveral, type JobClaims } from '../platform/database/claims.ts'
import type { BlameDeath } from '../platform/database/deaths.ts'
import {
  type ApiDatabase,
  type OnMigrated,
  openDatabase,
  type WrapDialect,
} from '../platform/database/open-database.ts'
import { openPostgres } from '../platform/database/open-postgres.ts'
import { openPool, plainKysely } from '../platform/database/postgres-dialect.ts'
import { openPostgresSession } from '../platform/database/postgres-session.ts'
import type { DatabaseSchema } from '../platform/database/schema.ts'
import type { ApiEnvironment } from '../platform/environment/environment.ts'
import { createLiveUpdates, type DocumentEvents } from '../platform/events/document-events.ts'
import { createPostgresUpdates, LIVE_CHANNEL } from '../platform/events/postgres-updates.ts'
import { createRateLimiter, type RateLimiter } from '../platform/http/rate-limiter.ts'
import { createSharedRateLimiter } from '../platform/http/shared-rate-limiter.ts'
import { createDocumentLocks, type DocumentLocks } from '../platform/locks/document-lock.ts'
import { createPostgresLocks, withAdvisoryLock } from '../platform/locks/postgres-locks.ts'
import type { ServiceLog } from '../platform/logging.ts'
import type { AdminLog } from '../platform/monitoring/admin-log.ts'
import { type BlobStore, openBlobStore } from '../platform/storage/blob-store.ts'
import { openS3BlobStore } from '../platform/storage/s3-blob-store.ts'

/** Shared by all processes. */
export interface SharedStores {
  readonly db: ApiDatabase
  readonly locks: DocumentLocks
  readonly documentEvents: DocumentEvents
  readonly claims: JobClaims
  /** `factor` multiplies the limits. */
  readonly limiterOf: (factor: number) => RateLimiter
  /** Holds an installation-wide lock. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>
  close(): Promise<void>
}

export interface StoreOptions {
  readonly environment: Pick<ApiEnvironment, 'dataDir' | 'databaseUrl' | 's3'>
  readonly clock: Clock
  /** Default: `Math.random`. */
  readonly random?: () => number
  readonly log: Pick<ServiceLog, 'warn' | 'error'>
  readonly adminLog: AdminLog
  readonly onLost?: () => void
  readonly wrapDialect?: WrapDialect
  readonly freeDeadInterval?: number | undefined
  readonly blame?: BlameDeath | undefined
}

/** Per process; each holds a connection. */
const LOCKS_MAX = 6
/** For rate limits, notifications and releasing claims. */
const SIDE_CONNECTIONS = 3
const LOCK_TIMEOUT = 60 * SECOND_MS
/** Milliseconds; claims of dead processes. */
const FREE_DEAD_INTERVAL = 10 * SECOND_MS
/** Document ids are positive. */
const KEYS_LOCK = 0

const reportMigrations =
  (adminLog: AdminLog): OnMigrated =>
  (migrations) =>
    adminLog.record({ event: 'migrations-run', migrations: [...migrations] })

/**
 * An empty database would hide the documents of an earlier start.
 * @throws EnvironmentError
 */
export const refuseLostDatabase = async (dataDir: string, setting: 'DATA_DIR' | 'DATABASE_URL'): Promise<void> => {
  if (!existsSync(lastStartOf(dataDir))) return
  throw new EnvironmentError(
    `En ${dataDir} ya funcionó Trazo, y su base de datos (${setting}) no está o está vacía. Restaura la última copia ` +
      'de seguridad (pnpm run restore, docs/operations.md). Para empezar de nuevo, elige otra carpeta con DATA_DIR.',
  )
}

const openOwn = async ({
  environment,
  clock,
  random = Math.random,
  log,
  adminLog,
  wrapDialect,
  blame,
}: StoreOptions): Promise<SharedStores> => {
  const file = join(environment.dataDir, 'trazo.sqlite')
  if (!existsSync(file)) await refuseLostDatabase(environment.dataDir, 'DATA_DIR')
  const db = await openDatabase(file, reportMigrations(adminLog), wrapDialect)
  return {
    db,
    locks: createDocumentLocks(),
    documentEvents: createLiveUpdates((error) => log.error({ err: error }, 'a live update was not delivered')),
    claims: claimsOfOne({ db, clock, random, blame }),
    limiterOf: (factor) => createRateLimiter(clock, factor),
    alone: (work) => work(),
    close: () => db.destroy(),
  }
}

/** @throws EnvironmentError during a migration */
const refuseHalfMoved = async (db: ApiDatabase): Promise<void> => {
  const move = await db.selectFrom('data_moves').select('source').where('finished_at', 'is', null).executeTakeFirst()
  if (move === undefined) return
  throw new EnvironmentError(
    'El traslado de datos a esta base no ha terminado. Ejecuta de nuevo pnpm migrate-data: sigue donde quedó.',
  )
}

/** @throws EnvironmentError */
const refuseUnfit = async (db: ApiDatabase, dataDir: string): Promise<void> => {
  await refuseHalfMoved(db)
  const key = await db.selectFrom('installation_keys').select('name').limit(1).executeTakeFirst()
  if (key === undefined) await refuseLostDatabase(dataDir, 'DATABASE_URL')
}

const openShared = async (url: string, options: StoreOptions): Promise<SharedStores> => {
  const { environment, clock, random = Math.random, log, adminLog, onLost, wrapDialect, blame } = options
  const { freeDeadInterval = FREE_DEAD_INTERVAL } = options
  const onError = (err: unknown): void => log.warn({ err }, 'a connection to the database broke')
  const db = await openPostgres(url, onError, {
    onMigrated: reportMigrations(adminLog),
    ...(wrapDialect && { wrapDialect }),
  })
  await refuseUnfit(db, environment.dataDir).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  const lockPool = openPool({ url, onError, size: LOCKS_MAX, connectTimeout: LOCK_TIMEOUT, lockTimeout: LOCK_TIMEOUT })
  const sidePool = openPool({ url, onError, size: SIDE_CONNECTIONS })
  const plain = plainKysely<DatabaseSchema>(sidePool)
  const onUnannounced = (err: unknown): void => log.warn({ err }, 'a live update did not reach the other processes')
  const live = createPostgresUpdates(
    createLiveUpdates((err) => log.error({ err }, 'a live update was not delivered')),
    () => session.process,
    (payload) => void sidePool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, payload]).catch(onUnannounced),
  )
  const lost = (): void => {
    live.gap()
    onLost?.()
  }
  const listening = { url, channel: LIVE_CHANNEL, onMessage: live.receive, onLost: lost, onError }
  const session = await openPostgresSession(listening)
  const claims = claimsOfSeveral({ db: plain, clock, random, blame }, session)
  const freeing = setInterval(() => void claims.freeDead().catch(onError), freeDeadInterval)
  return {
    db,
    locks: createPostgresLocks(lockPool),
    documentEvents: live,
    claims,
    limiterOf: (factor) => createSharedRateLimiter({ plain, clock, factor }),
    alone: (work) => withAdvisoryLock(lockPool, KEYS_LOCK, work),
    close: async () => {
      clearInterval(freeing)
      await session.close()
      await Promise.all([db.destroy(), sidePool.end(), lockPool.end()])
    },
  }
}

export const openSharedState = (options: StoreOptions): Promise<SharedStores> => {
  const { databaseUrl } = options.environment
  return databaseUrl === null ? openOwn(options) : openShared(databaseUrl, options)
}

export const openBlobs = async ({
  environment,
}: Pick<StoreOptions, 'environment'>): Promise<{ blobs: BlobStore; close: () => void }> => {
  const { dataDir, s3 } = environment
  if (s3 === null) return { blobs: await openBlobStore(dataDir), close: () => undefined }
  const blobs = await openS3BlobStore(dataDir, s3)
  return { blobs, close: blobs.close }
}
