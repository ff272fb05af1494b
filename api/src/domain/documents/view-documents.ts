import type { PublicLink, Signer, UserFile } from 'shared/contract'
import { dateOf } from 'shared/contract/signing-order'
import { toInstant, toInstantOrNull } from '../../platform/clock.ts'
import { isPostgres } from '../../platform/database/dialects/migration-dialect.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredRewrite } from '../../platform/database/tables/documents.ts'
import type { ApiServices } from '../../platform/services.ts'
import { isDeadlineOver } from '../access/deadline.ts'
import { questionsOfDocuments } from '../access/questions-of-documents.ts'
import { fieldsBySigner, rowSignerKey } from '../access/same-signer.ts'
import { apiClientOf } from '../audit/entry-points.ts'
import { tagsOfDocuments } from '../filing/tags-of-objects.ts'
import { awaitedByDocument } from '../participants/awaited-people.ts'
import { sendingsOfDocuments } from '../sending-access/sending-documents.ts'
import { describeSealProblem } from './seal-problem.ts'

const SIZE_DECIMALS = 2
/** The specification's megabyte. */
const BYTES_PER_MB = 1024 * 1024

/** Address of the specification; who may read it decides `readableDocument`. */
export const downloadUrl = (documentId: number): string => `/home/api/files/${documentId}/public_download`

const documentsWithFacts = (db: ApiDatabase) =>
  db
    .selectFrom('documents')
    .innerJoin('revisions', (join) =>
      join.onRef('revisions.document_id', '=', 'documents.id').onRef('revisions.number', '=', 'documents.revision'),
    )
    .selectAll('documents')
    .select(['revisions.size as size', 'revisions.sha256 as sha256'])
    .leftJoin('seal_jobs', 'seal_jobs.document_id', 'documents.id')
    .select(['seal_jobs.state as seal_state', 'seal_jobs.problem as seal_problem', 'seal_jobs.unmet_rules'])
    .where('documents.deleted_at', 'is', null)

/** The query behind every list of an owner: newest revision and seal job, without deleted documents. */
export const ownedDocuments = (db: ApiDatabase, ownerId: number) =>
  documentsWithFacts(db).where('documents.owner_id', '=', ownerId)

/**
 * The same, for documents that other rows name. Without statistics, SQLite would begin with all documents of the owner if
 * an index had them; PostgreSQL estimates, and the sum would mislead it.
 */
export const foundDocuments = (db: ApiDatabase, ownerId: number) =>
  isPostgres(db)
    ? ownedDocuments(db, ownerId)
    : documentsWithFacts(db).where((eb) => eb(eb('documents.owner_id', '+', 0), '=', ownerId))

export type OwnedDocumentRow = Awaited<ReturnType<ReturnType<typeof ownedDocuments>['executeTakeFirstOrThrow']>>

const readFields = (db: ApiDatabase, documentIds: readonly number[]) =>
  db
    .selectFrom('fields')
    .innerJoin('participants', 'participants.id', 'fields.participant_id')
    .leftJoin('alternates', 'alternates.id', 'fields.alternate_id')
    .select(['fields.id', 'fields.document_id', 'participant_id', 'position', 'field_type'])
    .select((eb) => [
      eb.fn.coalesce('alternates.name', 'participants.name').as('signer_name'),
      eb.fn.coalesce('alternates.email', 'participants.email').as('signer_email'),
    ])
    .select(['signed_at', 'signed_by_link_at'])
    .select((eb) =>
      eb.selectFrom('signatures').whereRef('signatures.field_id', '=', 'fields.id').select('agent').as('agent'),
    )
    .select((eb) =>
      eb
        .selectFrom('invitations')
        .whereRef('invitations.field_id', '=', 'fields.id')
        .where('invitations.revoked_at', 'is', null)
        .select((invitation) => invitation.fn.max('invitations.created_at').as('at'))
        .as('invited_at'),
    )
    .where('fields.document_id', 'in', documentIds)
    .where('deleted_at', 'is', null)
    .execute()

type FieldRow = Awaited<ReturnType<typeof readFields>>[number]

const fieldsByDocument = async (db: ApiDatabase, documentIds: readonly number[]): Promise<Map<number, FieldRow[]>> => {
  const fields = new Map<number, FieldRow[]>()
  for (const field of await readFields(db, documentIds)) {
    const others = fields.get(field.document_id)
    if (others === undefined) fields.set(field.document_id, [field])
    else others.push(field)
  }
  return fields
}

const viewSigner = (
  { id, signer_name, invited_at, signed_at, signed_by_link_at, agent }: FieldRow,
  person: number,
): Signer => {
  const program = agent === null ? undefined : apiClientOf(agent)
  return {
    field_id: id,
    person,
    name: signer_name,
    invited_at: toInstantOrNull(invited_at),
    signed_at: toInstantOrNull(signed_at),
    by_public_link: signed_by_link_at !== null,
    ...(program === undefined ? {} : { signed_with: program }),
  }
}

const viewSigners = (fields: readonly FieldRow[]): Signer[] => {
  const inOrder = fields.toSorted((a, b) => a.position - b.position)
  const people = [...fieldsBySigner(inOrder).keys()]
  return inOrder.map((field) => viewSigner(field, people.indexOf(rowSignerKey(field))))
}

/** Never 0 for a non-empty file. */
const toMegabytes = (bytes: number): number => {
  const unit = 10 ** SIZE_DECIMALS
  return Math.max(1, Math.round((bytes / BYTES_PER_MB) * unit)) / unit
}

const viewCancellation = (row: OwnedDocumentRow): UserFile['cancelled'] =>
  row.cancelled_at === null
    ? null
    : { at: toInstant(row.cancelled_at), by: row.cancelled_by, reason: row.cancel_reason ?? '' }

/** `shared_at` is the right to read, `public_link_at` the right to sign; null if the document is not shared. */
export const publicLinkOf = (
  row: Pick<OwnedDocumentRow, 'shared_at' | 'public_link_at' | 'link_code_at'>,
): PublicLink | null =>
  row.shared_at === null
    ? null
    : { mode: row.public_link_at === null ? 'read' : 'sign', email_code: row.link_code_at !== null }

const viewSealing = ({
  seal_state: state,
  seal_problem: problem,
  unmet_rules: unmet,
}: OwnedDocumentRow): UserFile['sealing'] =>
  state === 'pending' || state === 'failed'
    ? { state, reason: problem === null ? null : describeSealProblem(problem, unmet) }
    : null

const viewDeadline = (row: OwnedDocumentRow, fields: readonly FieldRow[], now: number): UserFile['deadline'] => {
  if (row.deadline === null) return null
  // Readers may be missing after the last signature.
  const isOpen = fields.length === 0 || row.seal_state === null
  return {
    date: dateOf(row.deadline - 1),
    expired: isOpen && isDeadlineOver(row, now),
  }
}

const readEdits = (db: ApiDatabase, documentIds: readonly number[]) =>
  db
    .selectFrom('template_uses')
    .leftJoin('templates', 'templates.id', 'template_uses.template_id')
    .select(['document_id', 'template_uses.template_id', 'template_uses.version', 'template_name', 'templates.name'])
    .where('document_id', 'in', documentIds)
    .execute()

const editsByDocument = async (
  db: ApiDatabase,
  rows: readonly OwnedDocumentRow[],
): Promise<Map<number, Pick<UserFile, 'template_edit'>>> => {
  const ids = rows.filter(({ edits_template }) => edits_template === 1).map(({ id }) => id)
  const edits = ids.length === 0 ? [] : await readEdits(db, ids)
  return new Map(
    edits.map(({ document_id, template_id, version, template_name, name }) => [
      document_id,
      { template_edit: { template_id, version, name: name ?? template_name } },
    ]),
  )
}

const viewRewrite = (rewritten: StoredRewrite | null): Pick<UserFile, 'rewritten' | 'opened'> =>
  rewritten === 'opened' ? { rewritten: 'normalised', opened: true } : { rewritten }

const viewDocument = (row: OwnedDocumentRow, fields: readonly FieldRow[], now: number): UserFile => ({
  id: row.id,
  original_filename: row.original_filename,
  description: row.description,
  notes: row.notes,
  file_type_id: row.file_type_id,
  file_size_mb: toMegabytes(row.size),
  uploaded_at: toInstant(row.uploaded_at),
  status: row.status,
  is_signed: row.completed_at !== null,
  download_url: downloadUrl(row.id),
  is_shared: row.shared_at !== null,
  public_link: publicLinkOf(row),
  pages: row.pages,
  fields_total: fields.length,
  fields_signed: fields.filter(({ signed_at }) => signed_at !== null).length,
  signers: viewSigners(fields),
  revision: row.revision,
  sha256: row.sha256,
  foreign_signatures: row.foreign_signatures,
  ...viewRewrite(row.rewritten),
  sealing: viewSealing(row),
  cancelled: viewCancellation(row),
  waits_for: row.waits_for,
  signing_mode: row.signing_mode,
  deadline: viewDeadline(row, fields, now),
  ...(row.archived_at === null ? {} : { archived_at: toInstant(row.archived_at) }),
})

export type ReadingServices = Pick<ApiServices, 'db' | 'clock'>

/** Reads fields, tags, edits, people without a field and questions of all rows in a few statements. */
export const viewDocuments = async (
  { db, clock }: ReadingServices,
  rows: readonly OwnedDocumentRow[],
): Promise<UserFile[]> => {
  // PostgreSQL has no empty `in`.
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const now = clock()
  const fields = await fieldsByDocument(db, ids)
  const tags = await tagsOfDocuments(db, ids)
  const edits = await editsByDocument(db, rows)
  const awaited = await awaitedByDocument(db, ids)
  const questions = await questionsOfDocuments(db, ids)
  const sendings = await sendingsOfDocuments(db, rows)
  return rows.map((row) => ({
    ...viewDocument(row, fields.get(row.id) ?? [], now),
    ...tags.get(row.id),
    ...edits.get(row.id),
    ...awaited.get(row.id),
    ...questions.get(row.id),
    ...sendings.get(row.id),
  }))
}
