import type { TemplateDescription } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { participantsOf } from '../access/find-participant.ts'
import type { StoredRevision } from '../documents/revisions.ts'
import { formFieldsOf } from '../form-fields/find-form-fields.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'
import {
  clientIdOf,
  type DescribedDocument,
  type DraftRole,
  describeDocument,
  type NamedPerson,
  rolesOfFields,
  rolesOfForm,
} from './describe-document.ts'
import { isSameDescription, rolesOfEdit } from './describe-edit.ts'
import { parseDescription } from './find-template.ts'
import { rolesOfPeople } from './people-roles.ts'
import { inspectStored, type JudgingServices } from './rescreen-template-file.ts'

/** The newest file before the signing: later revisions hold signature fields of this document's signers. */
const sourceRevision = (db: ApiDatabase, documentId: number): Promise<StoredRevision> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('kind', 'in', ['uploaded', 'annotated'])
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()

const messageOf = async (db: ApiDatabase, documentId: number): Promise<string> => {
  const use = await db
    .selectFrom('template_uses')
    .select('message')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  const invitation = await db
    .selectFrom('invitations')
    .select('personal_message')
    .where('document_id', '=', documentId)
    // All get the same; signers always get one.
    .where('field_id', 'is not', null)
    .where('personal_message', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return invitation?.personal_message ?? use?.message ?? ''
}

/** The version that the document was made from; undefined if there was none, or the template was deleted. */
const baseOf = async (db: ApiDatabase, documentId: number): Promise<TemplateDescription | undefined> => {
  const row = await db
    .selectFrom('template_uses')
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'template_uses.template_id')
        .onRef('template_versions.version', '=', 'template_uses.version'),
    )
    .select('template_versions.description')
    .where('template_uses.document_id', '=', documentId)
    .executeTakeFirst()
  return row && parseDescription(row.description)
}

const roleNames = (base: TemplateDescription | undefined): Map<string, string> => {
  if (base === undefined) return new Map()
  const { roles, fields } = base
  const names = new Map(roles.map(({ id, name }) => [id, name]))
  return new Map(fields.map(({ role }, index) => [clientIdOf(index), names.get(role) ?? '']))
}

export interface TemplateSource extends DescribedDocument {
  readonly document: StoredDocument
  readonly revision: StoredRevision
  /** The roles are proposals from the PDF's form, because the document has no fields. */
  readonly fromForm: boolean
}

export type DraftDependencies = Pick<JudgingServices, 'blobs' | 'inspectPdf'> & { readonly db: ApiDatabase }

const peopleElsewhere = async (db: ApiDatabase, document: StoredDocument): Promise<NamedPerson[]> => {
  const people: NamedPerson[] = []
  for (const { id } of await documentsTogether(db, document)) {
    if (id === document.id) continue
    people.push(...(await fieldsOf(db, id)))
    for (const { name, email } of await participantsOf(db, id)) people.push({ signer_name: name, signer_email: email })
  }
  return people
}

const rolesOf = async (db: ApiDatabase, document: StoredDocument): Promise<DraftRole[]> => {
  const { id, signing_order, edits_template } = document
  const fields = await fieldsOf(db, id)
  const forms = await formFieldsOf(db, id)
  const people = await participantsOf(db, id)
  const base = await baseOf(db, id)
  if (base && edits_template === 1) return rolesOfEdit(base, { fields, forms, people })
  const others = await peopleElsewhere(db, document)
  const signers = rolesOfFields(signing_order, fields, roleNames(base), forms, others)
  return [...signers, ...rolesOfPeople(people, [...fields, ...others], base?.roles ?? [])]
}

/** Says whether closing a working copy would lose work. A copy whose version is missing counts as changed. */
export const isChanged = async (db: ApiDatabase, document: StoredDocument): Promise<boolean> => {
  const base = await baseOf(db, document.id)
  if (base === undefined) return true
  const { signing_mode: mode, signing_order: order } = document
  const revision = await sourceRevision(db, document.id)
  const now = { mode, order, message: await messageOf(db, document.id), roles: await rolesOf(db, document) }
  return revision.kind === 'annotated' || !isSameDescription(describeDocument(now, new Map()), base)
}

/**
 * Reads a document as the source of a template.
 *
 * @throws ApiError NOT_FOUND, TEMPLATE_REFUSED, TEMPLATE_DAMAGED, UNAVAILABLE if the PDF's form cannot be read now
 */
export const readSource = async (
  services: DraftDependencies,
  userId: number,
  documentId: number,
): Promise<TemplateSource> => {
  const { db } = services
  const document = await ownDocument(db, userId, documentId)
  const revision = await sourceRevision(db, documentId)
  const own = await rolesOf(db, document)
  const isEdit = document.edits_template === 1
  const isPlaced = isEdit || own.some(({ kind }) => kind === 'firma')
  const empty = isPlaced ? [] : ((await inspectStored(services, userId, revision)).emptyFields ?? [])
  return {
    document,
    revision,
    mode: document.signing_mode,
    order: document.signing_order,
    message: await messageOf(db, documentId),
    roles: isPlaced ? own : [...rolesOfForm(empty), ...own],
    fromForm: empty.length > 0,
  }
}
