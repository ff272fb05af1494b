import type { ChangeFormField, CreateFormField, FormField } from 'shared/contract/form-fields'
import { HttpError } from 'shared/http'
import { formFieldsApi } from 'shared/http/form-fields'
import { bodyOf, type PlacedFormField } from './form-field.ts'

/** What the server has, by client id. */
export type StoredFormFields = ReadonlyMap<string, FormField>

export type SyncStep =
  | { readonly kind: 'delete'; readonly stored: FormField }
  | { readonly kind: 'create'; readonly body: CreateFormField }
  | { readonly kind: 'change'; readonly stored: FormField; readonly body: ChangeFormField }

interface Wanted {
  readonly fileId: number
  readonly fields: readonly PlacedFormField[]
  /** Server id of a signer's first stored signature field. */
  readonly signatureIdOf: (signer: string) => number | undefined
}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const changeableOf = ({ id: _, client_id: __, user_file_id: ___, ...body }: FormField): ChangeFormField => body

const sorted = (body: ChangeFormField) => Object.entries(body).toSorted(([a], [b]) => a.localeCompare(b))
const ruleOf = ({ rule }: ChangeFormField) => Object.entries(rule).toSorted(([a], [b]) => a.localeCompare(b))

const isStored = (stored: FormField, body: ChangeFormField): boolean => {
  const known = changeableOf(stored)
  const plain = ({ rule: _, ...rest }: ChangeFormField) => sorted({ ...rest, rule: body.rule })
  return sameJson(plain(known), plain(body)) && sameJson(ruleOf(known), ruleOf(body))
}

/** A field whose signer has no stored signature field waits. */
export const waitsForSigner = ({ fields, signatureIdOf }: Wanted): boolean =>
  fields.some(({ signer }) => signatureIdOf(signer) === undefined)

export const stepsTo = ({ fileId, fields, signatureIdOf }: Wanted, known: StoredFormFields): readonly SyncStep[] => {
  const ids = new Set(fields.map(({ id }) => id))
  const gone = [...known.values()].filter(({ client_id }) => !ids.has(client_id))
  const next = fields.flatMap((field): SyncStep[] => {
    const signatureId = signatureIdOf(field.signer)
    if (signatureId === undefined) return []
    const body = bodyOf(field, signatureId)
    const stored = known.get(field.id)
    if (!stored) return [{ kind: 'create', body: { ...body, client_id: field.id, user_file_id: fileId } }]
    return isStored(stored, body) ? [] : [{ kind: 'change', stored, body }]
  })
  return [...gone.map((stored): SyncStep => ({ kind: 'delete', stored })), ...next]
}

export interface StoredBox {
  current: StoredFormFields
}

const put = (box: StoredBox, stored: FormField) => {
  box.current = new Map(box.current).set(stored.client_id, stored)
}
const drop = (box: StoredBox, clientId: string) => {
  box.current = new Map([...box.current].filter(([id]) => id !== clientId))
}

const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404

/** Deleting a signature field deletes its form fields: one that is missing is created again. */
const take = async (step: SyncStep, box: StoredBox): Promise<void> => {
  if (step.kind === 'create') return put(box, await formFieldsApi.create(step.body))
  const { id, client_id, user_file_id } = step.stored
  try {
    if (step.kind === 'change') return put(box, await formFieldsApi.change(id, step.body))
    await formFieldsApi.delete(id)
    drop(box, client_id)
  } catch (error) {
    if (!isMissing(error)) throw error
    drop(box, client_id)
    if (step.kind === 'change') put(box, await formFieldsApi.create({ ...step.body, client_id, user_file_id }))
  }
}

/** @throws HttpError of the first failure; earlier steps remain */
export const syncFormFields = async (wanted: Wanted, box: StoredBox): Promise<void> => {
  for (const step of stepsTo(wanted, box.current)) await take(step, box)
}
