import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, PRODUCT } from 'shared/contract'
import { OVERLOADED_MESSAGE } from 'shared/contract/errors'
import { isTransactionConflict } from '../database/database-failure.ts'
import { classifyInfrastructureError } from '../infrastructure-failure.ts'
import { shedReasonOf } from '../overload/overload-error.ts'
import { BlobFaultError } from '../storage/storage-errors.ts'
import { claimsApiClientToken } from './api-client-token.ts'
import { ApiError } from './api-error.ts'
import { failureAnswers } from './failure-answers.ts'
import { toOAuthRefusal } from './oauth-error.ts'
import { PROBLEM_TYPE, toProblem } from './problem-details.ts'
import { RequestRefusal } from './refusal.ts'

const BASIC = /^Basic /i

/** Maps Fastify's own errors. */
const frameworkCode = (error: FastifyError): ErrorCode => {
  const status = error.statusCode ?? 500
  if (status === 413) return 'PAYLOAD_TOO_LARGE'
  if (status === 404) return 'NOT_FOUND'
  if (status === 503) return 'UNAVAILABLE'
  return status >= 400 && status < 500 ? 'VALIDATION' : 'INTERNAL'
}

/** Of a body that failed before its first byte. */
const BODY_HEADERS = ['content-type', 'content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag']

/** In seconds. */
const RETRY_AFTER = 2

const fastifyRefusal = (error: FastifyError): RequestRefusal => {
  if (error instanceof RequestRefusal) return error
  if (shedReasonOf(error) !== undefined)
    return new ApiError('UNAVAILABLE', { message: OVERLOADED_MESSAGE, retryAfterSeconds: RETRY_AFTER, cause: error })
  if (error instanceof BlobFaultError) return new ApiError('DOCUMENT_DAMAGED', { cause: error })
  // Conflicts outlasted the retries.
  const failure = isTransactionConflict(error) ? 'unavailable' : classifyInfrastructureError(error)
  if (failure !== undefined)
    return new ApiError(failureAnswers[failure].code, { ...failureAnswers[failure], cause: error })
  return new ApiError(frameworkCode(error), { cause: error })
}

const sendRefusal = (refusal: RequestRefusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.code(refusal.status)
  return claimsApiClientToken(request.headers.authorization)
    ? reply.type(PROBLEM_TYPE).send(toProblem(refusal, request.id))
    : reply.send(refusal.body(request.id))
}

/** Logs the cause. */
export const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const oauth = request.routeOptions?.config?.rule?.call.failures === 'oauth'
  const refusal = oauth ? toOAuthRefusal(fastifyRefusal(error)) : fastifyRefusal(error)
  const shed = shedReasonOf(error)
  // Short, since shedding logs many.
  if (shed !== undefined) request.log.warn({ reason: shed }, 'request refused: overload')
  else if (refusal.status >= 500) request.log.error({ err: refusal.cause ?? error }, 'request failed')
  else request.log.info({ code: refusal.code }, 'request refused')
  for (const name of BODY_HEADERS) reply.removeHeader(name)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  // Only after HTTP Basic (RFC 6749, section 5.2):
  // otherwise browsers prompt for a password.
  if (oauth && refusal.status === 401 && BASIC.test(request.headers.authorization ?? ''))
    reply.header('www-authenticate', `Basic realm="${PRODUCT}"`)
  return sendRefusal(refusal, request, reply)
}

/** @param observe called before each response */
export const answerErrors = (app: FastifyInstance, observe: (error: unknown) => void = () => undefined): void => {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    observe(error)
    return answerError(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendRefusal(new ApiError('NOT_FOUND'), request, reply))
}
