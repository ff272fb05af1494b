import { fieldsApi, HttpError } from 'shared/http'
import type { SavedField } from '../fields/field-lifecycle.ts'
import type { Attempt } from '../signing-flow/SigningSteps.tsx'

export interface OwnSigning extends Omit<Attempt<SavedField>, 'onField'> {
  readonly documentName: string
  /** One field is signed, at this instant (ISO 8601). */
  readonly onSigned: (fieldId: number, signedAt: string) => void
}

/**
 * Signs the owner's fields, one after the other. A field that turns out to be signed already, as in
 * another window, is no failure.
 * @throws HttpError, AgentError, AbortError of the first field that could not be signed; those before it stay signed
 */
export const signOwnFields = async ({
  fields,
  documentName,
  signatureData,
  idempotencyKey,
  signField,
  onSigned,
}: OwnSigning): Promise<void> => {
  for (const field of fields) {
    const body = {
      idempotency_key: idempotencyKey,
      field_id: field.id,
      signature_data: signatureData,
      signer_info: { name: field.signerName, email: field.signerEmail },
      field_info: { documentName, page: field.page, fieldId: field.id },
      certificate_info: null,
    }
    try {
      const { field_id, signed_at } = await signField(field.id, body, 'session')
      onSigned(field_id, signed_at)
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'FIELD_SIGNED') throw error
      const { signature_field } = await fieldsApi.get(field.id, 'session')
      if (signature_field.signed_at === null) throw error
      onSigned(field.id, signature_field.signed_at)
    }
  }
}
