import type { SignatureField } from 'shared/contract'
import { fieldsApi } from 'shared/http'
import { bearerOfUser } from './bearer-of-user.ts'

/** Only logs a failure (specification, section 8): the document stays readable. */
export const loadField = async (fieldId: number): Promise<SignatureField | undefined> => {
  try {
    const { signature_field } = await fieldsApi.get(fieldId, bearerOfUser())
    return signature_field
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification requires logging only.
    console.warn('the signature field could not be loaded', error)
    return undefined
  }
}
