import type { SignatureField } from 'shared/contract'
import { fieldsApi } from 'shared/http'

/**
 * Loads the field of a link. Only logs a failure
 * (specification, section 8): the document stays readable.
 */
export const loadField = async (fieldId: number): Promise<SignatureField | undefined> => {
  try {
    // Uses the owner's session of this tab, if any.
    const { signature_field } = await fieldsApi.get(fieldId, 'session')
    return signature_field
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification requires logging only.
    console.warn('the signature field could not be loaded', error)
    return undefined
  }
}
