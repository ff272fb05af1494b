import type { FastifyRequest } from 'fastify'
import {
  cancelFvaSignatureCall,
  fvaAliveCall,
  fvaResultCall,
  fvaSignatureCall,
  startFvaSignatureCall,
} from 'shared/contract/fva'
import { ApiError } from '../../platform/http/api-error.ts'
import { limits } from '../../platform/http/limits.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { bySigner, enterSigning } from '../signing/routes.ts'
import { isFromFva } from './callback-access.ts'
import { DOCUMENT_MAX_BYTES } from './fva-client.ts'
import { receiveResult } from './receive-result.ts'
import { requestFvaSignature } from './request-signature.ts'
import { cancelFvaRequest, viewFvaRequest } from './view-request.ts'

const RESULT_MAX_BYTES = Math.ceil(((DOCUMENT_MAX_BYTES + 1024 * 1024) * 4) / 3)

const callbackRoutes = (api: Api, services: Services): void => {
  const admit = ({ raw }: FastifyRequest): void => {
    const { fva } = services
    if (fva === null || !isFromFva(raw, fva.access)) throw new ApiError('NOT_FOUND')
  }
  const rule = {
    access: { kind: 'anyone' },
    limitByAddress: limits.fvaCallbackByAddress,
    alwaysAnswered: true,
    admit,
  } as const

  route(api, fvaResultCall, { ...rule, bodyLimit: RESULT_MAX_BYTES }, async ({ body }) => {
    await receiveResult(services, body)
    return true
  })

  route(api, fvaAliveCall, rule, async () => true)
}

export const fvaRoutes = (api: Api, services: Services): void => {
  route(api, startFvaSignatureCall, bySigner, async ({ actor, params, body }) =>
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

  const byWaiting = { ...bySigner, limitByAddress: limits.fvaStateByAddress }
  route(api, fvaSignatureCall, byWaiting, async ({ actor, params }) => viewFvaRequest(services, { actor, ...params }))

  route(api, cancelFvaSignatureCall, bySigner, async ({ actor, params }) => ({
    cancelled: await cancelFvaRequest(services, { actor, ...params }),
  }))

  callbackRoutes(api, services)
}
