import type { ReplyOf } from 'shared/contract'
import type { UseTemplate, useTemplateCall } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { checkKeyStored } from '../../platform/http/idempotency.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredField } from '../access/view-field.ts'
import { fieldRow, insertField } from '../fields/create-field.ts'
import { copyTagsToDocument } from '../filing/tags-of-objects.ts'
import { insertFormFields } from '../form-fields/edit-form-fields.ts'
import { askCertificate } from '../invitations/ask-certificate.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { changeMode, type ModeServices } from '../signing-mode/signing-mode.ts'
import { changeOrder } from '../signing-order/signing-order.ts'
import { cleanFilename } from '../uploads/clean-filename.ts'
import { insertUpload } from '../uploads/store-document.ts'
import type { AssignedRole } from './assign-people.ts'
import { clientIdOf, formClientIdOf } from './describe-document.ts'
import { type FoundTemplate, ownTemplate } from './find-template.ts'
import { insertPeople } from './insert-people.ts'
import { type PrefilledValues, prefillForms } from './prefill-forms.ts'
import type { JudgingServices } from './rescreen-template-file.ts'

export type FromTemplateServices = Pick<ApiServices, 'db' | 'clock' | 'quota' | 'documentEvents'> &
  JudgingServices &
  IssuingServices &
  ModeServices

export interface NewFromTemplate {
  /** Token of the program that creates the document. Such a program may also invite for it. */
  readonly createdByToken?: number | undefined
  readonly userId: number
  readonly templateId: number
  readonly request: UseTemplate
  /** For the signers' forms. */
  readonly prefilled?: PrefilledValues
  /** Version that the caller knows, of the set (`versionOfMembers`). A bulk job stops if the template has a newer one. */
  readonly version?: number
  /** Runs in the transaction of all documents: if it throws, none exists. A bulk job marks its row as sent here. */
  readonly within?: (transaction: ApiDatabase, created: CreatedFromTemplate) => Promise<void>
}

export type CreatedFromTemplate = ReplyOf<typeof useTemplateCall>

/** Of one template. */
export type InsertedDocument = Omit<CreatedFromTemplate, 'sending'>

/** Everything is read and checked before the transaction begins, so that it stays short. */
export interface TemplateInsertion extends NewFromTemplate {
  /** Makes a working copy, see `editTemplateFields`. */
  readonly editsTemplate?: boolean
  readonly documentId: number
  readonly found: FoundTemplate
  /** Has the tags of the whole set. */
  readonly taggedId?: number
  readonly people: readonly AssignedRole[]
  readonly fingerprint: string
  readonly now: number
}

const insertDocument = async (
  db: ApiDatabase,
  { userId, createdByToken, documentId, found: { template, newest }, request, editsTemplate, now }: TemplateInsertion,
): Promise<void> => {
  await insertUpload(db, {
    id: documentId,
    document: {
      ownerId: userId,
      createdByToken,
      filename: request.name,
      parts: { file_type_id: 1, description: '', notes: '' },
      blob: newest,
    },
    accepted: {
      blob: newest,
      original: undefined,
      rewritten: null,
      opened: false,
      pages: newest.pages,
      signatures: newest.foreign_signatures,
      removed: [],
      hidesDrawings: false,
      doubtsSignatures: false,
      brokenLinks: [],
    },
    facts: { template: template.id, template_version: template.version },
    ...(editsTemplate && { editsTemplate }),
    now,
  })
}

const insertUse = async (db: ApiDatabase, insertion: TemplateInsertion): Promise<void> => {
  const { userId, documentId, found, request, fingerprint } = insertion
  const message = request.message ?? found.description.message
  const inserted = await db
    .insertInto('template_uses')
    .values({
      document_id: documentId,
      owner_id: userId,
      template_id: found.template.id,
      template_name: found.template.name,
      version: found.template.version,
      request_key: request.request_key ?? null,
      fingerprint,
      message: message === '' ? null : message,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'request_key']).doNothing())
    .executeTakeFirstOrThrow()
  checkKeyStored(inserted)
}

interface Inserted {
  readonly idsByRole: ReadonlyMap<string, readonly number[]>
  readonly ids: readonly number[]
}

const insertFields = async (
  db: ApiDatabase,
  { userId, documentId, found, people, now }: TemplateInsertion,
): Promise<Inserted> => {
  const idsByRole = new Map<string, number[]>()
  const ids: number[] = []
  for (const [index, field] of found.description.fields.entries()) {
    const person = people.find(({ role }) => role.id === field.role)
    if (person === undefined) throw new ApiError('TEMPLATE_DAMAGED')
    const { x: x_relative, y: y_relative, width: width_relative, height: height_relative, page, label } = field
    const row: StoredField = fieldRow(
      {
        user_file_id: documentId,
        field_id: clientIdOf(index),
        field_type: person.role.is_owner ? 'PRIMARY' : 'SECONDARY',
        signer_name: person.name,
        signer_email: person.email,
        page,
        label,
        ...{ x_relative, y_relative, width_relative, height_relative },
      },
      now,
    )
    const stored = await insertField(db, { userId, row, now })
    await askCertificate(db, [stored], person.certificate)
    idsByRole.set(field.role, [...(idsByRole.get(field.role) ?? []), stored.id])
    ids.push(stored.id)
  }
  return { idsByRole, ids }
}

const insertForm = async (
  db: ApiDatabase,
  { userId, documentId: user_file_id, found: { description }, prefilled = [], now }: TemplateInsertion,
  ids: readonly number[],
): Promise<void> => {
  const given = new Set(prefilled.flatMap(([index, value]) => (value === null ? [] : [index])))
  const inputs = description.form_fields.map(({ signature, x, y, width, height, ...field }, index) => {
    const signature_field_id = ids[signature]
    if (signature_field_id === undefined) throw new ApiError('TEMPLATE_DAMAGED')
    const place = { x_relative: x, y_relative: y, width_relative: width, height_relative: height }
    return {
      ...field,
      ...place,
      user_file_id,
      client_id: formClientIdOf(index),
      signature_field_id,
      prefilled: given.has(index),
    }
  })
  const stored = await insertFormFields(db, { actor: `user:${userId}`, now, inputs })
  await prefillForms(db, { documentId: user_file_id, description, stored, now }, prefilled)
}

const setOrder = async (
  services: FromTemplateServices,
  db: ApiDatabase,
  { userId, documentId, found: { description }, now }: TemplateInsertion,
  ids: ReadonlyMap<string, readonly number[]>,
): Promise<void> => {
  if (description.order === 'parallel') return
  const steps: number[][] = []
  for (const { id, step } of description.roles) steps[step] = [...(steps[step] ?? []), ...(ids.get(id) ?? [])]
  const order = { mode: description.order, steps: steps.filter((step) => step !== undefined) }
  await changeOrder(db, services, { userId, documentId, order, now })
}

/**
 * Inserts document, fields, form fields, order and mode. The caller owns the transaction and has screened the file.
 *
 * The order of the steps matters: form fields need the ids of their signature fields, the order those of all, and
 * approvals the order.
 *
 * @throws ApiError TEMPLATE_CHANGED if another version was saved since `insertion.found` was read
 */
export const insertFromTemplate = async (
  services: FromTemplateServices,
  db: ApiDatabase,
  insertion: TemplateInsertion,
): Promise<InsertedDocument> => {
  const { userId, documentId, templateId, found, request } = insertion
  const { template } = await ownTemplate(db, userId, templateId)
  if (template.version !== found.template.version) throw new ApiError('TEMPLATE_CHANGED')
  await insertDocument(db, insertion)
  await insertUse(db, insertion)
  if (!insertion.editsTemplate)
    await copyTagsToDocument(db, { templateId: insertion.taggedId ?? template.id, documentId, now: insertion.now })
  const { idsByRole, ids } = await insertFields(db, insertion)
  await insertForm(db, insertion, ids)
  await setOrder(services, db, insertion, idsByRole)
  const { people, editsTemplate = false, now } = insertion
  await insertPeople(db, { userId, documentId, description: found.description, people, editsTemplate, now })
  const { mode } = found.description
  if (mode !== 'electronic') await changeMode(db, services, { userId, documentId, mode })
  return {
    document_id: documentId,
    original_filename: cleanFilename(request.name),
    template_id: template.id,
    version: template.version,
  }
}
