import { digitalSignCall } from 'shared/contract'
import { limits } from '../http/limits.ts'
import { type Api, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { signField } from './sign-field.ts'

export const signingRoutes = (api: Api, services: Services): void => {
  route(
    api,
    digitalSignCall,
    { access: { kind: 'session-or-guest' }, limitByAddress: limits.signByAddress },
    async ({ actor, params, body }) =>
      signField(services, {
        actor,
        fieldId: params.fieldId,
        drawing: body.signature_data,
        key: body.idempotency_key,
        declared: body.identification,
      }),
  )
}
