import { openPdf, seenSize } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import {
  type ChangeFormFieldSchema,
  type CreateFormFieldSchema,
  FORM_FIELDS_MAX,
  type FormField,
} from 'shared/contract/form-fields'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { OwnerActor } from '../../platform/http/actor.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotCancelled, ownDocument, type StoredDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { AuditKind } from '../audit/kinds.ts'
import { currentRevision } from '../documents/revisions.ts'
import { clipToPage } from '../fields/create-field.ts'
import { formRowsOf, type StoredFormField, viewFormField } from './find-form-fields.ts'
import { replaceableWidgets } from './propose-form-fields.ts'

type Changed = v.InferOutput<typeof ChangeFormFieldSchema>
export type FormFieldCreation = v.InferOutput<typeof CreateFormFieldSchema>
type Editing = Pick<ApiServices, 'db' | 'blobs' | 'clock' | 'locks' | 'documentEvents'>

/** Points: a line of the smallest text. */
const SMALLEST_SIDE = 11

const toColumns = (input: Changed) => ({
  field_id: input.signature_field_id,
  label: input.label,
  help: input.help,
  required: input.required ? 1 : 0,
  page: input.page,
  ...clipToPage(input, 'El campo se sale de la página.'),
  position: input.position,
  rule: JSON.stringify(input.rule),
  replaces: JSON.stringify(input.replaces),
})

/** After the first signature, a new or moved field would be a suspicious change of the signed document. */
const editableDocument = async (db: ApiDatabase, actor: OwnerActor, documentId: number): Promise<StoredDocument> => {
  const document = await ownDocument(db, actor.userId, documentId)
  checkNotCancelled(document)
  const fields = await fieldsOf(db, documentId)
  if (fields.some(({ signed_at }) => signed_at !== null)) throw new ApiError('DOCUMENT_FROZEN')
  return document
}

const checkSigner = async (
  db: ApiDatabase,
  documentId: number,
  { signature_field_id: signer }: Changed,
): Promise<void> => {
  if ((await fieldsOf(db, documentId)).every(({ id }) => id !== signer))
    throw invalidInput('signature_field_id', 'Esa firma no es de este documento. Elige quién llena el campo.')
}

/**
 * Reads the PDF before the transaction, which no large file must lengthen. Pages do not change, and replaced widgets
 * are checked again when the revision with the fields is written.
 */
const checkPlace = async (
  { blobs, db }: Pick<ApiServices, 'blobs' | 'db'>,
  document: StoredDocument,
  input: Changed,
) => {
  if (input.page > document.pages) throw new ApiError('PAGE_OUT_OF_RANGE')
  const { sha256 } = await currentRevision(db, document.id)
  const pdf = openPdf(await blobs.read(sha256), { inflate: inflateWithNode })
  const { width, height } = seenSize(pdf.page(input.page).view())
  const isTooSmall = input.width_relative * width < SMALLEST_SIDE || input.height_relative * height < SMALLEST_SIDE
  if (isTooSmall)
    throw invalidInput(
      'height_relative',
      'El campo es demasiado pequeño: necesita 4 mm de alto y de ancho. Hazlo más grande.',
    )
  if (input.replaces.length === 0) return
  const replaceable = replaceableWidgets(pdf)
  if (input.replaces.some((widget) => !replaceable.has(widget)))
    throw invalidInput('replaces', 'Ese campo del formulario del PDF ya no se puede reemplazar. Recarga la página.')
}

/** Keeps `fields.has_form`: listing and signing most documents need no read of `form_fields`. */
const markForms = async (db: ApiDatabase, documentId: number): Promise<void> => {
  const filled = new Set((await formRowsOf(db, documentId)).map(({ field_id }) => field_id))
  for (const { id, has_form } of await fieldsOf(db, documentId)) {
    const now = filled.has(id) ? 1 : 0
    if (now !== has_form) await db.updateTable('fields').set({ has_form: now }).where('id', '=', id).execute()
  }
}

interface Edit {
  readonly actor: OwnerActor
  readonly documentId: number
  readonly kind: AuditKind
}

const edit = async (
  { db, clock, locks, documentEvents }: Editing,
  { actor, documentId, kind }: Edit,
  work: (transaction: ApiDatabase) => Promise<{ readonly row: StoredFormField; readonly isRepeat?: boolean }>,
): Promise<FormField> => {
  const row = await locks.run(documentId, () =>
    db.transaction().execute(async (transaction) => {
      await editableDocument(transaction, actor, documentId)
      const done = await work(transaction)
      if (done.isRepeat === true) return done.row
      await markForms(transaction, documentId)
      const event = { at: clock(), kind, actor: `user:${actor.userId}`, data: { form_field: done.row.id } }
      await appendEvent(transaction, documentId, event)
      return done.row
    }),
  )
  documentEvents.publish(actor.userId, { kind: 'changed', document_id: documentId })
  return viewFormField(row)
}

/** A repeated creation: the page sends the same `client_id` again if it got no answer. */
const findTwin = (
  rows: readonly StoredFormField[],
  input: FormFieldCreation,
  columns: object,
): StoredFormField | undefined => {
  const twin = rows.find(({ client_id }) => client_id === input.client_id)
  if (twin === undefined) return undefined
  const isSame = Object.entries(columns).every(([name, value]) => twin[name as keyof StoredFormField] === value)
  if (!isSame) throw invalidInput('client_id', 'Ya hay un campo con ese identificador en el documento.')
  return twin
}

/**
 * Looks for the twin twice: before the lock to answer a repetition quickly, and under it because two may run at once.
 *
 * @throws ApiError PAGE_OUT_OF_RANGE, DOCUMENT_FROZEN, VALIDATION, NOT_FOUND
 */
export const createFormField = async (
  services: Editing,
  actor: OwnerActor,
  input: FormFieldCreation,
): Promise<FormField> => {
  const { db, clock } = services
  const document = await ownDocument(db, actor.userId, input.user_file_id)
  await checkPlace(services, document, input)
  const columns = toColumns(input)
  const twin = findTwin(await formRowsOf(db, document.id), input, columns)
  if (twin !== undefined) return viewFormField(twin)
  const order: Edit = { actor, documentId: document.id, kind: 'form-field-created' }
  return edit(services, order, async (transaction) => {
    const stored = await formRowsOf(transaction, document.id)
    const same = findTwin(stored, input, columns)
    if (same !== undefined) return { row: same, isRepeat: true }
    await checkSigner(transaction, document.id, input)
    if (stored.length >= FORM_FIELDS_MAX)
      throw invalidInput('user_file_id', `Un documento puede tener hasta ${FORM_FIELDS_MAX} campos por llenar.`)
    const row = { id: newId(), document_id: document.id, client_id: input.client_id, created_at: clock(), ...columns }
    return { row: await transaction.insertInto('form_fields').values(row).returningAll().executeTakeFirstOrThrow() }
  })
}

/**
 * Inserts the form fields of a new document without checking places, limit or signers: the template's version was
 * checked when it was saved.
 *
 * @param inputs all of one document; the log names the `prefilled` ones, never their values
 * @returns the stored ones, in the order of `inputs`
 */
export const insertFormFields = async (
  db: ApiDatabase,
  {
    actor,
    now,
    inputs,
  }: {
    readonly actor: string
    readonly now: number
    readonly inputs: readonly (FormFieldCreation & { readonly prefilled: boolean })[]
  },
): Promise<readonly Pick<StoredFormField, 'id' | 'field_id'>[]> => {
  const [first] = inputs
  if (first === undefined) return []
  const stored: Pick<StoredFormField, 'id' | 'field_id'>[] = []
  for (const { user_file_id: document_id, client_id, prefilled, ...input } of inputs) {
    const row = { id: newId(), document_id, client_id, created_at: now, ...toColumns(input) }
    await db.insertInto('form_fields').values(row).execute()
    const data = { form_field: row.id, ...(prefilled ? { prefilled: 1 } : {}) }
    await appendEvent(db, document_id, { at: now, kind: 'form-field-created', actor, data })
    stored.push(row)
  }
  await markForms(db, first.user_file_id)
  return stored
}

const ownFormField = async (db: ApiDatabase, actor: OwnerActor, id: number): Promise<StoredFormField> => {
  const row = await db.selectFrom('form_fields').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ApiError('NOT_FOUND')
  await ownDocument(db, actor.userId, row.document_id)
  return row
}

/** Replaces all settings, also who fills the field in. */
export const changeFormField = async (
  services: Editing,
  actor: OwnerActor,
  id: number,
  input: Changed,
): Promise<FormField> => {
  const { document_id: documentId } = await ownFormField(services.db, actor, id)
  await checkPlace(services, await ownDocument(services.db, actor.userId, documentId), input)
  const columns = toColumns(input)
  return edit(services, { actor, documentId, kind: 'form-field-changed' }, async (transaction) => {
    await checkSigner(transaction, documentId, input)
    await ownFormField(transaction, actor, id)
    const update = transaction.updateTable('form_fields').set(columns).where('id', '=', id)
    return { row: await update.returningAll().executeTakeFirstOrThrow() }
  })
}

/** Only until the first signature, see `createFormField`. */
export const deleteFormField = async (services: Editing, actor: OwnerActor, id: number): Promise<void> => {
  const { document_id: documentId } = await ownFormField(services.db, actor, id)
  await edit(services, { actor, documentId, kind: 'form-field-deleted' }, async (transaction) => {
    const row = await ownFormField(transaction, actor, id)
    await transaction.deleteFrom('form_fields').where('id', '=', id).execute()
    return { row }
  })
}
