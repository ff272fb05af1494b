import type { WrapDialect } from './database/open-database.ts'
import type { MailTransport } from './mail/transport.ts'
import type { BlobStore } from './storage/blob-store.ts'

/** Wraps the database, the stored files and the mails; tests inject faults here. */
export interface Boundary {
  readonly dialect: WrapDialect
  readonly blobs: (blobs: BlobStore) => BlobStore
  readonly transport: (transport: MailTransport) => MailTransport
}
