import { createFieldCall, deleteFieldCall, getFieldCall, listFieldsCall } from 'shared/contract'
import { limits } from '../../platform/http/limits.ts'
import { type Api, byProgram, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { fieldsOf } from '../access/find-field.ts'
import { viewField } from '../access/view-field.ts'
import { createField } from './create-field.ts'
import { deleteField } from './delete-field.ts'
import { readField } from './read-field.ts'

export const fieldRoutes = (api: Api, services: Services): void => {
  const { db } = services

  route(api, listFieldsCall, byProgram('documents:read'), async ({ actor, query }) => {
    const document = await ownDocument(db, actor.userId, query.user_file_id)
    return (await fieldsOf(db, document.id)).map(viewField)
  })

  route(
    api,
    getFieldCall,
    { access: { kind: 'visitor', programs: 'documents:read' }, limitByAddress: limits.invitationByAddress },
    async ({ actor, params }) => ({ signature_field: await readField(services, actor, params.id) }),
  )

  route(api, createFieldCall, byProgram('documents:write'), async ({ actor, body, reply }) => {
    const field = await createField(services, actor.userId, body)
    reply.code(201)
    return field
  })

  route(api, deleteFieldCall, byProgram('documents:write'), async ({ actor, params }) => {
    await deleteField(services, actor.userId, params.id)
    return { success: true }
  })
}
