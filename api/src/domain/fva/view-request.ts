import type { ReplyOf } from 'shared/contract'
import { type FvaProblem, type fvaSignatureCall, isFvaProblem } from 'shared/contract/fva'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { visibleField } from '../access/find-field.ts'
import { linkKindOf } from '../signing/record-signature.ts'
import { answerSigned } from '../signing/sign-field.ts'
import { findSignature } from '../signing/view-signature.ts'
import { type FvaRequest, findFvaRequest, moveFvaRequest, REQUEST_GRACE } from './fva-requests.ts'
import { fvaOf } from './request-signature.ts'

/** A request is visible only to who asked for it. */
export interface RequestName {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  readonly requestId: number
}

type View = ReplyOf<typeof fvaSignatureCall>

const findVisibleRequest = async (
  services: ApiServices,
  { actor, fieldId, requestId }: RequestName,
): Promise<FvaRequest> => {
  fvaOf(services)
  await visibleField(services.db, actor, fieldId)
  const request = await findFvaRequest(services.db, actor, fieldId, requestId)
  if (request === undefined) throw new ApiError('NOT_FOUND')
  return request
}

const failedView = (problem: FvaProblem): View => ({ state: 'failed', problem })

const viewSigned = async (services: ApiServices, { actor, fieldId }: RequestName): Promise<View> => {
  const signature = await findSignature(services.db, fieldId)
  if (signature === undefined || signature.came_by !== linkKindOf(actor)) return failedView('internal')
  return { state: 'signed', result: await answerSigned(services, signature) }
}

/** `lost` is not stored: a late answer may still be accepted. */
export const viewFvaRequest = async (services: ApiServices, named: RequestName): Promise<View> => {
  const { state, problem, expires_at } = await findVisibleRequest(services, named)
  if (state === 'signed') return viewSigned(services, named)
  if (state === 'failed') return failedView(problem !== null && isFvaProblem(problem) ? problem : 'internal')
  if (services.clock() > expires_at + REQUEST_GRACE) return failedView('lost')
  return { state: state === 'received' ? 'received' : 'waiting' }
}

/**
 * Our side only: BCCR has no call for it, so the phone may still ask. A later answer is dropped.
 *
 * @returns false if the request had already ended
 */
export const cancelFvaRequest = async (services: ApiServices, named: RequestName): Promise<boolean> => {
  const { id } = await findVisibleRequest(services, named)
  return moveFvaRequest(services.db, id, ['asking', 'waiting'], { state: 'failed', problem: 'cancelled' })
}
