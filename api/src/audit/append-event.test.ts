import { digitalSignCall } from 'shared/contract'
import { becomeGuest, drawing, placeField, registerPerson, uploadDocument } from '../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../test/support/test-server.ts'
import { chainHash } from './append-event.ts'

afterEach(closeTestServers)

test('a document keeps a chained log of what happened to it', async () => {
  const server = await openTestServer()
  const { access_token: bearer, user } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id)
  const guest = await becomeGuest(server, bearer, field)
  const body = { field_id: field.id, signature_data: drawing() }
  await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })

  const events = await server.services.db.selectFrom('audit_events').selectAll().orderBy('number').execute()
  expect(events.map(({ kind, actor }) => [kind, actor.replace(/guest:\d+/, 'guest')])).toEqual([
    ['document-uploaded', `user:${user.id}`],
    ['field-created', `user:${user.id}`],
    ['invitation-sent', `user:${user.id}`],
    ['field-signed', 'guest'],
    ['document-completed', 'system'],
  ])
  let previous = '0'.repeat(64)
  for (const event of events) {
    expect(event.previous_hash).toBe(previous)
    expect(event.hash).toBe(chainHash(previous, event))
    previous = event.hash
  }
  const [first] = events
  if (first !== undefined) expect(chainHash(first.previous_hash, { ...first, data: '{}' })).not.toBe(first.hash)
})
