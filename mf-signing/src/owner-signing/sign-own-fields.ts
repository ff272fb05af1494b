import { fieldsApi, HttpError } from 'shared/http'
import { CONSENT_VERSION } from 'shared/http/evidence'
import type { SignBody } from '../agent/signing-agent.ts'
import type { SavedField } from '../fields/field-lifecycle.ts'
import type { Attempt } from '../signing-flow/SigningSteps.tsx'

export interface OwnSigning extends Omit<Attempt<SavedField>, 'onField'> {
  readonly documentName: string
  /** SHA-256 of the displayed document. */
  readonly shown: string | undefined
  /** True: one request for all fields. A card signs each field separately. */
  readonly together: boolean
  /** `signedAt`: ISO 8601. */
  readonly onSigned: (fieldId: number, signedAt: string) => void
}

const bodyOf = (
  { documentName, signatureData, idempotencyKey, shown }: OwnSigning,
  [field, ...others]: readonly [SavedField, ...SavedField[]],
): SignBody => ({
  idempotency_key: idempotencyKey,
  field_id: field.id,
  signature_data: signatureData,
  consent: CONSENT_VERSION,
  signer_info: { name: field.signerName, email: field.signerEmail },
  field_info: { documentName, page: field.page, fieldId: field.id },
  certificate_info: null,
  ...(shown === undefined ? {} : { document_sha256: shown }),
  ...(others.length === 0 ? {} : { other_field_ids: others.map(({ id }) => id) }),
})

/** Signs fields in one request. Skips fields that another window signed already. */
const signTogether = async (signing: OwnSigning, fields: readonly SavedField[]): Promise<void> => {
  const [first, ...others] = fields
  if (!first) return
  try {
    const { signed_at } = await signing.signField(first.id, bodyOf(signing, [first, ...others]), 'session')
    for (const { id } of fields) signing.onSigned(id, signed_at)
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'FIELD_SIGNED') throw error
    const { signature_field } = await fieldsApi.get(first.id, 'session')
    if (signature_field.signed_at === null) throw error
    signing.onSigned(first.id, signature_field.signed_at)
    await signTogether(signing, others)
  }
}

/**
 * Signs the owner's fields.
 * @throws HttpError, AgentError, AbortError of the
 * first failed request; earlier signatures remain
 */
export const signOwnFields = async (signing: OwnSigning): Promise<void> => {
  const { fields, together } = signing
  for (const act of together ? [fields] : fields.map((field) => [field])) await signTogether(signing, act)
}
