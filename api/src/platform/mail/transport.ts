import type { Selectable } from 'kysely'
import type { OutboxTable } from '../database/schema.ts'

export type StoredMail = Selectable<OutboxTable>

export interface MailEnvelope {
  readonly mail: StoredMail
  readonly attachment: Uint8Array | null
}

export type MailTransport = (envelope: MailEnvelope) => Promise<void>

/** Retries cannot deliver this mail. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError'
}

/** The recipient's domain takes no mail now; others may. */
export class DeferredError extends Error {
  override readonly name = 'DeferredError'
}
