import type { Sending, SendingDocument, SendingPerson } from 'shared/contract/sendings'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { fieldsBySigner } from '../access/same-signer.ts'
import { invitationsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { findSealJob } from '../jobs/seal-jobs.ts'
import { ownSending } from '../sending-access/sending-documents.ts'

const viewDocument = async (db: ApiDatabase, document: StoredDocument): Promise<SendingDocument> => {
  const fields = await fieldsOf(db, document.id)
  const signed = fields.filter(({ signed_at }) => signed_at !== null).length
  return {
    id: document.id,
    original_filename: document.original_filename,
    status: document.status,
    is_signed: fields.length > 0 && signed === fields.length,
    fields_total: fields.length,
    fields_signed: signed,
    seal_failed: (await findSealJob(db, document.id))?.state === 'failed',
  }
}

const isInvited = async (db: ApiDatabase, unsigned: readonly StoredField[], now: number): Promise<boolean> => {
  for (const field of unsigned) {
    const open = await invitationsOfSigner(db, field, now)
    if (open.every((each) => each.field.id !== field.id)) return false
  }
  return true
}

/** @param fields of one person, in the order of the sending */
const viewPerson = async (
  db: ApiDatabase,
  fields: readonly [StoredField, ...StoredField[]],
  now: number,
): Promise<SendingPerson> => {
  const unsigned = fields.filter(({ signed_at }) => signed_at === null)
  const first = unsigned[0] ?? fields[0]
  const others = unsigned.filter(({ id, document_id }) => document_id === first.document_id && id !== first.id)
  return {
    name: first.signer_name,
    email: first.signer_email,
    document_id: first.document_id,
    field_id: first.id,
    other_fields: others.map(({ id }) => id),
    documents: [...new Set(fields.map(({ document_id }) => document_id))],
    is_invited: await isInvited(db, unsigned, now),
  }
}

const hasMailbox = ({ field_type, signer_email, signed_by_link_at }: StoredField): boolean =>
  field_type === 'SECONDARY' && signer_email !== '' && signed_by_link_at === null

/** The same people as those whom an invitation reaches elsewhere (`fieldsElsewhere`), without alternates. */
const peopleOf = async (
  db: ApiDatabase,
  documents: readonly StoredDocument[],
  now: number,
): Promise<SendingPerson[]> => {
  const fields: StoredField[] = []
  for (const { id, status } of documents)
    if (status !== 'CANCELLED') fields.push(...(await fieldsOf(db, id)).filter(hasMailbox))
  const people: SendingPerson[] = []
  for (const own of fieldsBySigner(fields).values()) people.push(await viewPerson(db, own, now))
  return people
}

/** @throws ApiError NOT_FOUND, also for other owners */
export const viewSending = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  sendingId: number,
): Promise<Sending> => {
  const documents = await ownSending(db, userId, sendingId)
  const views: SendingDocument[] = []
  for (const document of documents) views.push(await viewDocument(db, document))
  return {
    id: sendingId,
    documents: views,
    people: await peopleOf(db, documents, clock()),
    is_sent: documents.some(({ status }) => status !== 'UPLOADED'),
    is_complete: documents.every(({ status }) => status === 'COMPLETED'),
  }
}
