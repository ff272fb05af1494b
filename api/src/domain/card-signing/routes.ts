import { completeSignatureCall, prepareSignatureCall } from 'shared/contract'
import { addRoute, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { bySigner, enterSigning } from '../signing/routes.ts'
import { completeCardSignature } from './complete-signature.ts'
import { prepareCardSignature } from './prepare-signature.ts'

export const cardSigningRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, prepareSignatureCall, bySigner, async ({ actor, params, body }) =>
    enterSigning(api, () =>
      prepareCardSignature(services, {
        actor,
        fieldId: params.fieldId,
        drawing: body.signature_data,
        key: body.idempotency_key,
        identification: body.identification,
        shown: body.document_sha256,
        consent: body.consent,
        certificate: body.certificate,
        formValues: body.form_values,
      }),
    ),
  )

  addRoute(api, completeSignatureCall, bySigner, async ({ actor, params, body }) =>
    enterSigning(api, () =>
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
