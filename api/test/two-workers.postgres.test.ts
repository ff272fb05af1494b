import { listFilesCall } from 'shared/contract'
import { loginCall, passwordResetCall } from 'shared/contract/accounts'
import { setDeadlineCall } from 'shared/contract/signing-order'
import { createDemoAccount, DEMO_CREDENTIALS } from '../src/operations/demo/create-demo-account.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { MailKind } from '../src/platform/database/schema.ts'
import { FILENAME, startInvited } from './support/invited.ts'
import { inviteSigner, placeField, registerPerson, uploadDocument } from './support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from './support/test-server.ts'
import { addWebhook, openReceiver } from './support/webhook-receiver.ts'

afterEach(closeTestServers)

const mailsOf = async ({ services }: TestServer, kind: MailKind) =>
  services.db.selectFrom('outbox').select(['id', 'state', 'attempts']).where('kind', '=', kind).execute()

const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0)

test('only one of two workers sends a due reminder', async () => {
  const { server: a } = await startInvited()
  const b = await openTestServer({ besides: a })
  a.clock.advance(3 * DAY_MS)
  expect(sum(await Promise.all([a.reminderMailer.tick(), b.reminderMailer.tick()]))).toBe(2)
  expect(sum(await Promise.all([a.reminderMailer.tick(), b.reminderMailer.tick()]))).toBe(0)
  expect(await mailsOf(a, 'reminder')).toHaveLength(2)
})

test('only one of two workers sends the mail about a passed deadline', async () => {
  const invited = await startInvited()
  const { server: a, document } = invited
  const b = await openTestServer({ besides: a })
  const call = { bearer: await invited.owner(), params: { id: document.id }, body: { date: '2026-02-01' } }
  await succeed(a, setDeadlineCall, call)
  a.clock.advance(3 * DAY_MS)
  expect(sum(await Promise.all([a.deadlines.tick(), b.deadlines.tick()]))).toBe(1)
  expect(await mailsOf(a, 'document-expired')).toHaveLength(1)
})

test('only one of two workers creates and mails each requested reset code', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  await registerPerson(a, 'olga')
  await registerPerson(b, 'elena')
  for (const [server, name] of [[a, 'olga'] as const, [b, 'elena'] as const])
    await succeed(server, passwordResetCall, { body: { email: `${name}@example.com` } })
  await Promise.all([a.resetMailer.tick(), b.resetMailer.tick()])
  expect(await mailsOf(a, 'reset-code')).toHaveLength(2)
  const codes = await a.services.db.selectFrom('reset_codes').select('user_id').execute()
  expect(new Set(codes.map(({ user_id }) => user_id)).size).toBe(2)
})

test('two workers share the mails, and each mail is sent once, at the first attempt', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  const { access_token: bearer } = await registerPerson(a, 'olga')
  const { id } = await uploadDocument(a, bearer, undefined, FILENAME)
  for (let n = 1; n <= 12; n += 1)
    await inviteSigner(a, bearer, await placeField(a, bearer, id, { signer_email: `p${n}@example.com` }))
  expect(sum(await Promise.all([a.relay.tick(), b.relay.tick()]))).toBe(12)
  const delivered = [...a.delivered, ...b.delivered].map(({ mail }) => mail.to_address)
  expect([delivered.length, new Set(delivered).size]).toEqual([12, 12])
  for (const mail of await mailsOf(b, 'invitation')) expect(mail).toMatchObject({ state: 'sent', attempts: 1 })
})

test('only one of two workers delivers a webhook event', async () => {
  const receiver = await openReceiver()
  const local = { variables: { WEBHOOK_LOCAL: '1' } }
  const a = await openTestServer(local)
  const b = await openTestServer({ ...local, besides: a })
  const { access_token: bearer } = await registerPerson(a, 'olga')
  for (const path of ['', '/otro', '/tercero']) await addWebhook(a, { bearer, url: `${receiver.url}${path}` })
  for (let n = 0; n < 4; n += 1) await uploadDocument(a, bearer)
  expect(sum(await Promise.all([a.webhooks.tick(), b.webhooks.tick()]))).toBe(12)
  const rows = await b.services.db.selectFrom('webhook_deliveries').select(['state', 'attempts']).execute()
  expect(rows).toEqual(Array.from({ length: 12 }, () => ({ state: 'delivered', attempts: 1 })))
  expect(receiver.received).toHaveLength(12)
  await receiver.close()
})

test('two servers that start an empty installation create one demo account with two sample documents', async () => {
  const a = await openTestServer()
  const b = await openTestServer({ besides: a })
  await Promise.all([createDemoAccount(a.services), createDemoAccount(b.services)])
  const { access_token: bearer } = await succeed(b, loginCall, { body: DEMO_CREDENTIALS })
  expect(await succeed(a, listFilesCall, { bearer })).toHaveLength(2)
})
