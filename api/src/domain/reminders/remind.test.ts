import { remindCall, silenceRemindersCall, validateInvitationCall } from 'shared/contract'
import {
  aboutAna,
  countChanges,
  eventsOf,
  FILENAME,
  type Invited,
  startInvited,
  tokenIn,
} from '../../../test/support/invited.ts'
import { invitationToken, inviteSigner, registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { UndeliverableError } from '../../platform/mail/transport.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'

afterEach(closeTestServers)

describe('a manual reminder', () => {
  const remind = async (invited: Invited) =>
    succeed(invited.server, remindCall, { ...(await aboutAna(invited)), body: {} })
  const refuseRemind = async (invited: Invited) =>
    refuse(invited.server, remindCall, { ...(await aboutAna(invited)), body: {} })

  test('the reminder mails the same valid link and an opt-out link, and is logged', async () => {
    const invited = await startInvited()
    const { server, mailsOf, anasInvitation } = invited
    const token = await invitationToken(server, 'ana@example.com')
    server.clock.advance(HOUR_MS)
    const before = await anasInvitation()
    const mails = await mailsOf(async () => {
      const changes = await countChanges(invited, async () =>
        expect(await remind(invited)).toEqual({
          success: true,
          message: 'Recordatorio enviado a ana@example.com',
        }),
      )
      expect(changes).toBe(1)
    })
    expect(mails).toEqual(['reminder ana@example.com'])
    const mail = server.delivered.at(-1)?.mail
    expect(mail?.subject).toBe(`Recordatorio: María José Núñez espera tu firma en «${FILENAME}»`)
    expect(mail?.unsubscribe_url).toBe(`https://trazo.example/home/api/unsubscribe?token=${token}`)
    for (const fact of ['31 de enero de 2026', '2 de marzo de 2026', `token=${token}&fieldId=${invited.ana.id}\n`])
      expect(mail?.text_body).toContain(fact)
    expect(mail?.text_body).toContain(`fieldId=${invited.ana.id}&recordatorios=no\n`)
    expect(mail?.html_body).toContain('No quiero más recordatorios')
    await succeed(server, validateInvitationCall, { query: { token } })

    const after = await anasInvitation()
    expect(after.reminders).toEqual({
      sent: 1,
      last_at: '2026-01-31T19:00:00.000Z',
      next_at: '2026-02-07T19:00:00.000Z',
      silenced: false,
    })
    expect(after).toMatchObject({ id: before.id, expires_at: before.expires_at, invited_at: before.invited_at })
    expect(await eventsOf(invited, 'reminder-sent')).toEqual([
      { kind: 'reminder-sent', actor: `user:${invited.olga.user.id}`, data: { field: invited.ana.id, number: 1 } },
    ])
  })

  test('the owner can remind a guest once in 24 hours', async () => {
    const invited = await startInvited()
    await remind(invited)
    invited.server.clock.advance(DAY_MS - 1)
    expect(await refuseRemind(invited)).toMatchObject({ status: 409, code: 'REMINDER_TOO_SOON' })
    invited.server.clock.advance(1)
    await remind(invited)
  })

  test('the API refuses to remind a guest who opted out of reminders', async () => {
    const invited = await startInvited()
    const call = { bearer: await invited.open('ana@example.com'), params: { fieldId: invited.ana.id } }
    await succeed(invited.server, silenceRemindersCall, { ...call, body: { silenced: true } })
    expect((await refuseRemind(invited)).code).toBe('REMINDERS_SILENCED')
  })

  test('the API refuses a reminder before the invitation mail is sent', async () => {
    const invited = await startInvited()
    await inviteSigner(invited.server, invited.olga.access_token, invited.ana)
    expect(await refuseRemind(invited)).toMatchObject({
      code: 'REMINDER_TOO_SOON',
      message: expect.stringContaining('todavía no ha salido'),
    })
    await invited.server.relay.tick()
    await remind(invited)
  })

  test('the API refuses a reminder when the invitation could not be delivered', async () => {
    const transport = async () => {
      throw new UndeliverableError('550 no such user')
    }
    const invited = await startInvited({ transport })
    expect((await refuseRemind(invited)).message).toContain('no se pudo entregar')
  })

  test.each([
    ['failed', new UndeliverableError('550 no such user'), 'La dirección no existe o no recibe mensajes (550).'],
    ['queued', new Error('450 later'), 'El servidor de correo pidió esperar (450).'],
  ] as const)('the invitation shows the delivery problem of a reminder: %s', async (state, error, reason) => {
    const problems: Error[] = []
    const transport = async () => {
      if (problems.length > 0) throw problems[0]
    }
    const invited = await startInvited({ transport })
    await remind(invited)
    problems.push(error)
    await invited.server.relay.tick()
    expect((await invited.anasInvitation()).delivery).toMatchObject({ state, reason })
    problems.pop()
    invited.server.clock.advance(DAY_MS)
    await invited.server.relay.tick()
    await remind(invited)
    await invited.server.relay.tick()
    expect((await invited.anasInvitation()).delivery).toMatchObject({ state: 'sent', reason: null })
  })

  test('the API refuses a reminder for a replaced or expired invitation and for a signed field', async () => {
    const invited = await startInvited()
    const { server } = invited
    const about = async () => ({ ...(await aboutAna(invited)), body: {} })
    const call = await about()
    await inviteSigner(server, invited.olga.access_token, invited.ana)
    await server.relay.tick()
    expect(await refuse(server, remindCall, call)).toMatchObject({
      code: 'INVITATION_INVALID',
      message: expect.stringContaining('envía otra'),
    })
    server.clock.advance(30 * DAY_MS)
    expect(await refuse(server, remindCall, await about())).toMatchObject({
      code: 'INVITATION_EXPIRED',
      message: expect.stringContaining('envíala de nuevo'),
    })
    await inviteSigner(server, await invited.owner(), invited.ana)
    await server.relay.tick()
    await invited.sign(await invited.open('ana@example.com'), invited.ana)
    expect((await refuse(server, remindCall, await about())).code).toBe('FIELD_SIGNED')
  })

  test('the API answers 404 when a user reminds a guest of another owner’s document', async () => {
    const invited = await startInvited()
    const { access_token: bearer } = await registerPerson(invited.server, 'pedro')
    const { params } = await aboutAna(invited)
    expect((await refuse(invited.server, remindCall, { bearer, params, body: {} })).status).toBe(404)
  })

  test('a reminder replaces an old random token with a new link and keeps the state of the invitation', async () => {
    const invited = await startInvited()
    const { server, ana } = invited
    const old = newToken()
    await server.services.db
      .updateTable('invitations')
      .set({ token_hash: hashToken(old), seen_at: 5 })
      .where('field_id', '=', ana.id)
      .execute()
    await succeed(server, validateInvitationCall, { query: { token: old } })
    const before = await invited.anasInvitation()
    await remind(invited)
    await server.relay.tick()
    const token = tokenIn(invited.lastMail('ana@example.com'))
    await succeed(server, validateInvitationCall, { query: { token } })
    expect((await refuse(server, validateInvitationCall, { query: { token: old } })).code).toBe('INVITATION_INVALID')
    const after = await invited.anasInvitation()
    expect(after.id).not.toBe(before.id)
    expect(after).toMatchObject({ state: 'standing', expires_at: before.expires_at, seen_at: before.seen_at })
    expect(after.reminders.sent).toBe(1)
    expect(after.delivery).toEqual(before.delivery)
  })
})
