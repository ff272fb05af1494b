import { listInvitationsCall } from 'shared/contract'
import { inviteSigner, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { createComposer } from '../../platform/mail/compose-mail.ts'

const SECRET = 'rebotes-de-prueba-0123456789abcdef'
const variables = { MAIL_BOUNCE_ADDRESS: 'rebotes@trazo.example', MAIL_BOUNCE_SECRET: SECRET }

afterEach(closeTestServers)

const reportTo = (address: string, action = 'failed', status = '5.1.1'): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    `To: <${address}>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b1',
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ana@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <ana@mx7.intern.example> unknown',
    '',
    '--b1--',
    '',
  ].join('\r\n')

const post = async ({ app }: TestServer, payload: string, secret = SECRET, type = 'message/rfc822') => {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': type }
  const response = await app.inject({ method: 'POST', url: '/mail/bounces', headers, payload })
  return { status: response.statusCode, body: response.json() }
}

const start = async (more: Readonly<Record<string, string>> = variables) => {
  const server = await openTestServer({ variables: more })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id)
  await inviteSigner(server, bearer, field)
  await server.relay.tick()
  const mail = await server.services.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'invitation')
    .executeTakeFirstOrThrow()
  const delivery = async () => {
    const [invitation] = await succeed(server, listInvitationsCall, { bearer, params: { id: document.id } })
    return invitation
  }
  const pathOf = (id = mail.id) => server.services.bounces?.returnPathOf(id) ?? ''
  const notices = () =>
    server.services.db.selectFrom('outbox').selectAll().where('kind', '=', 'mail-undelivered').execute()
  return { server, mail, delivery, pathOf, notices }
}

test('a mail has its own return path, different from its visible sender', async () => {
  const { server, mail, pathOf } = await start()
  const from = { name: 'Trazo', address: 'no-responder@trazo.example' }
  const returnPathOf = server.services.bounces?.returnPathOf
  const { envelope, message } = await createComposer({ from, returnPathOf })({ mail, attachment: null })
  expect(envelope).toEqual({ from: pathOf(), to: [mail.to_address] })
  expect(pathOf()).toMatch(/^rebotes\+[0-9a-z]+-[0-9a-f]{24}@trazo\.example$/)
  expect(message.toString()).toContain('no-responder@trazo.example')
  expect((await createComposer({ from })({ mail, attachment: null })).envelope.from).toBe(from.address)
})

test('after a bounce, the owner sees the reason at the invitation and gets exactly one mail', async () => {
  const { server, mail, delivery, pathOf, notices } = await start()
  expect(await post(server, reportTo(pathOf()))).toEqual({ status: 200, body: { outcome: 'undelivered' } })
  const reason = 'La dirección no existe o no recibe mensajes (550).'
  expect(JSON.stringify(await delivery())).toContain(reason)
  expect(JSON.stringify(await notices())).toContain(reason)
  expect(JSON.stringify(await notices())).not.toContain('mx7.intern')
  expect(server.adminEvents).toContainEqual(
    expect.objectContaining({ event: 'mail-given-up', mail: mail.id, kind: 'invitation', refused: true }),
  )
  const log = server.services.db.selectFrom('audit_events').select('kind').where('kind', '=', 'mail-failed')
  expect(await log.execute()).toHaveLength(1)

  expect(await post(server, reportTo(pathOf()))).toMatchObject({ body: { outcome: 'ignored' } })
  expect(await notices()).toHaveLength(1)
  expect(await log.execute()).toHaveLength(1)
})

test('the API ignores delays, reports after ten days, and reports about unknown or unsent mails', async () => {
  const { server, mail, pathOf, notices } = await start()
  expect(await post(server, reportTo(pathOf(), 'delayed', '4.4.1'))).toMatchObject({ body: { outcome: 'ignored' } })
  expect(await post(server, reportTo(pathOf(4711)))).toMatchObject({ body: { outcome: 'ignored' } })
  const { db } = server.services
  await db.updateTable('outbox').set({ state: 'pending' }).where('id', '=', mail.id).execute()
  expect(await post(server, reportTo(pathOf()))).toMatchObject({ body: { outcome: 'ignored' } })
  await db.updateTable('outbox').set({ state: 'sent' }).where('id', '=', mail.id).execute()
  server.clock.advance(10 * DAY_MS)
  expect(await post(server, reportTo(pathOf()))).toMatchObject({ body: { outcome: 'ignored' } })
  expect(await notices()).toEqual([])
})

test('the API refuses reports with a forged address, a wrong secret, a wrong form or too many bytes', async () => {
  const { server, mail, pathOf, notices } = await start()
  const forged = pathOf().replace(/[0-9a-f]@/, (last) => (last === '0@' ? '1@' : '0@'))
  for (const address of [forged, pathOf().replace('trazo.example', 'otro.example'), 'rebotes@trazo.example'])
    expect(await post(server, reportTo(address))).toMatchObject({ status: 404 })
  for (const secret of ['', 'x', `${SECRET}x`, SECRET.slice(1)])
    expect(await post(server, reportTo(pathOf()), secret)).toMatchObject({ status: 404 })
  expect(await post(server, 'From: ana@example.com\r\n\r\nhola')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION' },
  })
  expect((await post(server, reportTo(pathOf()), SECRET, 'text/plain')).status).toBeGreaterThanOrEqual(400)
  expect(await post(server, reportTo(pathOf()) + 'x'.repeat(9_000_000))).toMatchObject({ status: 413 })
  expect(await notices()).toEqual([])
  const now = server.services.db.selectFrom('outbox').select('state').where('id', '=', mail.id)
  expect(await now.executeTakeFirst()).toEqual({ state: 'sent' })
})

test('when no bounce address is configured, the bounce call does not exist', async () => {
  const { server, pathOf } = await start({})
  expect(pathOf()).toBe('')
  expect(await post(server, reportTo('rebotes+1-000000000000000000000000@trazo.example'))).toMatchObject({
    status: 404,
  })
})
