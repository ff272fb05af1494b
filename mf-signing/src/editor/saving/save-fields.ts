import type { SignatureField } from 'shared/contract'
import { pageMessages, parseId } from 'shared/contract'
import { fieldsApi, HttpError, messageOf } from 'shared/http'
import { mayBeDone } from '../../call-failure.ts'
import type { TemporaryField } from '../../fields/field-lifecycle.ts'
import { createBodyOf } from '../../fields/new-field.ts'
import { editorTexts } from '../constants.ts'
import type { DraftStore, FieldDraft } from '../fields/drafts.ts'
import { isUnsure, staleDrafts, storedFieldOf, unstored, withDraft, withoutDraft } from '../fields/drafts.ts'

interface SavedStep {
  readonly temporaryId: string
  readonly field: SignatureField
}
interface UnsavedStep {
  readonly field: TemporaryField
  /** The server's reason; undefined if not attempted. */
  readonly reason: string | undefined
}
export interface SaveOutcome {
  /** By this sync. */
  readonly saved: readonly SavedStep[]
  readonly unsaved: readonly UnsavedStep[]
  /** Removed here, but still on the server. */
  readonly left: number
  readonly frozen: boolean
}

export interface SaveRequest {
  readonly fileId: unknown
  readonly token: string | undefined
  /** Number of fields of the document. */
  readonly fields: number
  /** Number of those that the server lacks. */
  readonly unsaved: number
}

export const saveRefusal = ({ fileId, token, fields, unsaved }: SaveRequest): string | undefined => {
  if (token === undefined) return pageMessages.UNAUTHENTICATED
  if (parseId(String(fileId)) === undefined) return editorTexts.fileIdInvalid
  if (fields === 0) return editorTexts.nothingToSave
  return unsaved > 0 ? undefined : editorTexts.nothingNew
}

const failsForAll = (error: unknown): boolean =>
  mayBeDone(error) || (error instanceof HttpError && (error.status === 401 || error.code === 'DOCUMENT_FROZEN'))

const put = (store: DraftStore, draft: FieldDraft) => store.set(withDraft(store.get(), draft))
const drop = (store: DraftStore, { sent }: FieldDraft) => store.set(withoutDraft(store.get(), sent.id))

const resolveUnsure = async (fileId: number, store: DraftStore): Promise<void> => {
  const unsure = [...store.get().values()].filter(isUnsure)
  if (unsure.length === 0) return
  const stored = await fieldsApi.list(fileId)
  for (const draft of unsure) {
    const found = stored.find(({ field_id }) => field_id === draft.sent.fieldId)
    if (found) put(store, { ...draft, stored: found })
    else drop(store, draft)
  }
}

const deleteDraft = async (draft: FieldDraft, store: DraftStore): Promise<void> => {
  try {
    if (draft.stored) await fieldsApi.delete(draft.stored.id)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error
  }
  drop(store, draft)
}

const createField = async (field: TemporaryField, fileId: number, store: DraftStore): Promise<void> => {
  try {
    put(store, { sent: field, stored: await fieldsApi.create(createBodyOf(field, fileId)) })
  } catch (error) {
    if (mayBeDone(error)) put(store, { sent: field, stored: undefined })
    throw error
  }
}

interface Failures {
  readonly reasons: Map<string, string | undefined>
  frozen: boolean
  over: boolean
}

const attemptSave = async (failures: Failures, id: string, work: () => Promise<void>): Promise<void> => {
  if (failures.over) return
  try {
    await work()
  } catch (error) {
    failures.reasons.set(id, messageOf(error))
    failures.frozen = error instanceof HttpError && error.code === 'DOCUMENT_FROZEN'
    failures.over = failsForAll(error)
  }
}

/** Continues after a refusal; keeps what the server accepted. */
export const syncDrafts = async (
  fields: readonly TemporaryField[],
  fileId: number,
  store: DraftStore,
): Promise<SaveOutcome> => {
  const failures: Failures = { reasons: new Map(), frozen: false, over: false }
  const before = store.get()
  await attemptSave(failures, '', () => resolveUnsure(fileId, store))
  for (const draft of staleDrafts(fields, store.get()))
    await attemptSave(failures, draft.sent.id, () => deleteDraft(draft, store))
  // A moved field whose old place could not be deleted waits.
  for (const field of fields)
    if (!store.get().has(field.id)) await attemptSave(failures, field.id, () => createField(field, fileId, store))
  const { reasons, frozen } = failures
  const drafts = store.get()
  return {
    saved: unstored(fields, before).flatMap((field) => {
      const stored = storedFieldOf(field, drafts)
      return stored ? [{ temporaryId: field.id, field: stored }] : []
    }),
    unsaved: unstored(fields, drafts).map((field) => ({ field, reason: reasons.get(field.id) ?? reasons.get('') })),
    left: [...drafts.values()].filter(({ sent }) => fields.every(({ id }) => id !== sent.id)).length,
    frozen,
  }
}

const describeField = ({ signerName, page }: TemporaryField): string => `${signerName} (página ${page})`

export const isComplete = ({ unsaved, left }: SaveOutcome): boolean => unsaved.length === 0 && left === 0

export const saveFailure = ({ saved, unsaved }: SaveOutcome): string => {
  const reasons = [...new Set(unsaved.flatMap(({ reason }) => reason ?? []))].join(' ')
  if (unsaved.length === 0) return editorTexts.removeFailed
  if (saved.length === 0) return reasons ? `${editorTexts.saveFailed}: ${reasons}` : editorTexts.saveFailed
  const count = saved.length === 1 ? 'Se guardó 1' : `Se guardaron ${saved.length}`
  const left = unsaved.map(({ field }) => describeField(field)).join(', ')
  const summary = `${count} de ${saved.length + unsaved.length}; sin guardar: ${left}.`
  return [`${editorTexts.saveFailed}.`, summary, reasons].filter((text) => text !== '').join(' ')
}
