import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { databaseMigrations } from '../../platform/database/migrations/index.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import type { WatchedCertificates } from '../../platform/monitoring/watched-certificates.ts'
import { ensureSecretKey } from '../../platform/storage/secret-key.ts'
import { rememberStart } from './remember-start.ts'

const Package = v.object({ version: v.string() })

const versionHere = (): string => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return v.parse(Package, JSON.parse(text)).version
}

interface StartOptions {
  readonly environment: Pick<ApiEnvironment, 'dataDir' | 'keysDir'>
  readonly settings: Readonly<Record<string, string>>
  readonly certificates: readonly WatchedCertificates[]
  readonly adminLog: AdminLog
  readonly log: Pick<ServiceLog, 'warn'>
}

/** A full disk does not prevent the start. */
export const reportChanges = async ({ environment, log, ...options }: StartOptions): Promise<void> => {
  const { dataDir, keysDir } = environment
  try {
    const secret = await ensureSecretKey(join(keysDir, 'guest-token.key'))
    await rememberStart({ dataDir, secret, ...options })
  } catch (error) {
    log.warn({ err: error }, 'what the server was started with could not be remembered')
  }
}

type Stores = Pick<ApiEnvironment, 'databaseUrl' | 's3'>

/** @param settings values by name */
export const reportStarted = (
  adminLog: AdminLog,
  { databaseUrl, s3 }: Stores,
  settings: Readonly<Record<string, string>>,
): void =>
  adminLog.record({
    event: 'server-started',
    version: versionHere(),
    node: process.version,
    schema: Object.keys(databaseMigrations).at(-1) ?? '',
    database: databaseUrl === null ? 'sqlite' : 'postgres',
    storage: s3 === null ? 'folder' : 's3',
    settings: Object.keys(settings),
  })

/** @param reason the line shown to the user */
export const reportNotStarted = (adminLog: AdminLog, reason: string): void =>
  adminLog.record({ event: 'server-not-started', version: versionHere(), reason })

export const reportStopped = (adminLog: AdminLog, signal: string): void =>
  adminLog.record({ event: 'server-stopped', signal, seconds: Math.round(process.uptime()) })
