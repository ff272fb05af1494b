import type { FastifyReply, FastifyRequest } from 'fastify'
import { type UserFile, uploadFileCall } from 'shared/contract'
import { UPLOAD_WAITS } from 'shared/server'
import type { InfrastructureFailure } from '../../platform/failure-kind.ts'
import { tokenOf } from '../../platform/http/actor.ts'
import { failureAnswers } from '../../platform/http/failure-answers.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { multipartBody } from '../../platform/http/multipart.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import type { ApiServices } from '../../platform/services.ts'
import { type FileProblem, FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import { readFileUpload } from './read-upload.ts'
import { storeDocument } from './store-document.ts'
import { beginAttempt, createKeyedTurns } from './upload-attempt.ts'
import { fingerprintOf, readUploadKey } from './upload-keys.ts'

interface Arriving {
  readonly ownerId: number
  readonly createdByToken: number | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const takeIn = ({ concurrency, uploadTimeout = UPLOAD_WAITS.api }: RouteServices, services: ApiServices) => {
  const inTurn = createKeyedTurns()
  return async ({ ownerId, createdByToken, request, reply }: Arriving): Promise<UserFile> => {
    const given = readUploadKey(request.headers, services.clock())
    const upload = await readFileUpload(services, multipartBody(request))
    const { signal, end } = beginAttempt(reply.raw, services.clock, uploadTimeout)
    const key = given === undefined ? undefined : { key: given, fingerprint: fingerprintOf(upload) }
    const store = () => storeDocument(services, { ownerId, createdByToken, key, signal, ...upload })
    try {
      return await concurrency.upload.enter(
        () => (key === undefined ? store() : inTurn(`${ownerId} ${key.key}`, signal, store)),
        String(ownerId),
      )
    } finally {
      end()
      // A kept file is no longer temporary.
      await upload.blob.discard()
    }
  }
}

const problems: Readonly<Record<InfrastructureFailure, FileProblem>> = {
  full: fileProblems.storageFull,
  'read-only': fileProblems.storageReadOnly,
  unavailable: fileProblems.unavailable,
}

/** Converts infrastructure failures only. */
const asFileRefusal = (error: unknown, now: number): unknown => {
  const failure = classifyInfrastructureError(error)
  if (failure === undefined) return error
  const { retryAfterSeconds } = failureAnswers[failure]
  return new FileRefusal(problems[failure], now, { retryAfterSeconds, cause: error })
}

export const uploadRoutes = (api: RouteServices, services: ApiServices): void => {
  const receive = takeIn(api, services)
  addRoute(api, uploadFileCall, byApiClient('documents:write'), async ({ actor, request, reply }) => {
    api.concurrency.upload.checkCapacity(String(actor.userId))
    await api.limiter.hit(rateLimits.uploadByAccount, String(actor.userId))
    try {
      const document = await receive({ ownerId: actor.userId, createdByToken: tokenOf(actor), request, reply })
      reply.code(201)
      return document
    } catch (error) {
      throw asFileRefusal(error, services.clock())
    }
  })
}
