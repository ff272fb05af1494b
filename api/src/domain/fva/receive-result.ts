import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { fvaResultCall } from 'shared/contract/fva'
import type * as v from 'valibot'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { acceptResult, problemOfRefusal } from './accept-result.ts'
import { type FvaRequest, findByExternalId, isAnyAsking, moveFvaRequest } from './fva-requests.ts'
import { problemOfNotification } from './problem-of-code.ts'
import { fvaOf } from './request-signature.ts'

type Notification = v.InferOutput<NonNullable<(typeof fvaResultCall)['body']>>

/** The notification may overtake the answer to its request. */
const OVERTAKING = { looks: 30, pause: SECOND_MS / 10 } as const

const findRequest = async ({ db, clock }: ApiServices, id: number): Promise<FvaRequest | undefined> => {
  for (let look = 1; look <= OVERTAKING.looks; look++) {
    const request = await findByExternalId(db, id)
    if (request !== undefined || !(await isAnyAsking(db, clock() - MINUTE_MS))) return request
    await pause(OVERTAKING.pause)
  }
  return undefined
}

/**
 * Milliseconds for the check. If the process dies during it, the page then says that no answer came, and the person
 * tries again.
 */
const CHECK_LIFE = 2 * MINUTE_MS

/** BCCR's numbers of algorithms. */
const hashes: Readonly<Record<number, string>> = { 1: 'sha256', 2: 'sha384', 3: 'sha512' }

/** Finds damage under way, not fraud: the sender chose the hash too. `acceptResult` judges the document. */
const hasItsHash = (bytes: Uint8Array, notification: Notification): boolean => {
  const algorithm = hashes[notification.IDAlgoritmoHashDocumentoFirmado ?? 0]
  if (algorithm === undefined) return false
  const [own, given] = [
    createHash(algorithm).update(bytes).digest(),
    Buffer.from(notification.HashDocumentoFirmado ?? '', 'base64'),
  ]
  return own.length === given.length && timingSafeEqual(own, given)
}

const finish = async (services: ApiServices, request: FvaRequest, bytes: Uint8Array): Promise<void> => {
  const { db } = services
  try {
    await acceptResult(services, request, bytes)
    await moveFvaRequest(db, request.id, ['received'], { state: 'signed' })
  } catch (error) {
    const problem = problemOfRefusal(error)
    fvaOf(services).log.warn({ err: error, request: request.id, problem }, 'the result of the FVA was not stored')
    await moveFvaRequest(db, request.id, ['received'], { state: 'failed', problem: problem ?? 'internal' })
  }
}

const receiveDocument = async (services: ApiServices, request: FvaRequest, notification: Notification) => {
  const { db, clock } = services
  const bytes = new Uint8Array(Buffer.from(notification.DocumentoFirmado ?? '', 'base64'))
  if (!hasItsHash(bytes, notification)) {
    await moveFvaRequest(db, request.id, ['waiting'], { state: 'failed', problem: 'copy-differs' })
    return
  }
  const received = { state: 'received', expires_at: clock() + CHECK_LIFE } as const
  if (!(await moveFvaRequest(db, request.id, ['waiting'], received))) return
  const say = (error: unknown) => fvaOf(services).log.warn({ err: error }, 'the result of the FVA was not recorded')
  // Answers at once: BCCR does not wait for the check.
  void finish(services, request, bytes).catch(say)
}

/** Repeated ones do nothing. @throws ApiError NOT_FOUND for an unknown request */
export const receiveResult = async (services: ApiServices, notification: Notification): Promise<void> => {
  const { db } = services
  const { log } = fvaOf(services)
  const request = await findRequest(services, notification.IdDeLaSolicitud)
  if (request === undefined) {
    log.warn({ external: notification.IdDeLaSolicitud }, 'a result of the FVA for an unknown request')
    throw new ApiError('NOT_FOUND')
  }
  if (request.state !== 'waiting') {
    log.warn({ request: request.id, state: request.state }, 'a result of the FVA came too late, or again')
    return
  }
  if (notification.FueExitosa && notification.CodigoDeError === 0)
    return receiveDocument(services, request, notification)
  const problem = problemOfNotification(notification.CodigoDeError)
  await moveFvaRequest(db, request.id, ['waiting'], { state: 'failed', problem })
}
