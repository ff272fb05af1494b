import { readFormCall, saveFormDraftCall } from 'shared/contract/form-fields'
import { limits } from '../../platform/http/limits.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { readForm, saveDraft } from './fill-form.ts'

const limitByAddress = limits.formByAddress

export const formFillingRoutes = (api: Api, services: Services): void => {
  route(api, readFormCall, { access: { kind: 'visitor' }, limitByAddress }, async ({ actor, params }) =>
    readForm(services, actor, params.fieldId),
  )

  route(
    api,
    saveFormDraftCall,
    { access: { kind: 'session-or-guest' }, limitByAddress },
    async ({ actor, params, body }) => saveDraft(services, actor, params.fieldId, body.values),
  )
}
