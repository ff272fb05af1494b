import type { BodyOf } from '../contract/index.ts'
import { cancelFvaSignatureCall, fvaSignatureCall, startFvaSignatureCall } from '../contract/signing/fva.ts'
import type { Bearer } from './request.ts'
import { request } from './request.ts'

// Exported here because each subpath adds weight to every page.
export { type FvaProblem, fvaProblems } from '../contract/signing/fva.ts'

interface FvaRequest {
  readonly fieldId: number
  readonly requestId: number
  readonly bearer: Bearer
}

export const fvaApi = {
  start: (fieldId: number, body: BodyOf<typeof startFvaSignatureCall>, bearer: Bearer, signal: AbortSignal) =>
    request(startFvaSignatureCall, { bearer, params: { fieldId }, body, signal }),
  read: ({ fieldId, requestId, bearer }: FvaRequest, signal: AbortSignal) =>
    request(fvaSignatureCall, { bearer, params: { fieldId, requestId }, signal }),
  cancel: ({ fieldId, requestId, bearer }: FvaRequest) =>
    request(cancelFvaSignatureCall, { bearer, params: { fieldId, requestId }, body: {} }),
}
