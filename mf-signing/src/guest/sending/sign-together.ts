import type { SignatureResult } from 'shared/contract'
import { SENDING_CONSENT_VERSION } from 'shared/contract/consent'
import { guestSendingsApi } from 'shared/http/deferred'
import type { SignBody } from '../../agent/signing-agent.ts'
import { SIGNING_TIMEOUT_MS } from '../../signing/constants.ts'
import { withSigningTimeout } from '../../signing/with-signing-timeout.ts'
import { type GuestAccess, withGuestAccess } from '../session/guest-access.ts'

/** Milliseconds for each document after the first: the server signs one after the other. */
const MORE_PER_DOCUMENT_MS = 20_000

export interface ShownDocument {
  readonly id: number
  /** Hexadecimal, of the bytes that the page displayed. */
  readonly document_sha256: string
  /** Hexadecimal, of the form values that the page displayed. */
  readonly form_sha256?: string
}

export interface SendingAct {
  /** One of the guest's own, in any of the documents. */
  readonly fieldId: number
  readonly documents: readonly ShownDocument[]
  /** PNG data URL. */
  readonly signatureData: string
  readonly identification: SignBody['identification']
  readonly idempotencyKey: string
}

/**
 * Signs all the documents, or none.
 * @throws HttpError
 */
export const signTogether = async (act: SendingAct, access: GuestAccess): Promise<readonly SignatureResult[]> => {
  const { fieldId, documents, signatureData, identification, idempotencyKey } = act
  const body = {
    idempotency_key: idempotencyKey,
    signature_data: signatureData,
    ...(identification === undefined ? {} : { identification }),
    consent: SENDING_CONSENT_VERSION,
    documents: [...documents],
  }
  const timeout = SIGNING_TIMEOUT_MS + (documents.length - 1) * MORE_PER_DOCUMENT_MS
  const { signatures } = await withGuestAccess(access, (bearer) =>
    withSigningTimeout(timeout, (signal) => guestSendingsApi.sign(fieldId, body, bearer, signal)),
  )
  return signatures
}
