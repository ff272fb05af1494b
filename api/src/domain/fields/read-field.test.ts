import { cancelDocumentCall, deleteFieldCall, getFieldCall, unshareFileCall } from 'shared/contract'
import { inviteSigner, placeField, registerPerson } from '../../../test/support/people.ts'
import { openPublicDocument } from '../../../test/support/public-link.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const start = async () => {
  const { server, owner, document, params, enter, sign } = await openPublicDocument()
  const field = await placeField(server, owner, document.id)
  const call = { params: { id: field.id } }
  const hidden = async () => (await refuse(server, getFieldCall, call)).code
  return { server, owner, document, params, enter, sign, field, call, hidden }
}

test('anybody reads a field that can be signed by its link, without the address of who it is for', async () => {
  const { server, field, call } = await start()
  const { signature_field } = await succeed(server, getFieldCall, call)
  expect(signature_field).toEqual({ ...field, signer_email: '' })
})

test('so does another account', async () => {
  const { server, call } = await start()
  const { access_token: bearer } = await registerPerson(server, 'pedro')
  const { signature_field } = await succeed(server, getFieldCall, { ...call, bearer })
  expect(signature_field.signer_email).toBe('')
})

describe('not without a proof', () => {
  test('the field of an invited person', async () => {
    const { server, owner, field, hidden } = await start()
    await inviteSigner(server, owner, field)
    expect(await hidden()).toBe('UNAUTHENTICATED')
  })

  test("the owner's own", async () => {
    const { server, owner, document } = await start()
    const own = await placeField(server, owner, document.id, { field_type: 'PRIMARY' })
    expect((await refuse(server, getFieldCall, { params: { id: own.id } })).code).toBe('UNAUTHENTICATED')
  })

  test('one that is signed, was deleted, or never was', async () => {
    const { server, owner, document, enter, sign, field, hidden } = await start()
    const deleted = await placeField(server, owner, document.id)
    await succeed(server, deleteFieldCall, { bearer: owner, params: { id: deleted.id } })
    for (const id of [deleted.id, 999])
      expect((await refuse(server, getFieldCall, { params: { id } })).code).toBe('UNAUTHENTICATED')
    await sign(await enter({ field_id: field.id }))
    expect(await hidden()).toBe('UNAUTHENTICATED')
  })

  test('one of a document that is no longer public, or was cancelled', async () => {
    const { server, owner, params, hidden } = await start()
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect(await hidden()).toBe('UNAUTHENTICATED')
    const other = await start()
    await succeed(other.server, cancelDocumentCall, { bearer: other.owner, params: other.params, body: {} })
    expect(await other.hidden()).toBe('UNAUTHENTICATED')
  })

  test('a request with an expired token, with the reason', async () => {
    const { server, owner, params, call } = await start()
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect((await refuse(server, getFieldCall, { ...call, bearer: 'gone' })).code).toBe('SESSION_EXPIRED')
  })
})
