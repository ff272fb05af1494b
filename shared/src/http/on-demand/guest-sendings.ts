import type { BodyOf } from '../../contract/index.ts'
import { nextInSendingCall, signSendingCall } from '../../contract/signing/sendings.ts'
import { type Bearer, request } from '../request.ts'

export type { GuestSending, GuestSendingDocument } from '../../contract/signing/sendings.ts'

/** Several documents of one sending, signed in one act. */
export const guestSendingsApi = {
  sign: (fieldId: number, body: BodyOf<typeof signSendingCall>, bearer: Bearer, signal?: AbortSignal) =>
    request(signSendingCall, { bearer, params: { fieldId }, body, ...(signal ? { signal } : {}) }),
  /** For the holder of a link whose own document ended. */
  next: (token: string, signal: AbortSignal) =>
    request(nextInSendingCall, { bearer: 'none', query: { token }, signal }),
}
