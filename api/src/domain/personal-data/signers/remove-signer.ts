import type { ReplyOf } from 'shared/contract'
import type { signerRemovalCall } from 'shared/contract/accounts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { newId } from '../../../platform/ids.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { findDocumentById } from '../../access/document-access.ts'
import { appendEvent } from '../../audit/append-event.ts'
import type { IssuingServices } from '../../invitations/issue-invitation.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { removalRequestMessage } from '../../mail/templates/removal-request.ts'
import { publishTogether, transactTogether } from '../../sending-access/change-together.ts'
import { startTurnsElsewhere } from '../../signing-order/start-turns-elsewhere.ts'
import { type ForgettableSigner, findSigner, isOfSigner } from './find-signer.ts'
import { forgetSigner } from './forget-signer.ts'

type Reply = ReplyOf<typeof signerRemovalCall>

const replies = {
  removed:
    'Borramos tu nombre, tu email y los correos que te enviamos sobre este documento, y tu enlace dejó de servir. El registro del documento, que prueba qué pasó, se borra con el documento.',
  kept: 'Anotamos tu solicitud y avisamos a quien te invitó. Tu firma y su evidencia se conservan mientras exista el documento: prueban lo que firmaste, también a tu favor. Cuando se elimine, se borran con él.',
} as const satisfies Record<Reply['outcome'], string>

/** Signatures, approvals and readings are evidence. */
const hasSigned = async (db: ApiDatabase, signer: ForgettableSigner): Promise<boolean> => {
  if (signer.parts.some(({ answered_at }) => answered_at !== null)) return true
  const rows = await db
    .selectFrom('signatures')
    .innerJoin('fields', 'fields.id', 'signatures.field_id')
    .select(['field_id', 'signer_email as email', 'alternate_id'])
    .where('signatures.document_id', '=', signer.documentId)
    .execute()
  return rows.some((row) => isOfSigner(signer, row))
}

interface Asked {
  readonly signer: ForgettableSigner
  readonly outcome: Reply['outcome']
  readonly now: number
}

/** Earlier entries identify the person; this one does not. */
const recordRemoval = async (db: ApiDatabase, { signer, outcome, now }: Asked): Promise<void> => {
  const { documentId, invitationId } = signer
  await db
    .insertInto('removal_requests')
    .values({ id: newId(), document_id: documentId, invitation_id: invitationId, asked_at: now, outcome })
    .execute()
  const data = { invitation: invitationId, outcome }
  await appendEvent(db, documentId, { at: now, kind: 'removal-asked', actor: 'system', data })
}

const announceSignature = async (
  db: ApiDatabase,
  { signer, outcome, now }: Asked,
  publicUrl: string,
): Promise<void> => {
  const { filename, owner, documentId, name, email } = signer
  const who = outcome === 'kept' ? { name, email } : null
  const message = removalRequestMessage({ filename, who, publicUrl })
  const to = { name: owner.name, address: owner.email }
  await enqueueMail(db, { kind: 'removal-request', documentId, to, message }, now)
}

const isRecorded = async (db: ApiDatabase, { invitationId }: ForgettableSigner): Promise<boolean> =>
  (await db
    .selectFrom('removal_requests')
    .select('id')
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst()) !== undefined

/**
 * Forgets a signer who has not signed; keeps the evidence of one who
 * has. Records the request and notifies the owner once.
 * @throws ApiError INVITATION_INVALID
 */
export const removeSigner = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'locks' | 'documentEvents' | 'wakeMailWorker'> & IssuingServices,
  token: string,
): Promise<Reply> => {
  const { db, clock, publicUrl } = services
  const { documentId } = await findSigner(db, token, clock())
  const { result, ids } = await transactTogether(services, documentId, async (transaction) => {
    const now = clock()
    const signer = await findSigner(transaction, token, now)
    const asked = { signer, outcome: (await hasSigned(transaction, signer)) ? 'kept' : 'removed', now } as const
    if (await isRecorded(transaction, signer)) return { ...asked, owner: signer.owner }
    if (asked.outcome === 'removed') await forgetSigner(transaction, signer, now)
    await recordRemoval(transaction, asked)
    await announceSignature(transaction, asked, publicUrl)
    const document = await findDocumentById(transaction, documentId)
    if (document !== undefined) await startTurnsElsewhere(transaction, services, document, now)
    return { ...asked, owner: signer.owner }
  })
  services.wakeMailWorker()
  publishTogether(services, result.owner.id, ids)
  return { outcome: result.outcome, message: replies[result.outcome] }
}
