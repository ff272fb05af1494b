import type { ErrorBody, ErrorCode } from 'shared/contract'
import { errorMessages, errorStatus } from 'shared/contract/errors'

/** As much of a reply as a refusal needs, whichever plugin made it. */
interface Reply {
  code(status: number): unknown
  header(name: 'cache-control', value: string): unknown
  send(body: ErrorBody): unknown
}

/** Answers in the words of the API's contract, for callers that cannot tell who answered. */
export const refuse = <R extends Reply>(reply: R, code: ErrorCode, status = errorStatus[code]): R => {
  reply.code(status)
  reply.header('cache-control', 'no-store')
  reply.send({ code, message: errorMessages[code] })
  return reply
}
