import type { SignatureField } from 'shared/contract'
import { fieldsApi, HttpError } from 'shared/http'
import type { Field } from '../fields/field-lifecycle.ts'
import { createBodyOf, isTemporary } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'

export interface SaveOutcome {
  /** Temporary id and what became of it, in the order of saving. */
  readonly saved: readonly { readonly temporaryId: string; readonly field: SignatureField }[]
  /** Why the rest was not saved; undefined when everything was. */
  readonly failure: string | undefined
}

/** Why there is nothing to save; undefined when there is. */
export const saveRefusal = (fields: readonly Field[]): string | undefined => {
  if (fields.length === 0) return editorTexts.nothingToSave
  return fields.some(isTemporary) ? undefined : editorTexts.nothingNew
}

/** Stores the temporary fields one after the other. What was stored before a failure stays stored. */
export const saveFields = async (fields: readonly Field[], fileId: number): Promise<SaveOutcome> => {
  const saved: { temporaryId: string; field: SignatureField }[] = []
  for (const field of fields.filter(isTemporary)) {
    try {
      saved.push({ temporaryId: field.id, field: await fieldsApi.create(createBodyOf(field, fileId)) })
    } catch (error) {
      const reason = error instanceof HttpError ? (error.serverMessage ?? error.message) : undefined
      return { saved, failure: reason ? `${editorTexts.saveFailed}: ${reason}` : editorTexts.saveFailed }
    }
  }
  return { saved, failure: undefined }
}
