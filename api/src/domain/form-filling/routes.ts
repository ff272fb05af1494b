import { readFormCall, saveFormDraftCall } from 'shared/contract/form-fields'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { readSignerForm, saveDraft } from './fill-form.ts'

const limitByAddress = rateLimits.formByAddress

export const formFillingRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, readFormCall, { access: { kind: 'visitor' }, limitByAddress }, async ({ actor, params }) =>
    readSignerForm(services, actor, params.fieldId),
  )

  addRoute(
    api,
    saveFormDraftCall,
    { access: { kind: 'session-or-guest' }, limitByAddress },
    async ({ actor, params, body }) => saveDraft(services, actor, params.fieldId, body.values),
  )
}
