import { digitalSignCall } from 'shared/contract'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { signField } from './sign-field.ts'

/** Checks the limit first, so that no signature is interrupted. */
export const enterSigning = <Result>({ concurrency }: RouteServices, work: () => Promise<Result>): Promise<Result> => {
  concurrency.signing.checkCapacity()
  return concurrency.signing.enter(work)
}

/** The owner signs with a session, others as guests. */
export const bySigner = { access: { kind: 'session-or-guest' }, limitByAddress: rateLimits.signByAddress } as const

export const signingRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, digitalSignCall, bySigner, async ({ actor, params, body }) =>
    enterSigning(api, () =>
      signField(services, {
        actor,
        fieldId: params.fieldId,
        drawing: body.signature_data,
        key: body.idempotency_key,
        declared: body.identification,
        shown: body.document_sha256,
        consent: body.consent,
        otherIds: body.other_field_ids,
        formValues: body.form_values,
      }),
    ),
  )
}
