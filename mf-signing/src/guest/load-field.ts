import type { SignatureField } from 'shared/contract'
import { fieldsApi } from 'shared/http'

/**
 * The field that a link names. A refusal is only logged (specification, section 8): the document can be read all the
 * same, and whoever wants to sign then hears that the field is not there.
 */
export const loadField = async (fieldId: number): Promise<SignatureField | undefined> => {
  try {
    // The bearer of the session, where this very tab has one.
    const { signature_field } = await fieldsApi.get(fieldId, 'session')
    return signature_field
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has it logged, and nothing more.
    console.warn('the signature field could not be loaded', error)
    return undefined
  }
}
