import {
  digitalSignCall,
  listInvitationsCall,
  revokeInvitationCall,
  sendPdfEmailCall,
  shareFileCall,
} from 'shared/contract'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  inviteSigner,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const start = async (variables: Record<string, string> = {}) => {
  const server = await openTestServer({ variables })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id)
  const send = { params: { id: document.id }, body: { email: 'ANA@example.com ' } }
  return { server, bearer, document, field, send }
}

test('the API mails the newest revision to an invited signer', async () => {
  const { server, bearer, document, field, send } = await start()
  await inviteSigner(server, bearer, field)
  expect(await succeed(server, sendPdfEmailCall, send)).toEqual({ success: true })
  await server.relay.tick()
  const copy = server.delivered.find(({ mail }) => mail.kind === 'document-copy')
  expect(copy?.mail).toMatchObject({ to_address: 'ana@example.com', attachment_name: 'Contrato.pdf' })
  expect((await downloadBytes(server, bearer, document.id)).equals(copy?.attachment ?? Buffer.alloc(0))).toBe(true)
})

test('the API mails a copy to the owner', async () => {
  const { server, send } = await start()
  await succeed(server, sendPdfEmailCall, { ...send, body: { email: 'olga@example.com' } })
  await server.relay.tick()
  expect(server.delivered.map(({ mail }) => mail.to_address)).toEqual(['olga@example.com'])
})

test('the API refuses other addresses, and names the reason when the document is public', async () => {
  const { server, bearer, field, send } = await start()
  await inviteSigner(server, bearer, field)
  const refused = async () => {
    const codes: string[] = []
    for (const email of ['otra@example.com', ''])
      codes.push((await refuse(server, sendPdfEmailCall, { ...send, body: { email } })).code)
    return codes
  }
  expect(await refused()).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  await succeed(server, shareFileCall, { bearer, params: send.params })
  expect(await refused()).toEqual(['RECIPIENT_NOT_OF_DOCUMENT', 'RECIPIENT_NOT_OF_DOCUMENT'])
})

test('the API refuses a copy to a signer without an invitation or with a revoked invitation', async () => {
  const { server, bearer, document, field, send } = await start()
  await succeed(server, shareFileCall, { bearer, params: send.params })
  expect((await refuse(server, sendPdfEmailCall, send)).code).toBe('RECIPIENT_NOT_OF_DOCUMENT')
  await inviteSigner(server, bearer, field)
  const [invitation] = await succeed(server, listInvitationsCall, { bearer, params: send.params })
  const params = { id: document.id, invitationId: invitation?.id ?? 0 }
  await succeed(server, revokeInvitationCall, { bearer, params })
  expect((await refuse(server, sendPdfEmailCall, send)).code).toBe('RECIPIENT_NOT_OF_DOCUMENT')
})

test('a copy of an unshared document is refused like a copy of a missing document', async () => {
  const { server, send } = await start()
  const unshared = await refuse(server, sendPdfEmailCall, send)
  const missing = await refuse(server, sendPdfEmailCall, { ...send, params: { id: 4242 } })
  expect(unshared).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect({ code: missing.code, message: missing.message }).toEqual({ code: unshared.code, message: unshared.message })
})

test('a signer who just got the revision by mail gets no second copy for some minutes', async () => {
  const { server, bearer, field, send } = await start()
  const guest = await becomeGuest(server, bearer, field)
  await server.relay.tick()
  const body = { field_id: field.id, signature_data: drawing() }
  await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
  await succeed(server, sendPdfEmailCall, send)
  await server.relay.tick()
  const toAna = () =>
    server.delivered.filter(({ mail }) => mail.to_key === 'ana@example.com').map(({ mail }) => mail.kind)
  expect(toAna()).toEqual(['invitation', 'document-completed'])
  server.clock.advance(10 * MINUTE_MS)
  await succeed(server, sendPdfEmailCall, send)
  await server.relay.tick()
  expect(toAna()).toEqual(['invitation', 'document-completed', 'document-copy'])
})

test('the API limits the copies to one person within an hour', async () => {
  const { server, bearer, field, send } = await start({ RATE_LIMIT_FACTOR: '0.6' })
  await inviteSigner(server, bearer, field)
  for (const _ of [1, 2, 3]) await succeed(server, sendPdfEmailCall, send)
  expect(await refuse(server, sendPdfEmailCall, send)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  server.clock.advance(HOUR_MS)
  await succeed(server, sendPdfEmailCall, send)
})
