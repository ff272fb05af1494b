import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestClock } from '../../../../test/support/test-server.ts'
import { claimsOfOne } from '../../../platform/database/claims.ts'
import { type ApiDatabase, openDatabase } from '../../../platform/database/open-database.ts'
import type { MailKind } from '../../../platform/database/schema.ts'
import type { MailTransport } from '../../../platform/mail/transport.ts'
import { openBlobStore } from '../../../platform/storage/blob-store.ts'
import { bindLogAuthority } from '../../audit/log-authority.ts'
import type { DispatcherOptions } from '../dispatcher.ts'
import { enqueueMail } from '../outbox.ts'
import { createMailRelay, type MailRelay } from '../relay.ts'

interface Queued {
  readonly kind?: MailKind
  readonly attachment?: { readonly filename: string; readonly sha256: string }
}

export interface OutboxFixture {
  readonly db: ApiDatabase
  readonly directory: string
  /** Of document 1, whose owner is olga@example.cr. */
  queue(address?: string, queued?: Queued): Promise<number>
  /** One connection unless `over` says more. */
  openRelay(transport: MailTransport, over?: Partial<DispatcherOptions>): Promise<MailRelay>
  remove(): Promise<void>
}

/** Tests of the log are elsewhere. */
const keys = { sign: () => ({ key: '', signature: '' }), holds: () => true }

export const bindNoKeys = (db: ApiDatabase): void => bindLogAuthority(db, { keys, onAltered: () => undefined })

const OWNER = {
  id: 1,
  username: 'olga',
  username_key: 'olga',
  first_name: 'Olga',
  last_name: 'Mora',
  email: 'olga@example.cr',
  email_key: 'olga@example.cr',
  phone: '',
  country: '',
  city: '',
  company: '',
  password_hash: '',
  created_at: 0,
}

const DOCUMENT = {
  id: 1,
  owner_id: OWNER.id,
  original_filename: 'a.pdf',
  name_key: 'a.pdf',
  description: '',
  notes: '',
  search_text: 'a.pdf',
  file_type_id: 1,
  pages: 1,
  status: 'UPLOADED',
  revision: 1,
  uploaded_at: 0,
  completed_at: null,
  foreign_signatures: 0,
  rewritten: null,
  shared_at: null,
  deleted_at: null,
} as const

export const openOutbox = async (clock: Pick<TestClock, 'now'>): Promise<OutboxFixture> => {
  const directory = await mkdtemp(join(tmpdir(), 'trazo-mail-'))
  const db = await openDatabase(join(directory, 'db.sqlite'))
  bindNoKeys(db)
  await db.insertInto('users').values(OWNER).execute()
  await db.insertInto('documents').values(DOCUMENT).execute()
  return {
    db,
    directory,
    queue: (address = 'ana@example.com', { kind = 'invitation', attachment } = {}) =>
      db.transaction().execute((transaction) =>
        enqueueMail(
          transaction,
          {
            kind,
            documentId: DOCUMENT.id,
            to: { name: 'Ana Rojas', address },
            message: { subject: 'Señal', title: 'Hola', blocks: [{ kind: 'paragraph', text: '¿Qué tal?' }] },
            ...(attachment === undefined ? {} : { attachment }),
          },
          clock.now(),
        ),
      ),
    openRelay: async (transport, over = {}) =>
      createMailRelay({
        db,
        blobs: await openBlobStore(directory),
        transport,
        clock: clock.now,
        claims: claimsOfOne({ db, clock: clock.now, random: () => 0 }),
        forgetSent: false,
        publicUrl: 'https://trazo.example',
        connections: 1,
        random: () => 0,
        log: pino({ level: 'silent' }),
        ...over,
      }),
    remove: async () => {
      await db.destroy()
      await rm(directory, { recursive: true })
    },
  }
}
