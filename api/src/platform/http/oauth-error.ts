import type { ErrorCode } from 'shared/contract'
import type { OAuthError } from 'shared/contract/accounts'
import { ApiError } from './api-error.ts'
import { RequestRefusal } from './refusal.ts'

/**
 * RFC 6749, section 5.2; `temporarily_unavailable`
 * and `server_error`: section 4.1.2.1.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'server_error'

export class OAuthRefusal extends RequestRefusal {
  override readonly name = 'OAuthRefusal'
  override readonly code: OAuthErrorCode
  override readonly status: number
  override readonly retryAfterSeconds: number | undefined
  readonly description: string

  constructor(
    code: OAuthErrorCode,
    description: string,
    options: { status?: number; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(description, { cause: options.cause })
    this.code = code
    this.description = description
    this.status = options.status ?? (code === 'invalid_client' ? 401 : 400)
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  override body(): OAuthError {
    return { error: this.code, error_description: this.description }
  }
}

const PASSING: readonly ErrorCode[] = ['RATE_LIMITED', 'UNAVAILABLE', 'STORAGE_FULL', 'STORAGE_READ_ONLY']

const oauthCode = (error: ApiError): OAuthErrorCode => {
  if (error.code === 'INVALID_CREDENTIALS' || error.code === 'SECOND_FACTOR_NEEDED') return 'invalid_grant'
  if (PASSING.includes(error.code)) return 'temporarily_unavailable'
  return error.status >= 500 ? 'server_error' : 'invalid_request'
}

/** Converts an error; keeps the status except for a missing second factor. */
export const toOAuthRefusal = (refusal: RequestRefusal): RequestRefusal => {
  if (!(refusal instanceof ApiError)) return refusal
  const { message, retryAfterSeconds, cause } = refusal
  // RFC 6749, section 5.2: 401 is for client credentials.
  const status = refusal.code === 'SECOND_FACTOR_NEEDED' ? 400 : refusal.status
  return new OAuthRefusal(oauthCode(refusal), message, { status, retryAfterSeconds, cause })
}
