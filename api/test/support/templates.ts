import type { UserFile } from 'shared/contract'
import { listFieldsCall } from 'shared/contract'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import {
  createTemplateCall,
  sendTemplateDocumentCall,
  type Template,
  templateDraftCall,
  useTemplateCall,
} from 'shared/contract/templates'
import { placeField, registerPerson, uploadDocument } from './people.ts'
import { openTestServer, refuse, succeed, type TestServer } from './test-server.ts'

export const luis = { role: 'r1', name: 'Luis Mata', email: 'luis@example.com' }
export const eva = { role: 'r2', name: 'Eva Mora', email: 'eva@example.com' }

export const createTemplateScene = () => {
  let server: TestServer
  let olga: string
  const open = async () => {
    server = await openTestServer()
    olga = (await registerPerson(server, 'olga')).access_token
    return { server, olga }
  }

  const placeAna = (id: number) => placeField(server, olga, id, { page: 2 })
  const placeBeto = (id: number) =>
    placeField(server, olga, id, { signer_name: 'Beto Solano', signer_email: 'beto@example.com' })
  const leaveRoom = (quota: number) => Object.assign(server.services, { quota })
  const draftOf = (id: number, bearer = olga) => succeed(server, templateDraftCall, { bearer, params: { id } })

  const namedRoles = async (id: number, names: readonly string[]) => {
    const { roles } = await draftOf(id)
    return roles.map(({ key, name }, index) => ({ key, name: names[index] ?? name }))
  }

  const save = async (
    id: number,
    names: readonly string[] = ['Arrendatario', 'Fiador'],
    message = '',
  ): Promise<Template> =>
    succeed(server, createTemplateCall, {
      bearer: olga,
      body: { document_id: id, name: 'Alquiler', roles: await namedRoles(id, names), message },
    })

  const startWith = async (message = ''): Promise<{ document: UserFile; template: Template }> => {
    const document = await uploadDocument(server, olga)
    const [ana, beto] = [await placeAna(document.id), await placeBeto(document.id)]
    const body = { mode: 'ordered' as const, steps: [[beto.id], [ana.id]] }
    await succeed(server, setSigningOrderCall, { bearer: olga, params: { id: document.id }, body })
    return { document, template: await save(document.id, ['Fiador', 'Arrendatario'], message) }
  }

  const use = (template: Template, body: object = {}, bearer = olga) =>
    succeed(server, useTemplateCall, {
      bearer,
      params: { id: template.id },
      body: { name: 'Contrato de Luis', people: [luis, eva], ...body },
    })
  const refuseUse = (template: Template, body: object = {}, bearer = olga) =>
    refuse(server, useTemplateCall, {
      bearer,
      params: { id: template.id },
      body: { name: 'Contrato de Luis', people: [luis, eva], ...body },
    })
  const send = (id: number, bearer = olga) =>
    succeed(server, sendTemplateDocumentCall, { bearer, params: { id }, body: {} })
  const fieldsOf = (id: number) =>
    succeed(server, listFieldsCall, { bearer: olga, query: { user_file_id: String(id) } })
  const countDocuments = async () =>
    Number(
      (
        await server.services.db
          .selectFrom('documents')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  const invitationsSent = async () =>
    (await server.services.db.selectFrom('outbox').select('to_key').where('kind', '=', 'invitation').execute()).map(
      ({ to_key }) => to_key,
    )
  return {
    open,
    placeAna,
    placeBeto,
    leaveRoom,
    namedRoles,
    draftOf,
    save,
    startWith,
    use,
    refuseUse,
    send,
    fieldsOf,
    countDocuments,
    invitationsSent,
  }
}
