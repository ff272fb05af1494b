import { deleteFileCall } from 'shared/contract'
import { signerCopyCall } from 'shared/contract/accounts'
import { ANA, LUIS, luis, startAlternates } from '../../../test/support/alternates.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'
import { addWebhook, openReceiver } from '../../../test/support/webhook-receiver.ts'
import { eraseDocument } from '../personal-data/erase-document.ts'

afterEach(closeTestServers)

test('webhooks name whom an event is about: the alternate who is invited, and who signed', async () => {
  const receiver = await openReceiver()
  const started = await startAlternates({ variables: { WEBHOOK_LOCAL: '1' }, resolve: async () => [] })
  const { server, db, bearer, add, invite, guest, sign } = started
  await addWebhook(server, { bearer, url: receiver.url, events: ['document.sent', 'document.signed'] })
  await add(luis)
  await invite()
  await sign(await guest(LUIS))
  const rows = await db.selectFrom('webhook_deliveries').select(['type', 'payload']).orderBy('id').execute()
  const named = rows.map(({ type, payload }) => `${type} ${JSON.parse(payload).data.signer?.name}`)
  expect(named.toSorted()).toEqual([
    'document.sent Ana Rojas',
    'document.sent Luis Rojas',
    'document.signed Luis Rojas',
  ])
  await receiver.close()
})

test('the copy of a person’s data has their own entries alone, and an erased document leaves no alternate', async () => {
  const { server, db, of, document, add, invite, guest, sign, tokenOf } = await startAlternates()
  await add(luis)
  await invite()
  const payload = { token: await tokenOf(ANA) }
  await sign(await guest(LUIS))
  const copy = await server.app.inject({ method: 'POST', url: signerCopyCall.path, payload })
  const facts = String(readArchive(copy.rawPayload).get('datos.json'))
  expect(JSON.parse(facts)).toMatchObject({ nombre: 'Ana Rojas', invitaciones: [{ email: ANA }], firmas: [] })
  expect(facts).not.toContain(LUIS)
  await succeed(server, deleteFileCall, of)
  await server.relay.tick()
  await db.updateTable('outbox').set({ claimed_until: null }).execute()
  expect(await eraseDocument(server.services, { documentId: document.id, deletedBy: server.clock.now() })).toBe(true)
  for (const table of ['alternates', 'fields', 'invitations', 'participants'] as const)
    expect(await db.selectFrom(table).select('id').where('document_id', '=', document.id).execute()).toEqual([])
})
