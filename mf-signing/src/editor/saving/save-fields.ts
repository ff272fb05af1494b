import type { SignatureField } from 'shared/contract'
import { pageMessages, parseId } from 'shared/contract'
import { fieldsApi, HttpError } from 'shared/http'
import { isUnanswered } from '../../call-failure.ts'
import type { Field, TemporaryField } from '../../fields/field-lifecycle.ts'
import { createBodyOf, isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'

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
  readonly saved: readonly SavedStep[]
  readonly unsaved: readonly UnsavedStep[]
  readonly frozen: boolean
}

export const saveRefusal = (
  fields: readonly Field[],
  { fileId, token }: { readonly fileId: unknown; readonly token: string | undefined },
): string | undefined => {
  if (token === undefined) return pageMessages.UNAUTHENTICATED
  if (parseId(String(fileId)) === undefined) return editorTexts.fileIdInvalid
  if (fields.length === 0) return editorTexts.nothingToSave
  return fields.some(isTemporary) ? undefined : editorTexts.nothingNew
}

/** Whether the other fields would fail too. */
const failsForAll = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof HttpError && (error.status === 401 || error.code === 'DOCUMENT_FROZEN'))

const saveFailureReason = (error: unknown): string | undefined =>
  error instanceof HttpError ? (error.serverMessage ?? error.message) : undefined

/** Continues after a refusal; keeps the saved fields. */
export const saveFields = async (fields: readonly Field[], fileId: number): Promise<SaveOutcome> => {
  const saved: SavedStep[] = []
  const unsaved: UnsavedStep[] = []
  let frozen = false
  const waiting = fields.filter(isTemporary)
  for (const [index, field] of waiting.entries()) {
    try {
      saved.push({ temporaryId: field.id, field: await fieldsApi.create(createBodyOf(field, fileId)) })
    } catch (error) {
      unsaved.push({ field, reason: saveFailureReason(error) })
      frozen = error instanceof HttpError && error.code === 'DOCUMENT_FROZEN'
      if (!failsForAll(error)) continue
      unsaved.push(...waiting.slice(index + 1).map((left) => ({ field: left, reason: undefined })))
      break
    }
  }
  return { saved, unsaved, frozen }
}

const describeField = ({ signerName, page }: TemporaryField): string => `${signerName} (página ${page})`

export const saveFailure = ({ saved, unsaved }: SaveOutcome): string => {
  const reasons = [...new Set(unsaved.flatMap(({ reason }) => reason ?? []))].join(' ')
  if (saved.length === 0) return reasons ? `${editorTexts.saveFailed}: ${reasons}` : editorTexts.saveFailed
  const count = saved.length === 1 ? 'Se guardó 1' : `Se guardaron ${saved.length}`
  const left = unsaved.map(({ field }) => describeField(field)).join(', ')
  const summary = `${count} de ${saved.length + unsaved.length}; sin guardar: ${left}.`
  return [`${editorTexts.saveFailed}.`, summary, reasons].filter((text) => text !== '').join(' ')
}
