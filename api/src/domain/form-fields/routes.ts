import {
  changeFormFieldCall,
  createFormFieldCall,
  deleteFormFieldCall,
  listFormFieldsCall,
  proposeFormFieldsCall,
} from 'shared/contract/form-fields'
import { findPlacesCall } from 'shared/contract/places'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { listPlaces } from '../places/list-places.ts'
import { changeFormField, createFormField, deleteFormField } from './edit-form-fields.ts'
import { formFieldsOf } from './find-form-fields.ts'
import { proposeFormFields } from './propose-form-fields.ts'

const READ = byApiClient('documents:read')
const WRITE = byApiClient('documents:write')

export const formFieldRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listFormFieldsCall, READ, async ({ actor, query }) => {
    const document = await ownDocument(services.db, actor.userId, query.user_file_id)
    return formFieldsOf(services.db, document.id)
  })

  addRoute(api, proposeFormFieldsCall, READ, async ({ actor, query }) =>
    proposeFormFields(services, actor.userId, query.user_file_id),
  )

  addRoute(api, findPlacesCall, READ, async ({ actor, params }) => {
    await api.limiter.hit(rateLimits.findPlacesByAccount, String(actor.userId))
    return listPlaces(services, actor.userId, params.id)
  })

  addRoute(api, createFormFieldCall, WRITE, async ({ actor, body, reply }) => {
    const field = await createFormField(services, actor, body)
    reply.code(201)
    return field
  })

  addRoute(api, changeFormFieldCall, WRITE, async ({ actor, params, body }) =>
    changeFormField(services, actor, params.id, body),
  )

  addRoute(api, deleteFormFieldCall, WRITE, async ({ actor, params }) => {
    await deleteFormField(services, actor, params.id)
    return { success: true }
  })
}
