import { fieldsApi, HttpError } from 'shared/http'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { type FormAnswers, signDocument } from '../../signing/sign-document.ts'
import type { StepsAttempt } from '../../signing-flow/SigningSteps.tsx'

export interface OwnSigningAttempt extends Omit<StepsAttempt<SavedField>, 'onField'> {
  readonly documentName: string
  readonly shown: string | undefined
  readonly form?: FormAnswers | undefined
  /** A card signs each field separately. */
  readonly together: boolean
  readonly onSigned: (fieldId: number, signedAt: string) => void
}

/** Skips fields that another window signed. */
const signTogether = async (signing: OwnSigningAttempt, fields: readonly SavedField[]): Promise<void> => {
  const [first, ...others] = fields
  if (!first) return
  try {
    const signer = { name: first.signerName, email: first.signerEmail }
    const request = { ...signing, fields: [first, ...others] as const, signer }
    const { signed_at } = await signDocument(request, signing.signField, 'session')
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
 * @throws HttpError, AgentError, AbortError of the first failure; earlier
 * signatures remain
 */
export const signOwnFields = async (signing: OwnSigningAttempt): Promise<void> => {
  const { fields, together } = signing
  for (const act of together ? [fields] : fields.map((field) => [field])) await signTogether(signing, act)
}
