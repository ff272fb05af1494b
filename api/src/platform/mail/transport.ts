import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { OutboxTable } from '../database/schema.ts'

export type StoredMail = Selectable<OutboxTable>

/** A stored blob, read when the mail leaves. */
export interface MailAttachment {
  readonly filename: string
  readonly sha256: string
}

const FurtherSchema = v.array(v.object({ filename: v.string(), sha256: v.string() }))

/** Those after the first one, which has other columns. */
export const furtherAttachments = ({ further_attachments: stored }: StoredMail): readonly MailAttachment[] =>
  stored === null ? [] : v.parse(FurtherSchema, JSON.parse(stored))

export interface MailEnvelope {
  readonly mail: StoredMail
  readonly attachment: Uint8Array | null
  readonly further?: readonly { readonly filename: string; readonly bytes: Uint8Array }[]
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
