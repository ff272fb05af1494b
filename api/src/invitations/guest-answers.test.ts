import {
  createFieldCall,
  declineInvitationCall,
  digitalSignCall,
  forwardInvitationCall,
  getFileCall,
  listInvitationsCall,
  seenInvitationCall,
  sendInvitationCall,
  sendPdfEmailCall,
  silenceRemindersCall,
  validateInvitationCall,
} from 'shared/contract'
import { countChanges, eventsOf, FILENAME, type Invited, startInvited } from '../../test/support/invited.ts'
import { drawing, invitationToken, inviteSigner, placeField } from '../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../test/support/test-server.ts'
import { DAY, MINUTE } from '../clock.ts'

afterEach(closeTestServers)

const startAsAna = async () => {
  const invited = await startInvited()
  const bearer = await invited.open('ana@example.com')
  const call = { bearer, params: { fieldId: invited.ana.id } }
  return { ...invited, invited, bearer, call }
}

const REASON = 'No acepto la cláusula 4.\nHablemos primero.'

const decline = ({ server }: Invited, bearer: string, fieldId: number, reason = REASON) =>
  succeed(server, declineInvitationCall, { bearer, params: { fieldId }, body: { reason } })

const statusOf = async ({ server, olga, document }: Invited) =>
  succeed(server, getFileCall, { bearer: olga.access_token, params: { id: document.id } })

describe('seeing the document', () => {
  test('is noted the first time', async () => {
    const { server, invited, call, ana, anasInvitation } = await startAsAna()
    expect((await anasInvitation()).seen_at).toBeNull()
    const seen = () => succeed(server, seenInvitationCall, { ...call, body: {} })
    expect(await countChanges(invited, seen)).toBe(1)
    server.clock.advance(MINUTE)
    expect(await countChanges(invited, seen)).toBe(0)
    const { id, seen_at } = await anasInvitation()
    expect(seen_at).toBe('2026-01-31T18:00:00.000Z')
    expect(await eventsOf(invited, 'invitation-seen')).toEqual([
      { kind: 'invitation-seen', actor: `guest:${id}`, data: { field: ana.id } },
    ])
  })

  test("is nothing that a guest says of somebody else's field", async () => {
    const { server, bearer, luis } = await startAsAna()
    const params = { fieldId: luis.id }
    expect((await refuse(server, seenInvitationCall, { bearer, params, body: {} })).code).toBe('FORBIDDEN')
  })
})

describe('declining', () => {
  test('cancels the document, ends every link and quotes the reason to everyone, once', async () => {
    const { server, invited, bearer, ana, anasInvitation, mailsOf, lastMail } = await startAsAna()
    const luis = await invited.open('luis@example.com')
    const mails = await mailsOf(async () => {
      expect(await countChanges(invited, () => decline(invited, bearer, ana.id))).toBe(1)
    })
    expect(mails.toSorted()).toEqual([
      'document-declined ana@example.com',
      'document-declined luis@example.com',
      'document-declined olga@example.com',
    ])
    for (const address of ['ana@example.com', 'luis@example.com', 'olga@example.com'])
      expect(lastMail(address)).toContain('> No acepto la cláusula 4.\n> Hablemos primero.')
    expect(lastMail('olga@example.com')).toContain(`Ana Rojas dijo que no firma «${FILENAME}»`)
    expect(lastMail('luis@example.com')).toContain('El enlace de tu invitación dejó de servir.')
    expect(lastMail('ana@example.com')).toContain('Si no fuiste tú')

    expect(await statusOf(invited)).toMatchObject({
      status: 'CANCELLED',
      is_shared: false,
      cancelled: { at: '2026-01-31T18:00:00.000Z', by: 'Ana Rojas', reason: REASON },
    })
    const { id } = await anasInvitation()
    const list = { bearer: invited.olga.access_token, params: { id: invited.document.id } }
    expect(await succeed(server, listInvitationsCall, list)).toMatchObject([
      { state: 'declined', declined: { at: '2026-01-31T18:00:00.000Z', reason: REASON } },
      { state: 'revoked', declined: null },
    ])
    const by = { actor: `guest:${id}`, data: { field: ana.id, reason: REASON } }
    expect(await eventsOf(invited, 'invitation-declined', 'document-cancelled')).toEqual([
      { kind: 'invitation-declined', ...by },
      { kind: 'document-cancelled', ...by },
    ])
    const open = async (address: string) => {
      const query = { token: await invitationToken(server, address) }
      return (await refuse(server, validateInvitationCall, { query })).code
    }
    expect(await open('ana@example.com')).toBe('INVITATION_DECLINED')
    expect(await open('luis@example.com')).toBe('DOCUMENT_CANCELLED')
    expect((await refuse(server, seenInvitationCall, { bearer, params: { fieldId: ana.id }, body: {} })).code).toBe(
      'INVITATION_DECLINED',
    )
    const signing = { params: { fieldId: invited.luis.id }, body: { field_id: 1, signature_data: drawing() } }
    expect((await refuse(server, digitalSignCall, { bearer: luis, ...signing })).code).toBe('DOCUMENT_CANCELLED')
  })

  test('tells who signed before, who goes on getting the document, and not those who were taken out', async () => {
    const { invited, server, bearer, ana, luis, document, olga, mailsOf, lastMail } = await startAsAna()
    const sofia = await placeField(server, olga.access_token, document.id, {
      signer_name: 'Sofía Vega',
      signer_email: 'Sofia@example.com',
    })
    await inviteSigner(server, olga.access_token, sofia)
    await server.relay.tick()
    await invited.sign(await invited.open('sofia@example.com'), sofia)
    await server.relay.tick()
    await server.services.db.updateTable('invitations').set({ revoked_at: 1 }).where('field_id', '=', luis.id).execute()
    expect((await mailsOf(() => decline(invited, bearer, ana.id))).toSorted()).toEqual([
      'document-declined Sofia@example.com',
      'document-declined ana@example.com',
      'document-declined olga@example.com',
    ])
    expect(lastMail('Sofia@example.com')).toContain('Ya habías firmado')
    const copy = { params: { id: document.id }, body: { email: 'sofia@example.com' } }
    await succeed(server, sendPdfEmailCall, copy)
  })

  test('says nothing to who never got an invitation, and keeps back the mail of theirs', async () => {
    const { invited, server, bearer, ana, document, olga, mailsOf } = await startAsAna()
    const sofia = { signer_name: 'Sofía Vega', signer_email: 'sofia@example.com' }
    await inviteSigner(server, olga.access_token, await placeField(server, olga.access_token, document.id, sofia))
    expect((await mailsOf(() => decline(invited, bearer, ana.id))).filter((mail) => mail.includes('sofia'))).toEqual([])
  })

  test('writes once to an owner who was also invited', async () => {
    const { invited, server, bearer, ana, document, olga, mailsOf, lastMail } = await startAsAna()
    const own = { signer_name: 'Olga', signer_email: 'OLGA@example.com' }
    await inviteSigner(server, olga.access_token, await placeField(server, olga.access_token, document.id, own))
    await server.relay.tick()
    const mails = await mailsOf(() => decline(invited, bearer, ana.id))
    expect(mails.filter((mail) => /olga/i.test(mail))).toEqual(['document-declined olga@example.com'])
    expect(lastMail('olga@example.com')).toContain('sube el documento otra vez')
  })

  test('needs a reason that can be read', async () => {
    const { server, call } = await startAsAna()
    for (const [reason, message] of [
      ['  ', 'Por favor, escribe el motivo'],
      ['x'.repeat(501), 'El texto debe tener como máximo 500 caracteres'],
    ] as const)
      expect(await refuse(server, declineInvitationCall, { ...call, body: { reason } })).toMatchObject({
        code: 'VALIDATION',
        fields: { reason: message },
      })
  })

  test('is refused once the field is signed, and where the document was cancelled before', async () => {
    const { invited, server, bearer, call, ana } = await startAsAna()
    await invited.sign(bearer, ana)
    const body = { reason: REASON }
    expect((await refuse(server, declineInvitationCall, { ...call, body })).code).toBe('FIELD_SIGNED')
    const luis = await invited.open('luis@example.com')
    await decline(invited, luis, invited.luis.id)
    const again = { bearer: luis, params: { fieldId: invited.luis.id }, body }
    expect((await refuse(server, declineInvitationCall, again)).code).toBe('INVITATION_DECLINED')
  })

  test('two at the same time: one cancels, the other hears that it is cancelled', async () => {
    const { invited, server, bearer, ana, luis } = await startAsAna()
    const other = await invited.open('luis@example.com')
    const ask = (guest: string, fieldId: number) =>
      server.app.inject({
        method: 'POST',
        url: `/home/api/signature-fields/${fieldId}/decline/`,
        headers: { authorization: `Bearer ${guest}` },
        payload: { reason: REASON },
      })
    const answers = await Promise.all([ask(bearer, ana.id), ask(other, luis.id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410])
    expect(await eventsOf(invited, 'document-cancelled')).toHaveLength(1)
  })

  test('ends inviting and placing fields for good', async () => {
    const { invited, server, bearer, ana, olga, document } = await startAsAna()
    await decline(invited, bearer, ana.id)
    const body = {
      email: ana.signer_email,
      signer_name: '',
      document_url: '',
      field_id: ana.id,
      field_coordinates: null,
    }
    const own = { bearer: olga.access_token, params: { id: document.id } }
    expect((await refuse(server, sendInvitationCall, { ...own, body })).code).toBe('DOCUMENT_CANCELLED')
    const field = {
      field_id: 'nuevo',
      field_type: 'PRIMARY',
      signer_name: 'Olga',
      signer_email: '',
      user_file_id: document.id,
    } as const
    expect((await refuse(server, createFieldCall, { bearer: olga.access_token, body: field })).code).toBe(
      'DOCUMENT_CANCELLED',
    )
  })
})

describe('proposing somebody else', () => {
  const carmen = { name: 'Carmen Díaz', email: 'carmen@example.com', note: 'Ella firma por la empresa.' }

  test('asks the owner by mail, and the invitation stands meanwhile', async () => {
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

  test('a new one takes the place of an earlier one; the same again changes nothing', async () => {
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
  ])('refuses %s', async (_, body, path, message) => {
    const { server, call } = await startAsAna()
    expect(await refuse(server, forwardInvitationCall, { ...call, body })).toMatchObject({
      code: 'VALIDATION',
      fields: { [path]: expect.stringMatching(message) },
    })
  })

  test('is refused once the field is signed', async () => {
    const { invited, server, call, ana } = await startAsAna()
    await invited.sign(call.bearer, ana)
    expect((await refuse(server, forwardInvitationCall, { ...call, body: carmen })).code).toBe('FIELD_SIGNED')
  })

  test('writes to the owner five times an hour at most', async () => {
    const invited = await startInvited({ variables: { RATE_LIMIT_FACTOR: '1' } })
    const call = { bearer: await invited.open('ana@example.com'), params: { fieldId: invited.ana.id } }
    for (let index = 0; index < 5; index += 1)
      await succeed(invited.server, forwardInvitationCall, { ...call, body: { ...carmen, note: `${index}` } })
    expect((await refuse(invited.server, forwardInvitationCall, { ...call, body: carmen })).code).toBe('RATE_LIMITED')
  })
})

describe('silencing reminders', () => {
  test('ends them, and saying the contrary takes them up again a day later at the earliest', async () => {
    const { invited, server, call, anasInvitation } = await startAsAna()
    const say = (silenced: boolean) => () => succeed(server, silenceRemindersCall, { ...call, body: { silenced } })
    expect((await anasInvitation()).reminders).toMatchObject({ next_at: '2026-02-03T18:00:00.000Z', silenced: false })
    expect(await countChanges(invited, say(true))).toBe(1)
    expect(await countChanges(invited, say(true))).toBe(0)
    expect((await anasInvitation()).reminders).toMatchObject({ next_at: null, silenced: true })
    server.clock.advance(10 * DAY)
    const later = { ...call, bearer: await invited.open('ana@example.com') }
    await succeed(server, silenceRemindersCall, { ...later, body: { silenced: false } })
    expect((await anasInvitation()).reminders).toMatchObject({ next_at: '2026-02-11T18:00:00.000Z', silenced: false })
    expect((await eventsOf(invited, 'reminders-silenced', 'reminders-resumed')).map(({ kind }) => kind)).toEqual([
      'reminders-silenced',
      'reminders-resumed',
    ])
  })
})
