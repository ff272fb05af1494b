import { sendInvitationCall } from 'shared/contract'
import { createApiClient } from '../../../../test/support/api-clients.ts'
import { placeField, registerPerson, uploadDocument } from '../../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf } from '../../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('when two processes receive the same idempotency key, only one invitation is sent', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  const { access_token } = await registerPerson(a, 'olga')
  const { token } = await createApiClient(a, access_token)
  const document = await uploadDocument(a, access_token)
  const field = await placeField(a, access_token, document.id)
  const invite = ({ app }: typeof a) =>
    app.inject({
      method: 'POST',
      url: pathOf(sendInvitationCall, { id: document.id }),
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'pedido-2026-000001' },
      payload: {
        email: field.signer_email,
        signer_name: field.signer_name,
        document_url: '',
        field_id: field.id,
        field_coordinates: null,
      },
    })
  const replies = await Promise.all([a, b, a, b].map(invite))
  expect(replies.map(({ statusCode }) => statusCode).filter((status) => status !== 409)).toContain(200)
  const mails = await a.services.db.selectFrom('outbox').select('id').where('kind', '=', 'invitation').execute()
  expect(mails).toHaveLength(1)
  expect((await invite(b)).statusCode).toBe(200)
})
