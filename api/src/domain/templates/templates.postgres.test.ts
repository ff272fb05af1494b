import { deleteFileCall } from 'shared/contract'
import { storageUseCall } from 'shared/contract/accounts'
import { createTemplateCall, listTemplatesCall, useTemplateCall } from 'shared/contract/templates'
import { placeField, registerPerson, threePages, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('two processes create one document for one key, and the template keeps its file after document deletion', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  const { access_token: bearer } = await registerPerson(a, 'olga')
  const { id } = await uploadDocument(a, bearer)
  const { id: fieldId } = await placeField(a, bearer, id)
  const roles = [{ key: String(fieldId), name: 'Arrendatario' }]
  const body = { document_id: id, name: 'Alquiler', roles, message: '' }
  const template = await succeed(a, createTemplateCall, { bearer, body })

  const people = [{ role: 'r1', name: 'Luis Mata', email: 'luis@example.com' }]
  const use = (server: typeof a) =>
    succeed(server, useTemplateCall, {
      bearer,
      params: { id: template.id },
      body: { name: 'Contrato', people, request_key: 'uso-de-plantilla-0001' },
    })
  const made = await Promise.all([a, b, a, b].map(use))
  expect(new Set(made.map(({ document_id }) => document_id)).size).toBe(1)
  expect((await succeed(a, listTemplatesCall, { bearer })).templates).toMatchObject([{ documents: 1 }])
  expect((await succeed(a, storageUseCall, { bearer })).used).toBe(3 * threePages().length)

  for (const document of [id, made[0]?.document_id ?? 0])
    await succeed(a, deleteFileCall, { bearer, params: { id: document } })
  a.clock.advance(a.services.retention + 1)
  for (let round = 0; round < 3; round++) await a.retention.tick()
  expect(await a.stored()).toEqual([template.sha256])
})
