import { pino } from 'pino'
import {
  cancelDocumentCall,
  forwardInvitationCall,
  remindCall,
  revokeInvitationCall,
  silenceRemindersCall,
  validateInvitationCall,
} from 'shared/contract'
import { aboutAna, countChanges, eventsOf, type Invited, startInvited, tokenIn } from '../../../test/support/invited.ts'
import { invitationToken, inviteSigner } from '../../../test/support/people.ts'
import { closeTestServers, succeed, type TestServerOptions } from '../../../test/support/test-server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { findInvitation } from '../invitations/find-invitation.ts'
import { createReminderMailer } from './reminder-mailer.ts'
import { sendReminder } from './send-reminder.ts'

afterEach(closeTestServers)

const startWithAna = async (options: TestServerOptions = {}) => {
  const invited = await startInvited(options)
  await invited.server.services.db
    .updateTable('invitations')
    .set({ revoked_at: 1 })
    .where('field_id', '=', invited.luis.id)
    .execute()
  return invited
}

const remindedOn = async ({ server, mailsOf }: Invited, days: number): Promise<number[]> => {
  const on: number[] = []
  for (let day = 1; day <= days; day += 1) {
    server.clock.advance(DAY_MS)
    const mails = await mailsOf(() => server.reminderMailer.tick())
    expect(mails.filter((mail) => mail !== 'reminder ana@example.com')).toEqual([])
    for (const _ of mails) on.push(day)
  }
  return on
}

test('the mailer reminds on days 3, 10, 17, 24 and 28 of 30, and the list shows the next date', async () => {
  const invited = await startWithAna()
  expect((await invited.anasInvitation()).reminders.next_at).toBe('2026-02-03T18:00:00.000Z')
  expect(await remindedOn(invited, 33)).toEqual([3, 10, 17, 24, 28])
  expect((await invited.anasInvitation()).reminders).toEqual({
    sent: 5,
    last_at: '2026-02-28T18:00:00.000Z',
    next_at: null,
    silenced: false,
  })
})

test('a reminder contains the link of the invitation, is logged, and sends one event to open pages', async () => {
  const invited = await startWithAna()
  const { server, lastMail, ana } = invited
  server.clock.advance(3 * DAY_MS)
  expect(await countChanges(invited, () => server.reminderMailer.tick())).toBe(1)
  await server.relay.tick()
  const token = tokenIn(lastMail('ana@example.com'))
  expect(token).toBe(await invitationToken(server, 'ana@example.com'))
  await succeed(server, validateInvitationCall, { query: { token } })
  expect(await eventsOf(invited, 'reminder-sent')).toEqual([
    { kind: 'reminder-sent', actor: 'system', data: { field: ana.id, number: 1 } },
  ])
})

test('two mailers that run at the same time send each reminder once', async () => {
  const { server } = await startWithAna()
  const log = pino({ level: 'silent' })
  const other = createReminderMailer({ ...server.services, log })
  server.clock.advance(3 * DAY_MS)
  const sent = await Promise.all([server.reminderMailer.tick(), other.tick(), server.reminderMailer.tick()])
  expect(sent.reduce((a, b) => a + b)).toBe(1)
  const mails = await server.services.db.selectFrom('outbox').select('id').where('kind', '=', 'reminder').execute()
  expect(mails).toHaveLength(1)
})

test('the mailer sends no reminder for an invitation that changed after the mailer read it', async () => {
  const { server, ana, anasInvitation } = await startWithAna()
  const { db, clock } = server.services
  const read = await findInvitation(db, (await anasInvitation()).id)
  const send = () => sendReminder(db, server.services, read, { actor: 'system', now: clock() })
  expect([await send(), await send()]).toEqual([true, false])
  const changes = [{ silenced_at: 1 }, { revoked_at: 1 }, { used_at: 1 }]
  for (const change of changes) {
    const untouched = { reminders: 0, silenced_at: null, revoked_at: null, used_at: null }
    const ofAna = db.updateTable('invitations').where('field_id', '=', ana.id)
    await ofAna.set({ ...untouched, ...change }).execute()
    expect(await send()).toBe(false)
  }
  const mails = await db.selectFrom('outbox').select('id').where('kind', '=', 'reminder').execute()
  expect(mails).toHaveLength(1)
})

test('the first reminder counts from when the invitation mail was sent, not from when it was queued', async () => {
  const invited = await startWithAna()
  await inviteSigner(invited.server, invited.olga.access_token, invited.ana)
  invited.server.clock.advance(2 * DAY_MS)
  await invited.server.relay.tick()
  expect(await remindedOn(invited, 4)).toEqual([3])
})

test('the mailer sends no reminder before the invitation mail is sent', async () => {
  const invited = await startInvited({ transport: () => Promise.reject(new Error('ECONNREFUSED')) })
  invited.server.clock.advance(10 * DAY_MS)
  expect(await invited.server.reminderMailer.tick()).toBe(0)
  expect((await invited.anasInvitation()).reminders.next_at).toBeNull()
})

test('a manual reminder postpones the automatic reminders', async () => {
  const invited = await startWithAna()
  await remindedOn(invited, 2)
  await succeed(invited.server, remindCall, { ...(await aboutAna(invited)), body: {} })
  await invited.server.relay.tick()
  expect(await remindedOn(invited, 8)).toEqual([7])
})

test('after downtime, the mailer sends one reminder instead of all missed reminders', async () => {
  const invited = await startWithAna()
  invited.server.clock.advance(12 * DAY_MS)
  expect(await invited.mailsOf(() => invited.server.reminderMailer.tick())).toEqual(['reminder ana@example.com'])
  expect(await remindedOn(invited, 17)).toEqual([7, 14, 16])
})

describe('guests without reminders', () => {
  const carmen = { name: 'Carmen Díaz', email: 'carmen@example.com', note: '' }

  const asAna = async (invited: Invited) => ({
    bearer: await invited.open('ana@example.com'),
    params: { fieldId: invited.ana.id },
  })

  const withdrawn = false
  const ends: readonly [title: string, staysQueued: boolean, end: (invited: Invited) => Promise<unknown>][] = [
    [
      'the guest silenced reminders',
      withdrawn,
      async (invited) =>
        succeed(invited.server, silenceRemindersCall, { ...(await asAna(invited)), body: { silenced: true } }),
    ],
    [
      // A proposal withdraws no mail.
      'the guest proposed another signer',
      true,
      async (invited) => succeed(invited.server, forwardInvitationCall, { ...(await asAna(invited)), body: carmen }),
    ],
    [
      'the owner revoked the invitation',
      withdrawn,
      async (invited) => succeed(invited.server, revokeInvitationCall, await aboutAna(invited)),
    ],
    [
      'the owner cancelled the document',
      withdrawn,
      async ({ server, document, owner }) =>
        succeed(server, cancelDocumentCall, { bearer: await owner(), params: { id: document.id }, body: {} }),
    ],
    [
      'the guest has signed',
      withdrawn,
      async (invited) => invited.sign(await invited.open('ana@example.com'), invited.ana),
    ],
  ]

  test.each(ends)(
    'the mailer sends no reminder, and only a proposal keeps a queued reminder: %s',
    async (_, staysQueued, end) => {
      const before = await startWithAna()
      await end(before)
      await before.server.relay.tick()
      before.server.clock.advance(3 * DAY_MS)
      expect(await before.server.reminderMailer.tick()).toBe(0)

      const after = await startWithAna()
      after.server.clock.advance(3 * DAY_MS)
      expect(await after.server.reminderMailer.tick()).toBe(1)
      const mails = await after.mailsOf(() => end(after))
      expect(mails.includes('reminder ana@example.com')).toBe(staysQueued)
    },
  )

  test('the mailer sends no reminder for a deleted document', async () => {
    const invited = await startWithAna()
    await invited.server.services.db.updateTable('documents').set({ deleted_at: 1 }).execute()
    invited.server.clock.advance(3 * DAY_MS)
    expect(await invited.server.reminderMailer.tick()).toBe(0)
  })

  test('the mailer sends no reminder for an invitation that is valid for two days', async () => {
    const invited = await startWithAna({ variables: { INVITATION_DAYS: '2' } })
    expect(await remindedOn(invited, 4)).toEqual([])
  })
})

test('the started mailer sends a due reminder by itself, and stops on request', async () => {
  const invited = await startWithAna()
  const { reminderMailer, clock, services } = invited.server
  clock.advance(3 * DAY_MS + HOUR_MS)
  const reminded = new Promise<void>((resolve) =>
    services.documentEvents.subscribe(invited.olga.user.id, () => resolve()),
  )
  reminderMailer.start()
  await reminded
  await reminderMailer.stop()
  expect((await invited.anasInvitation()).reminders.sent).toBe(1)
})
