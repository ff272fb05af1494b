import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from 'shared/contract'
import { errorMessages, errorStatus } from 'shared/contract/errors'
import { closeIfArriving } from 'shared/server'

interface Reply {
  code(status: number): unknown
  header(name: 'cache-control' | 'retry-after', value: string): unknown
  send(body: ErrorBody): unknown
}

export const refuseRequest = <R extends Reply>(reply: R, code: ErrorCode, status = errorStatus[code]): R => {
  reply.code(status)
  reply.header('cache-control', 'no-store')
  reply.send({ code, message: errorMessages[code] })
  return reply
}

/** The same call may succeed in two seconds. */
export const refuseForNow = <R extends Reply>(reply: R, code: ErrorCode, status?: number): R => {
  reply.header('retry-after', '2')
  return refuseRequest(reply, code, status)
}

/** A client that holds too much also gives back its connection. */
export const refuseCall = (request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply => {
  reply.header('connection', 'close')
  closeIfArriving(request.raw, reply)
  return refuseForNow(reply, code)
}
