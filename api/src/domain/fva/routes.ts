import type { FastifyRequest } from 'fastify'
import {
  cancelFvaSignatureCall,
  fvaAliveCall,
  fvaResultCall,
  fvaSignatureCall,
  startFvaSignatureCall,
} from 'shared/contract/fva'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { bySigner, enterSigning } from '../signing/routes.ts'
import { isFromFva } from './callback-access.ts'
import { DOCUMENT_MAX_BYTES } from './fva-client.ts'
import { receiveResult } from './receive-result.ts'
import { requestFvaSignature } from './request-signature.ts'
import { cancelFvaRequest, viewFvaRequest } from './view-request.ts'

const RESULT_MAX_BYTES = Math.ceil(((DOCUMENT_MAX_BYTES + 1024 * 1024) * 4) / 3)

const callbackRoutes = (api: RouteServices, services: ApiServices): void => {
  const admit = ({ raw }: FastifyRequest): void => {
    const { fva } = services
    if (fva === null || !isFromFva(raw, fva.access)) throw new ApiError('NOT_FOUND')
  }
  const rule = {
    access: { kind: 'anyone' },
    limitByAddress: rateLimits.fvaCallbackByAddress,
    alwaysAnswered: true,
    admit,
  } as const

  addRoute(api, fvaResultCall, { ...rule, bodyLimit: RESULT_MAX_BYTES }, async ({ body }) => {
    await receiveResult(services, body)
    return true
  })

  addRoute(api, fvaAliveCall, rule, async () => true)
}

export const fvaRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, startFvaSignatureCall, bySigner, async ({ actor, params, body }) =>
    enterSigning(api, () =>
      requestFvaSignature(services, {
        actor,
        fieldId: params.fieldId,
        key: body.idempotency_key,
        identification: body.identification,
        shown: body.document_sha256,
        consent: body.consent,
        formValues: body.form_values,
      }),
    ),
  )

  const byWaiting = { ...bySigner, limitByAddress: rateLimits.fvaStateByAddress }
  addRoute(api, fvaSignatureCall, byWaiting, async ({ actor, params }) =>
    viewFvaRequest(services, { actor, ...params }),
  )

  addRoute(api, cancelFvaSignatureCall, bySigner, async ({ actor, params }) => ({
    cancelled: await cancelFvaRequest(services, { actor, ...params }),
  }))

  callbackRoutes(api, services)
}
