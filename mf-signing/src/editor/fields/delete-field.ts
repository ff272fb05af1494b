import { fieldsApi, HttpError, isNotFound, messageOf } from 'shared/http'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'

export interface DeleteOutcome {
  readonly removed: boolean
  readonly message: string
  readonly frozen?: boolean
}

/** Treats a field missing on the server as deleted. */
export const deletePlacedField = async (field: PlacedField): Promise<DeleteOutcome> => {
  if (isTemporary(field)) return { removed: true, message: editorTexts.temporaryRemoved }
  try {
    await fieldsApi.delete(field.id)
    return { removed: true, message: editorTexts.fieldRemoved }
  } catch (error) {
    if (isNotFound(error)) return { removed: true, message: editorTexts.fieldWasGone }
    const reason = error instanceof HttpError ? error.serverMessage : messageOf(error)
    const message = reason ? `${editorTexts.removeFailed}: ${reason}` : editorTexts.removeFailed
    return { removed: false, message, frozen: error instanceof HttpError && error.code === 'DOCUMENT_FROZEN' }
  }
}
