import type { SignatureResult } from 'shared/contract'
import { CONSENT_VERSION } from 'shared/contract/consent'
import type { FormValue } from 'shared/contract/form-fields'
import { type Bearer, signingApi } from 'shared/http'
import type { SignBody, SignField } from '../agent/signing-agent.ts'
import { SIGNING_TIMEOUT_MS } from './constants.ts'
import { withSigningTimeout } from './with-signing-timeout.ts'

interface FieldToSign {
  readonly id: number
  readonly page: number
}

export interface FormAnswers {
  readonly fieldIds: readonly number[]
  readonly values: readonly FormValue[]
  readonly save?: () => Promise<void>
}

export interface DocumentSigningRequest {
  readonly documentName: string
  readonly fields: readonly [FieldToSign, ...FieldToSign[]]
  readonly signer: { readonly name: string; readonly email: string }
  /** PNG data URL. */
  readonly signatureData: string
  readonly idempotencyKey: string
  readonly shown: string | undefined
  readonly form?: FormAnswers | undefined
}

const bodyOfRequest = (request: DocumentSigningRequest): SignBody => {
  const { documentName, signer, signatureData, idempotencyKey, shown, form } = request
  const [{ id, page }, ...others] = request.fields
  return {
    idempotency_key: idempotencyKey,
    field_id: id,
    signature_data: signatureData,
    consent: CONSENT_VERSION,
    signer_info: { name: signer.name, email: signer.email },
    field_info: { documentName, page, fieldId: id },
    // The server issues the certificate while it signs.
    certificate_info: null,
    ...(shown === undefined ? {} : { document_sha256: shown }),
    ...(form && request.fields.some((field) => form.fieldIds.includes(field.id)) ? { form_values: form.values } : {}),
    ...(others.length === 0 ? {} : { other_field_ids: others.map((other) => other.id) }),
  }
}

export const signDocument = (
  request: DocumentSigningRequest,
  signField: SignField,
  bearer: Bearer,
): Promise<SignatureResult> => signField(request.fields[0].id, bodyOfRequest(request), bearer)

/** The server records `stated`. */
export const signOnServer =
  (stated: Pick<SignBody, 'identification'> = {}): SignField =>
  (fieldId, body, bearer) =>
    withSigningTimeout(SIGNING_TIMEOUT_MS, (signal) => signingApi.sign(fieldId, { ...body, ...stated }, bearer, signal))
