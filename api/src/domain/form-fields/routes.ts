import {
  changeFormFieldCall,
  createFormFieldCall,
  deleteFormFieldCall,
  listFormFieldsCall,
  proposeFormFieldsCall,
} from 'shared/contract/form-fields'
import { type Api, byProgram, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { changeFormField, createFormField, deleteFormField } from './edit-form-fields.ts'
import { formFieldsOf } from './find-form-fields.ts'
import { proposeFormFields } from './propose-form-fields.ts'

const READ = byProgram('documents:read')
const WRITE = byProgram('documents:write')

export const formFieldRoutes = (api: Api, services: Services): void => {
  route(api, listFormFieldsCall, READ, async ({ actor, query }) => {
    const document = await ownDocument(services.db, actor.userId, query.user_file_id)
    return formFieldsOf(services.db, document.id)
  })

  route(api, proposeFormFieldsCall, READ, async ({ actor, query }) =>
    proposeFormFields(services, actor.userId, query.user_file_id),
  )

  route(api, createFormFieldCall, WRITE, async ({ actor, body, reply }) => {
    const field = await createFormField(services, actor, body)
    reply.code(201)
    return field
  })

  route(api, changeFormFieldCall, WRITE, async ({ actor, params, body }) =>
    changeFormField(services, actor, params.id, body),
  )

  route(api, deleteFormFieldCall, WRITE, async ({ actor, params }) => {
    await deleteFormField(services, actor, params.id)
    return { success: true }
  })
}
