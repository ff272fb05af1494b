import type { AgentKind } from 'shared/contract'
import type { Clock, RepeatWork } from './clock.ts'
import type { ApiDatabase } from './database/open-database.ts'
import type { ApiEnvironment } from './environment/environment.ts'
import type { DocumentEvents } from './events/document-events.ts'
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
export interface ApiServices {
  readonly db: ApiDatabase
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly every: RepeatWork
  /** Certificates monitored for expiry. */
  readonly certificates: readonly WatchedCertificates[]
  readonly locks: DocumentLocks
  readonly documentEvents: DocumentEvents
  readonly limiterOf: (factor: number) => RateLimiter
  /** Resolves after an attempt or a short wait. */
  readonly waitForSeal: (documentId: number) => Promise<void>
  readonly adminLog: AdminLog
  /** Detects database outages. */
  readonly observeFailure: (error: unknown) => void
  readonly wakeMailWorker: () => void
  readonly publicUrl: string
  readonly oauthClient: ApiEnvironment['oauthClient']
  /** Milliseconds. */
  readonly invitationLife: number
  /** Milliseconds before deleted data is erased. */
  readonly retention: number
  /** Bytes of each account. */
  readonly quota: number
  /** If true, inviting requires a verified e-mail. */
  readonly mailLeaves: boolean
  /** The last mail of this process found no working server. */
  readonly mailIsAway: () => boolean
  /** The folder with second copies is away. */
  readonly replicaIsAway: () => boolean
  /** Files are in S3; the disk only receives them. */
  readonly filesAreRemote: boolean
  readonly signingAgent: AgentKind
}
