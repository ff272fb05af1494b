import type { SignatureResult } from 'shared/contract'
import { HttpError, invitationsApi, signingApi } from 'shared/http'
import type { Invitation } from './guest-flow.ts'

interface Signing {
  readonly invitation: Invitation
  /** The invitation's token: buys a new access token when the old one ran out while the person was reading. */
  readonly token: string
  /** PNG data URL. */
  readonly signatureData: string
  /** The same for every attempt, so that trying again signs nothing twice. */
  readonly idempotencyKey: string
  readonly onRenewed: (accessToken: string) => void
}

/** Signs the guest's field. @throws HttpError */
export const signAsGuest = async ({
  invitation,
  token,
  signatureData,
  idempotencyKey,
  onRenewed,
}: Signing): Promise<SignatureResult> => {
  const { field, user, fileName } = invitation
  const body = {
    idempotency_key: idempotencyKey,
    field_id: field.id,
    signature_data: signatureData,
    signer_info: { name: field.signerName, email: user.email },
    field_info: { documentName: fileName, page: field.page, fieldId: field.id },
    certificate_info: null,
  }
  try {
    return await signingApi.sign(field.id, body, { token: user.access_token })
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error
    const renewed = await invitationsApi.validate(token)
    onRenewed(renewed.access_token)
    return await signingApi.sign(field.id, body, { token: renewed.access_token })
  }
}
