import {
  forwardInvitationCall,
  seenInvitationCall,
  silenceRemindersCall,
  validateInvitationCall,
} from 'shared/contract'
import { countChanges, eventsOf, FILENAME, startAsAna, startInvited } from '../../../test/support/invited.ts'
import { invitationToken, inviteSigner } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

describe('recording that a guest saw the document', () => {
  test('the API records only the first visit of a guest', async () => {
    const { server, invited, call, ana, anasInvitation } = await startAsAna()
    expect((await anasInvitation()).seen_at).toBeNull()
    const seen = () => succeed(server, seenInvitationCall, { ...call, body: {} })
    expect(await countChanges(invited, seen)).toBe(1)
    server.clock.advance(MINUTE_MS)
    expect(await countChanges(invited, seen)).toBe(0)
    const { id, seen_at } = await anasInvitation()
    expect(seen_at).toBe('2026-01-31T18:00:00.000Z')
    expect(await eventsOf(invited, 'invitation-seen')).toEqual([
      { kind: 'invitation-seen', actor: `guest:${id}`, data: { field: ana.id } },
    ])
  })

  test('the API refuses to record a visit for another guest’s field', async () => {
    const { server, bearer, luis } = await startAsAna()
    const params = { fieldId: luis.id }
    expect((await refuse(server, seenInvitationCall, { bearer, params, body: {} })).code).toBe('FORBIDDEN')
  })
})

describe('proposing another person', () => {
  const carmen = { name: 'Carmen Díaz', email: 'carmen@example.com', note: 'Ella firma por la empresa.' }

  test('the proposal notifies the owner by mail, and the invitation stays valid until the answer', async () => {
    const { invited, server, call, ana, anasInvitation, mailsOf, lastMail } = await startAsAna()
    const propose = () => succeed(server, forwardInvitationCall, { ...call, body: carmen })
    const mails = await mailsOf(async () => expect(await countChanges(invited, propose)).toBe(1))
    expect(mails).toEqual(['proposal olga@example.com'])
    for (const fact of ['Ana Rojas', 'Carmen Díaz', 'carmen@example.com', '> Ella firma por la empresa.', FILENAME])
      expect(lastMail('olga@example.com')).toContain(fact)
    const { id, state, proposal, reminders } = await anasInvitation()
    expect({ state, proposal, next: reminders.next_at }).toEqual({
      state: 'standing',
      proposal: { at: '2026-01-31T18:00:00.000Z', ...carmen },
      next: null,
    })
    const query = { token: await invitationToken(server, 'ana@example.com') }
    expect((await succeed(server, validateInvitationCall, { query })).proposal).toEqual({
      name: carmen.name,
      email: carmen.email,
    })
    expect(await eventsOf(invited, 'proposal-made')).toEqual([
      {
        kind: 'proposal-made',
        actor: `guest:${id}`,
        data: { field: ana.id, name: carmen.name, email: carmen.email },
      },
    ])
    await invited.sign(call.bearer, ana)
    expect(await anasInvitation()).toMatchObject({ state: 'signed', proposal: null })
  })

  test('a new proposal replaces the earlier one; a repeated proposal changes nothing', async () => {
    const { server, call, anasInvitation, mailsOf } = await startAsAna()
    const propose = (body: typeof carmen) => () => succeed(server, forwardInvitationCall, { ...call, body })
    await mailsOf(propose(carmen))
    expect(await mailsOf(propose(carmen))).toEqual([])
    const other = { name: 'Beto Mora', email: 'beto@example.com', note: '' }
    expect(await mailsOf(propose(other))).toEqual(['proposal olga@example.com'])
    expect((await anasInvitation()).proposal).toMatchObject(other)
  })

  test.each([
    ['the own address', { ...carmen, email: 'ANA@example.com' }, 'email', /tu propio email/],
    ['a list in disguise', { ...carmen, email: 'a@example.com,b@example.com' }, 'email', /no es válido/],
    ['a name of nothing visible', { ...carmen, name: '\u0007' }, 'name', /nombre del firmante/],
    ['a note without end', { ...carmen, note: 'x'.repeat(501) }, 'note', /500 caracteres/],
  ])('the API refuses %s', async (_, body, path, message) => {
    const { server, call } = await startAsAna()
    expect(await refuse(server, forwardInvitationCall, { ...call, body })).toMatchObject({
      code: 'VALIDATION',
      fields: { [path]: expect.stringMatching(message) },
    })
  })

  test('the API refuses a proposal once the field is signed', async () => {
    const { invited, server, call, ana } = await startAsAna()
    await invited.sign(call.bearer, ana)
    expect((await refuse(server, forwardInvitationCall, { ...call, body: carmen })).code).toBe('FIELD_SIGNED')
  })

  test('the API refuses the sixth proposal within an hour', async () => {
    const invited = await startInvited({ variables: { RATE_LIMIT_FACTOR: '1' } })
    const call = { bearer: await invited.open('ana@example.com'), params: { fieldId: invited.ana.id } }
    for (let index = 0; index < 5; index += 1)
      await succeed(invited.server, forwardInvitationCall, { ...call, body: { ...carmen, note: `${index}` } })
    expect((await refuse(invited.server, forwardInvitationCall, { ...call, body: carmen })).code).toBe('RATE_LIMITED')
  })
})

describe('silencing reminders', () => {
  test('silencing also applies to a later invitation of the same person', async () => {
    const { server, call, ana, olga, anasInvitation } = await startAsAna()
    await succeed(server, silenceRemindersCall, { ...call, body: { silenced: true } })
    server.clock.advance(MINUTE_MS)
    await inviteSigner(server, olga.access_token, ana)
    await server.relay.tick()
    expect((await anasInvitation()).reminders).toMatchObject({ silenced: true, next_at: null })
  })

  test('silencing stops reminders, and resuming schedules the next one a day later at the earliest', async () => {
    const { invited, server, call, anasInvitation } = await startAsAna()
    const say = (silenced: boolean) => () => succeed(server, silenceRemindersCall, { ...call, body: { silenced } })
    expect((await anasInvitation()).reminders).toMatchObject({ next_at: '2026-02-03T18:00:00.000Z', silenced: false })
    expect(await countChanges(invited, say(true))).toBe(1)
    expect(await countChanges(invited, say(true))).toBe(0)
    expect((await anasInvitation()).reminders).toMatchObject({ next_at: null, silenced: true })
    server.clock.advance(10 * DAY_MS)
    const later = { ...call, bearer: await invited.open('ana@example.com') }
    await succeed(server, silenceRemindersCall, { ...later, body: { silenced: false } })
    expect((await anasInvitation()).reminders).toMatchObject({ next_at: '2026-02-11T18:00:00.000Z', silenced: false })
    expect((await eventsOf(invited, 'reminders-silenced', 'reminders-resumed')).map(({ kind }) => kind)).toEqual([
      'reminders-silenced',
      'reminders-resumed',
    ])
  })
})
