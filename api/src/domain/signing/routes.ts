import { completeSignatureCall, digitalSignCall, prepareSignatureCall } from 'shared/contract'
import { limits } from '../../platform/http/limits.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { completeCardSignature } from '../card-signing/complete-signature.ts'
import { prepareCardSignature } from '../card-signing/prepare-signature.ts'
import { signField } from './sign-field.ts'

export const signingRoutes = (api: Api, services: Services): void => {
  /** Checks the limit first, so that no signature is interrupted. */
  const enter = <Result>(work: () => Promise<Result>): Promise<Result> => {
    api.doors.signing.checkRoom()
    return api.doors.signing.enter(work)
  }

  route(
    api,
    digitalSignCall,
    { access: { kind: 'session-or-guest' }, limitByAddress: limits.signByAddress },
    async ({ actor, params, body }) =>
      enter(() =>
        signField(services, {
          actor,
          fieldId: params.fieldId,
          drawing: body.signature_data,
          key: body.idempotency_key,
          declared: body.identification,
          shown: body.document_sha256,
          consent: body.consent,
          otherIds: body.other_field_ids,
        }),
      ),
  )

  route(
    api,
    prepareSignatureCall,
    { access: { kind: 'session-or-guest' }, limitByAddress: limits.signByAddress },
    async ({ actor, params, body }) =>
      enter(() =>
        prepareCardSignature(services, {
          actor,
          fieldId: params.fieldId,
          drawing: body.signature_data,
          key: body.idempotency_key,
          identification: body.identification,
          shown: body.document_sha256,
          consent: body.consent,
          certificate: body.certificate,
        }),
      ),
  )

  route(
    api,
    completeSignatureCall,
    { access: { kind: 'session-or-guest' }, limitByAddress: limits.signByAddress },
    async ({ actor, params, body }) =>
      enter(() =>
        completeCardSignature(services, {
          actor,
          fieldId: params.fieldId,
          requestId: body.request_id,
          value: body.signature.value,
          certificate: body.certificate,
        }),
      ),
  )
}
