import type { ChangeFormField, FormField } from 'shared/contract/form-fields'
import { isNotFound } from 'shared/http'
import { formFieldsApi } from 'shared/http/form-fields'
import { bodyOf, fromServer, type PlacedFormField } from './form-field.ts'

interface Stored {
  readonly id: number
  /** As sent: the server may round it. */
  readonly body: ChangeFormField
}

export type StoredFormFields = ReadonlyMap<string, Stored>

export const storedOf = (list: readonly FormField[]): StoredFormFields =>
  new Map(
    list.map((field) => [
      field.client_id,
      { id: field.id, body: bodyOf(fromServer(field, ''), field.signature_field_id) },
    ]),
  )

export type SyncStep =
  | { readonly kind: 'delete'; readonly clientId: string; readonly id: number }
  | { readonly kind: 'create'; readonly clientId: string; readonly body: ChangeFormField }
  | { readonly kind: 'change'; readonly clientId: string; readonly id: number; readonly body: ChangeFormField }

interface Wanted {
  readonly fileId: number
  readonly fields: readonly PlacedFormField[]
  readonly signatureIdOf: (signer: string) => number | undefined
}

const comparableText = ({ rule, ...body }: ChangeFormField): string =>
  JSON.stringify([body, Object.entries(rule).toSorted(([a], [b]) => a.localeCompare(b))])

export const waitsForSigner = ({ fields, signatureIdOf }: Wanted): boolean =>
  fields.some(({ signer }) => signatureIdOf(signer) === undefined)

export const stepsTo = ({ fields, signatureIdOf }: Wanted, known: StoredFormFields): readonly SyncStep[] => {
  const ids = new Set(fields.map(({ id }) => id))
  const gone = [...known].filter(([clientId]) => !ids.has(clientId))
  const next = fields.flatMap((field): SyncStep[] => {
    const signatureId = signatureIdOf(field.signer)
    if (signatureId === undefined) return []
    const body = bodyOf(field, signatureId)
    const stored = known.get(field.id)
    if (!stored) return [{ kind: 'create', clientId: field.id, body }]
    return comparableText(stored.body) === comparableText(body)
      ? []
      : [{ kind: 'change', clientId: field.id, id: stored.id, body }]
  })
  return [...gone.map(([clientId, { id }]): SyncStep => ({ kind: 'delete', clientId, id })), ...next]
}

export interface StoredBox {
  current: StoredFormFields
}

const drop = (box: StoredBox, clientId: string) => {
  box.current = new Map([...box.current].filter(([id]) => id !== clientId))
}

const sendStep = (step: Exclude<SyncStep, { kind: 'delete' }>, fileId: number): Promise<FormField> =>
  step.kind === 'change'
    ? formFieldsApi.change(step.id, step.body)
    : formFieldsApi.create({ ...step.body, client_id: step.clientId, user_file_id: fileId })

/** Deleting a signature field deletes its form fields: one that is missing is created again. */
const take = async (step: SyncStep, fileId: number, box: StoredBox): Promise<void> => {
  const { clientId } = step
  try {
    if (step.kind === 'delete') {
      await formFieldsApi.delete(step.id)
      return drop(box, clientId)
    }
    const { id } = await sendStep(step, fileId)
    box.current = new Map(box.current).set(clientId, { id, body: step.body })
  } catch (error) {
    if (step.kind === 'create' || !isNotFound(error)) throw error
    drop(box, clientId)
    if (step.kind === 'change') await take({ kind: 'create', clientId, body: step.body }, fileId, box)
  }
}

export const syncFormFields = async (wanted: Wanted, box: StoredBox): Promise<void> => {
  for (const step of stepsTo(wanted, box.current)) await take(step, wanted.fileId, box)
}
