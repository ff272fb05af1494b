import { BEFORE_THE_FIRST, entryText, type LogDetails } from 'shared/contract/evidence-log'
import type { WebhookEvent } from 'shared/contract/webhooks'
import { hashHex } from 'shared/server'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { currentOrigin } from '../../platform/origin.ts'
import type { AuditKind } from './kinds.ts'
import { signNewHead } from './log-heads.ts'
import { recordWebhookEvent } from './record-webhook-event.ts'
import { findActor } from './recorded-actor.ts'

const webhookTypes: Partial<Readonly<Record<AuditKind, WebhookEvent>>> = {
  'document-uploaded': 'document.created',
  'invitation-sent': 'document.sent',
  'invitation-seen': 'document.viewed',
  'field-signed': 'document.signed',
  'invitation-declined': 'document.declined',
  'document-completed': 'document.completed',
  'document-cancelled': 'document.cancelled',
  'document-expired': 'document.expired',
  'document-approved': 'participant.approved',
  'document-rejected': 'participant.rejected',
  'reading-confirmed': 'participant.read',
  'copy-sent': 'participant.copied',
  'question-asked': 'question.asked',
}

/** One entry of a document's log. `at` in milliseconds. */
export interface AuditEvent {
  readonly at: number
  readonly kind: AuditKind
  /** `user:<id>`, `guest:<invitation id>`, `agent-session:<id>` or `system`. */
  readonly actor: string
  /** Must not contain secrets. */
  readonly data: Readonly<Record<string, string | number | null>>
}

/**
 * Coverage of the hash: 1 up to the facts, 2 also the origin and the file, 3 also the actor's name and address.
 * Earlier entries keep theirs.
 */
const FORMAT = 3

/** SHA-256, hexadecimal, over the previous hash and the facts as JSON (`entryText`). */
export const chainHash = (previousHash: string, facts: LogDetails): string => hashHex(entryText(previousHash, facts))

/** The revision that the actor saw. */
const newestRevision = async (db: ApiDatabase, documentId: number): Promise<string | null> => {
  const newest = await db
    .selectFrom('documents')
    .innerJoin('revisions', (join) =>
      join.onRef('revisions.document_id', '=', 'documents.id').onRef('revisions.number', '=', 'documents.revision'),
    )
    .select('revisions.sha256')
    .where('documents.id', '=', documentId)
    .executeTakeFirst()
  return newest?.sha256 ?? null
}

const lastEntry = (db: ApiDatabase, documentId: number): Promise<{ number: number; hash: string } | undefined> =>
  db
    .selectFrom('audit_events')
    .select(['number', 'hash'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** SHA-256 of the last entry, hexadecimal. */
export const headOf = async (db: ApiDatabase, documentId: number): Promise<string> =>
  (await lastEntry(db, documentId))?.hash ?? BEFORE_THE_FIRST

interface Appended {
  readonly before: { readonly number: number; readonly hash: string } | undefined
  readonly end: { readonly document_id: number; readonly number: number; readonly hash: string }
}

/** Does not sign the new head. */
export const insertEntry = async (
  transaction: ApiDatabase,
  documentId: number,
  event: AuditEvent,
): Promise<Appended> => {
  const last = await lastEntry(transaction, documentId)
  const previousHash = last?.hash ?? BEFORE_THE_FIRST
  const origin = event.actor === 'system' ? undefined : currentOrigin()
  const { name, email } = await findActor(transaction, event.actor)
  const facts: LogDetails = {
    format: FORMAT,
    document_id: documentId,
    number: (last?.number ?? 0) + 1,
    happened_at: event.at,
    kind: event.kind,
    actor: event.actor,
    data: JSON.stringify(event.data),
    address: origin?.address ?? null,
    user_agent: origin?.userAgent ?? null,
    revision_sha256: await newestRevision(transaction, documentId),
    actor_name: name,
    actor_email: email,
  }
  const hash = chainHash(previousHash, facts)
  await transaction
    .insertInto('audit_events')
    .values({ ...facts, previous_hash: previousHash, hash })
    .execute()
  return { before: last, end: { document_id: documentId, number: facts.number, hash } }
}

/**
 * Call it in the transaction of the change. Stores the
 * actor's current name, and the request's origin, and
 * queues the webhooks that announce the event.
 */
export const appendEvent = async (transaction: ApiDatabase, documentId: number, event: AuditEvent): Promise<void> => {
  const { before, end } = await insertEntry(transaction, documentId, event)
  await signNewHead(transaction, before, { ...end, signed_at: event.at, kind: event.kind })
  const type = webhookTypes[event.kind]
  if (type === undefined) return
  const { field, alternate, participant } = event.data
  await recordWebhookEvent(transaction, documentId, {
    type,
    at: event.at,
    ...(typeof field === 'number' ? { fieldId: field } : {}),
    ...(typeof alternate === 'number' ? { alternateId: alternate } : {}),
    ...(typeof participant === 'number' ? { participantId: participant } : {}),
  })
}
