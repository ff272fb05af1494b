import type { AgentKind } from 'shared/contract'
import type { Clock, Every } from './clock.ts'
import type { Db } from './database/open-database.ts'
import type { Environment } from './environment/environment.ts'
import type { LiveUpdates } from './events/live-updates.ts'
import type { RateLimiter } from './http/rate-limiter.ts'
import type { DocumentLocks } from './locks/document-lock.ts'
import type { AdminLog } from './monitoring/admin-log.ts'
import type { WatchedCertificates } from './monitoring/watched-certificates.ts'
import type { BlobStore } from './storage/blob-store.ts'

/**
 * Each use case picks its dependencies. A folder of
 * the domain adds its own services to this interface
 * where it defines them (`declare module`).
 */
export interface Services {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly every: Every
  /** Certificates monitored for expiry. */
  readonly certificates: readonly WatchedCertificates[]
  readonly locks: DocumentLocks
  readonly live: LiveUpdates
  readonly limiterOf: (factor: number) => RateLimiter
  /** Resolves after an attempt or a short wait. */
  readonly waitForSeal: (documentId: number) => Promise<void>
  readonly adminLog: AdminLog
  /** Detects database outages. */
  readonly observeFailure: (error: unknown) => void
  readonly wakeMailWorker: () => void
  readonly publicUrl: string
  readonly oauthClient: Environment['oauthClient']
  /** Milliseconds. */
  readonly invitationLife: number
  /** Milliseconds before deleted data is erased. */
  readonly retention: number
  /** Bytes of each account. */
  readonly quota: number
  /** If true, inviting requires a verified e-mail. */
  readonly mailLeaves: boolean
  readonly signingAgent: AgentKind
}
