import { listInvitationsCall } from 'shared/contract'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/clock.ts'
import { openSmtp } from '../../src/platform/mail/smtp-transport.ts'
import { DeferredError, type MailTransport } from '../../src/platform/mail/transport.ts'
import { type Invited, startInvited } from '../support/invited.ts'
import { inviteSigner, placeField } from '../support/people.ts'
import { closeTestServers, succeed } from '../support/test-server.ts'
import { type Manner, type StandInSmtp, startSmtp } from './stand-in-smtp.ts'

const from = { name: 'Trazo', address: 'no-responder@trazo.example' }
const SHORT_TIMEOUTS = { connect: 300, step: 300, confirmation: 300, whole: 900 }
const SILENT: readonly Manner[] = ['never-greets', 'hangs-after-greeting', 'hangs-with-the-whole-mail']

const pools: { close(): void }[] = []
let smtp: StandInSmtp
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(async () => {
  await closeTestServers()
  for (const pool of pools.splice(0)) pool.close()
  await smtp.stop()
})

const invite = (manner: Manner = 'takes') => {
  const options = { url: smtp.url, from, connections: 2 }
  const patient = openSmtp(options)
  const withShortTimeouts = openSmtp({ ...options, timeouts: SHORT_TIMEOUTS })
  pools.push(patient, withShortTimeouts)
  smtp.behave(manner)
  return startInvited({
    transport: (envelope) => (SILENT.includes(smtp.manner()) ? withShortTimeouts : patient).transport(envelope),
  })
}

const deliveries = async ({ server, document, owner }: Invited) => {
  const call = { bearer: await owner(), params: { id: document.id } }
  return (await succeed(server, listInvitationsCall, call)).map(({ delivery }) => delivery)
}

const both = ['ana@example.com', 'luis@example.com']
const outbox = ({ server }: Invited) =>
  server.services.db.selectFrom('outbox').select(['attempts', 'next_attempt_at']).orderBy('to_address').execute()

const waitForMails = async ({ server }: Invited, atMost: number): Promise<number> => {
  for (let waited = 0; waited <= atMost; waited += 10 * SECOND_MS) {
    await server.relay.tick()
    if (smtp.taken.length >= both.length) return waited
    server.clock.advance(10 * SECOND_MS)
  }
  throw new Error(`only ${smtp.taken.length} mails arrived`)
}

test('while the mail server is unavailable, mails back off and the owner sees it; each arrives once', async () => {
  await smtp.stop()
  const invited = await invite()
  const { server } = invited
  const waiting = { state: 'queued', sent_at: null, reason: 'No hubo conexión con el servidor de correo.' }
  expect(await deliveries(invited)).toEqual([waiting, waiting])

  const pauses: number[] = []
  const end = server.clock.now() + HOUR_MS
  while (server.clock.now() < end) {
    const [mail] = await outbox(invited)
    if (mail === undefined) throw new Error('the mail is gone')
    pauses.push(mail.next_attempt_at - server.clock.now())
    server.clock.advance(Math.min(pauses.at(-1) ?? 0, end - server.clock.now()))
    if (server.clock.now() < end) expect(await server.relay.tick()).toBe(2)
  }
  expect(pauses.map((pause) => pause / SECOND_MS)).toEqual([7.5, 15, 30, 60, 120, 240, 480, 960, 1920])
  expect(smtp.taken).toEqual([])
  expect(await deliveries(invited)).toEqual([waiting, waiting])

  await smtp.start()
  expect(await waitForMails(invited, HOUR_MS)).toBeLessThan(45 * MINUTE_MS)
  expect([...smtp.taken].sort()).toEqual(both)
  const sent = { state: 'sent', sent_at: new Date(server.clock.now()).toISOString(), reason: null }
  expect(await deliveries(invited)).toEqual([sent, sent])
  server.clock.advance(24 * HOUR_MS)
  expect(await server.relay.tick()).toBe(0)
  expect(smtp.taken).toHaveLength(2)
})

const unanswered = 'No hubo conexión con el servidor de correo.'
const passing: readonly (readonly [manner: Manner, reason: string])[] = [
  ['never-greets', unanswered],
  ['hangs-after-greeting', unanswered],
  ['hangs-with-the-whole-mail', unanswered],
  ['drops-in-the-middle', unanswered],
  ['is-busy', 'El servidor de correo pidió esperar (451).'],
]

test.each(passing)('mails to a mail server that %s are retried, and each mail arrives once', async (manner, reason) => {
  const invited = await invite(manner)
  expect(await deliveries(invited)).toMatchObject([
    { state: 'queued', reason },
    { state: 'queued', reason },
  ])
  smtp.behave('takes')
  expect(await waitForMails(invited, MINUTE_MS)).toBeLessThanOrEqual(10 * SECOND_MS)
  expect([...smtp.taken].sort()).toEqual(both)
  expect(new Set(smtp.ids).size).toBe(2)
  expect(await deliveries(invited)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
})

test('a domain that defers delays only its own mails, which wait without further attempts', async () => {
  const tried: string[] = []
  const transport: MailTransport = async ({ mail }) => {
    tried.push(mail.to_address)
    if (mail.to_address.endsWith('@ocu_ado.example')) throw new DeferredError('451 4.7.0 later')
  }
  const { server, document, owner } = await startInvited({ transport })
  tried.length = 0
  const send = async (signer_email: string): Promise<number> => {
    const bearer = await owner()
    await inviteSigner(server, bearer, await placeField(server, bearer, document.id, { signer_email }))
    return server.relay.tick()
  }
  expect(await send('p1@ocu_ado.example')).toBe(1)
  expect(await send('p2@ocu_ado.example')).toBe(0)
  expect(await send('p3@ocupado.example')).toBe(1)
  server.clock.advance(7.5 * SECOND_MS)
  expect(await server.relay.tick()).toBe(1)
  expect(tried).toEqual(['p1@ocu_ado.example', 'p3@ocupado.example', expect.stringMatching(/@ocu_ado\.example$/)])
})

test('a permanently refused mail is not retried; the owner sees the reason and can invite again', async () => {
  const invited = await invite('refuses-the-message')
  const { server, ana, owner } = invited
  const failed = { state: 'failed', reason: 'El servidor de correo lo rechazó (554).' }
  expect(await deliveries(invited)).toMatchObject([failed, failed])
  smtp.behave('takes')
  server.clock.advance(24 * HOUR_MS)
  expect(await server.relay.tick()).toBe(0)
  await inviteSigner(server, await owner(), ana)
  await server.relay.tick()
  expect(smtp.taken).toEqual(['ana@example.com'])
  expect(await deliveries(invited)).toMatchObject([{ state: 'sent' }, failed])
})
