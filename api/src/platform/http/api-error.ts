import type { ErrorBody, ErrorCode } from 'shared/contract'
import { errorMessages, errorStatus, rateLimitedText } from 'shared/contract/errors'
import { RequestRefusal } from './refusal.ts'

interface ApiErrorOptions {
  /** Spanish; replaces the catalogue's text. */
  readonly message?: string | undefined
  /** Body path → Spanish message. */
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
  /** Where in the document. */
  readonly place?: ErrorBody['place']
  /** Only logged. */
  readonly cause?: unknown
}

const standardText = (code: ErrorCode, { retryAfterSeconds }: ApiErrorOptions): string =>
  code === 'RATE_LIMITED' && retryAfterSeconds !== undefined ? rateLimitedText(retryAfterSeconds) : errorMessages[code]

export class ApiError extends RequestRefusal {
  override readonly name = 'ApiError'
  override readonly code: ErrorCode
  override readonly status: number
  override readonly retryAfterSeconds: number | undefined
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly place: ErrorBody['place']

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? standardText(code, options), { cause: options.cause })
    this.code = code
    this.status = errorStatus[code]
    this.fields = options.fields
    this.place = options.place
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  override body(requestId: string): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.fields === undefined ? {} : { fields: { ...this.fields } }),
      ...(this.place === undefined ? {} : { place: this.place }),
      request_id: requestId,
    }
  }
}

/** A VALIDATION error of one input. */
export const invalidInput = (path: string, message: string): ApiError =>
  new ApiError('VALIDATION', { message, fields: { [path]: message } })
