import { STATUS_CODES } from 'node:http'
import type { RequestRefusal } from './refusal.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** RFC 9457; `code` and the rest are extension members. */
export const toProblem = (refusal: RequestRefusal, requestId: string): object => ({
  ...refusal.body(requestId),
  message: undefined,
  code: refusal.code,
  type: 'about:blank',
  title: STATUS_CODES[refusal.status],
  status: refusal.status,
  detail: refusal.message,
})
