import { createFieldCall, deleteFieldCall, getFieldCall, listFieldsCall } from 'shared/contract'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { viewField } from '../access/view-field.ts'
import { createField } from './create-field.ts'
import { deleteStoredField } from './delete-field.ts'
import { readField } from './read-field.ts'

export const fieldRoutes = (api: RouteServices, services: ApiServices): void => {
  const { db } = services

  addRoute(api, listFieldsCall, byApiClient('documents:read'), async ({ actor, query }) => {
    const document = await ownDocument(db, actor.userId, query.user_file_id)
    return (await fieldsOf(db, document.id)).map(viewField)
  })

  addRoute(
    api,
    getFieldCall,
    { access: { kind: 'visitor', programs: 'documents:read' }, limitByAddress: rateLimits.invitationByAddress },
    async ({ actor, params }) => ({ signature_field: await readField(services, actor, params.id) }),
  )

  addRoute(api, createFieldCall, byApiClient('documents:write'), async ({ actor, body, reply }) => {
    const field = await createField(services, actor.userId, body)
    reply.code(201)
    return field
  })

  addRoute(api, deleteFieldCall, byApiClient('documents:write'), async ({ actor, params }) => {
    await deleteStoredField(services, actor.userId, params.id)
    return { success: true }
  })
}
