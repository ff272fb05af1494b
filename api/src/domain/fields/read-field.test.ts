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

test('anyone with the link reads an open field, without the signer’s address', async () => {
  const { server, field, call } = await start()
  const { signature_field } = await succeed(server, getFieldCall, call)
  expect(signature_field).toEqual({ ...field, signer_email: '' })
})

test('another account reads an open field, without the signer’s address', async () => {
  const { server, call } = await start()
  const { access_token: bearer } = await registerPerson(server, 'pedro')
  const { signature_field } = await succeed(server, getFieldCall, { ...call, bearer })
  expect(signature_field.signer_email).toBe('')
})

describe('fields that the link does not open', () => {
  test('the API refuses the field of an invited guest', async () => {
    const { server, owner, field, hidden } = await start()
    await inviteSigner(server, owner, field)
    expect(await hidden()).toBe('UNAUTHENTICATED')
  })

  test('the API refuses the owner’s own field', async () => {
    const { server, owner, document } = await start()
    const own = await placeField(server, owner, document.id, { field_type: 'PRIMARY' })
    expect((await refuse(server, getFieldCall, { params: { id: own.id } })).code).toBe('UNAUTHENTICATED')
  })

  test('the API refuses a signed field, a deleted field and an unknown field', async () => {
    const { server, owner, document, enter, sign, field, hidden } = await start()
    const deleted = await placeField(server, owner, document.id)
    await succeed(server, deleteFieldCall, { bearer: owner, params: { id: deleted.id } })
    for (const id of [deleted.id, 999])
      expect((await refuse(server, getFieldCall, { params: { id } })).code).toBe('UNAUTHENTICATED')
    await sign(await enter({ field_id: field.id }))
    expect(await hidden()).toBe('UNAUTHENTICATED')
  })

  test('the API refuses a field of a document that is no longer shared, or is cancelled', async () => {
    const { server, owner, params, hidden } = await start()
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect(await hidden()).toBe('UNAUTHENTICATED')
    const other = await start()
    await succeed(other.server, cancelDocumentCall, { bearer: other.owner, params: other.params, body: {} })
    expect(await other.hidden()).toBe('UNAUTHENTICATED')
  })

  test('the API answers SESSION_EXPIRED to a request with an expired token', async () => {
    const { server, owner, params, call } = await start()
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect((await refuse(server, getFieldCall, { ...call, bearer: 'gone' })).code).toBe('SESSION_EXPIRED')
  })
})
