import { ZIP_MIME_TYPE } from 'shared/contract/evidence'
import {
  changeSendingCall,
  createSendingCall,
  dissolveSendingCall,
  getSendingCall,
  nextInSendingCall,
  sendingArchiveCall,
  signSendingCall,
} from 'shared/contract/sendings'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import type { ApiServices } from '../../platform/services.ts'
import { enterSigning } from '../signing/routes.ts'
import { changeSending, createSending } from './change-sending.ts'
import { nextInSending } from './next-in-sending.ts'
import { signSending } from './sign-sending.ts'
import { viewSending } from './view-sending.ts'
import { writeSendingArchive } from './write-archive.ts'

const ownerRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, createSendingCall, byApiClient('documents:write'), async ({ actor, body }) =>
    viewSending(services, actor.userId, await createSending(services, actor, body.documents)),
  )

  addRoute(api, getSendingCall, byApiClient('documents:read'), async ({ actor, params }) =>
    viewSending(services, actor.userId, params.id),
  )

  addRoute(api, changeSendingCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await changeSending(services, actor, { id: params.id, documents: body.documents })
    return viewSending(services, actor.userId, params.id)
  })

  addRoute(api, dissolveSendingCall, byApiClient('documents:write'), async ({ actor, params }) => {
    await changeSending(services, actor, { id: params.id, documents: [] })
    return { success: true }
  })

  rawRoute(api, sendingArchiveCall, byApiClient('documents:read'), async ({ actor, params, reply }) => {
    const { filename, zip } = await writeSendingArchive(services, actor, params.id)
    return reply
      .headers({
        'content-type': ZIP_MIME_TYPE,
        'content-disposition': contentDisposition(filename),
        'content-security-policy': FILE_POLICY,
      })
      .send(zip)
  })
}

export const sendingRoutes = (api: RouteServices, services: ApiServices): void => {
  ownerRoutes(api, services)

  addRoute(
    api,
    nextInSendingCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.invitationByAddress,
      hostClaim: ({ query }) => ({ token: query.token }),
    },
    async ({ query }) => nextInSending(services, query.token),
  )

  addRoute(
    api,
    signSendingCall,
    { access: { kind: 'guest' }, limitByAddress: rateLimits.signByAddress },
    async ({ actor, params, body }) =>
      enterSigning(api, () =>
        signSending(services, {
          actor,
          fieldId: params.fieldId,
          drawing: body.signature_data,
          key: body.idempotency_key,
          declared: body.identification,
          consent: body.consent,
          documents: body.documents,
        }),
      ),
  )
}
