import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey, createWindowCounter } from 'shared/server'
import { refuseRequest } from '../refuse.ts'
import { ReleaseError } from '../registry/release-error.ts'

/** Calls of one address with a wrong token. */
const WRONG_MAX = 30
const WRONG_WINDOW_MS = 60_000
/** Bounds memory. */
const CALLERS_MAX = 10_000

const status: Readonly<Record<ReleaseError['problem'], number>> = {
  'not-built': 422,
  unknown: 404,
  damaged: 409,
  refused: 422,
  busy: 503,
  away: 503,
}

export const answerHolder = (reply: FastifyReply, code: number, body: object): FastifyReply =>
  reply.code(code).header('cache-control', 'no-store').send(body)

const refuseRelease = (reply: FastifyReply, { problem, message }: ReleaseError): FastifyReply =>
  answerHolder(reply, status[problem], { code: 'RELEASE_REFUSED', message })

/**
 * Every route of the scope needs a token that `find` knows.
 * @param message for callers without one
 * @returns whose token each request has
 */
export const requireToken = <T extends object>(
  scope: FastifyInstance,
  find: (authorization: string | undefined) => Promise<T | undefined>,
  message: string,
): WeakMap<FastifyRequest, T> => {
  const holders = new WeakMap<FastifyRequest, T>()
  const wrong = createWindowCounter(CALLERS_MAX, () => performance.now())
  scope.addHook('onRequest', async (request, reply) => {
    const holder = await find(request.headers.authorization).catch((error: unknown) => {
      if (error instanceof ReleaseError) return error
      throw error
    })
    if (holder instanceof ReleaseError) return refuseRelease(reply, holder)
    if (holder) {
      holders.set(request, holder)
      return
    }
    reply.header('www-authenticate', 'Bearer')
    const { count } = wrong.hit(addressKey(request.ip), WRONG_WINDOW_MS)
    if (count > WRONG_MAX) return refuseRequest(reply, 'RATE_LIMITED')
    request.log.warn('a publication without a valid token was refused')
    return answerHolder(reply, 401, { code: 'UNAUTHENTICATED', message })
  })
  return holders
}

/** @param who for the log */
export const answerOrRefuse = async (
  request: FastifyRequest,
  reply: FastifyReply,
  who: object,
  work: () => Promise<{ readonly status: number; readonly done: object }>,
): Promise<FastifyReply> => {
  try {
    const { status: code, done } = await work()
    request.log.info({ publication: { ...who, ...done } }, 'a publication was accepted')
    return answerHolder(reply, code, done)
  } catch (error) {
    if (!(error instanceof ReleaseError)) {
      request.log.error({ err: error, publication: who }, 'a publication failed')
      return refuseRequest(reply, 'INTERNAL')
    }
    request.log.warn({ publication: { ...who, why: error.message } }, 'a publication was refused')
    return refuseRelease(reply, error)
  }
}

/** @param message for those who come while `most` others are at it */
export const createTurns = (most: number, message: string) => {
  let running = 0
  return async (reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply> => {
    if (running >= most) {
      reply.header('retry-after', '60')
      return answerHolder(reply, 503, { code: 'UNAVAILABLE', message })
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
