import { fieldsApi, HttpError } from 'shared/http'
import type { Field } from '../fields/field-lifecycle.ts'
import { isTemporary } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'

export interface DeleteOutcome {
  readonly removed: boolean
  readonly message: string
  /** The server says that the document has a signature by now. */
  readonly frozen?: boolean
}

/** Removes a field: a temporary one only here, a saved one on the server. One that the server lost is removed as well. */
export const deleteField = async (field: Field): Promise<DeleteOutcome> => {
  if (isTemporary(field)) return { removed: true, message: editorTexts.temporaryRemoved }
  try {
    await fieldsApi.delete(field.id)
    return { removed: true, message: editorTexts.fieldRemoved }
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return { removed: true, message: editorTexts.fieldWasGone }
    const reason = error instanceof HttpError ? error.serverMessage : undefined
    const message = reason ? `${editorTexts.removeFailed}: ${reason}` : editorTexts.removeFailed
    return { removed: false, message, frozen: error instanceof HttpError && error.code === 'DOCUMENT_FROZEN' }
  }
}
