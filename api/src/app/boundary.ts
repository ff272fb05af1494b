import type { Clock } from '../platform/clock.ts'
import type { BlameDeath } from '../platform/database/deaths.ts'
import type { WrapDialect } from '../platform/database/open-database.ts'
import type { MailTransport } from '../platform/mail/transport.ts'
import type { BlobStore } from '../platform/storage/blob-store.ts'

/** Tests inject faults here. */
export interface ServiceBoundary {
  readonly dialect: WrapDialect
  readonly blobs: (blobs: BlobStore) => BlobStore
  readonly transport: (transport: MailTransport) => MailTransport
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Milliseconds between looks for claims of dead processes. */
  readonly freeDeadInterval?: number
  /** Default: `blameDeath`. */
  readonly blame?: BlameDeath
}
