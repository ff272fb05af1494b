import {
  answerProposalCall,
  createFieldCall,
  deleteFieldCall,
  digitalSignCall,
  lapsedInvitationCall,
  remindCall,
  renewInvitationCall,
} from 'shared/contract'
import {
  addParticipantCall,
  changeParticipantCall,
  inviteParticipantCall,
  listParticipantsCall,
  PARTICIPANTS_PER_DOCUMENT_MAX,
  previewParticipantCall,
  removeParticipantCall,
} from 'shared/contract/participants'
import {
  approveDocumentCall,
  confirmReadingCall,
  forwardParticipationCall,
  openParticipationCall,
  seenDocumentCall,
} from 'shared/contract/participation'
import { correctAddressCall, handOverLinkCall, setDeadlineCall } from 'shared/contract/signing-order'
import { eventsOf, type Invited, startInvited, tokenIn } from '../../../test/support/invited.ts'
import { asParticipant, inviteTo } from '../../../test/support/participation.ts'
import { comeByLink, drawing, registerPerson, stated, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { findFrozen } from '../documents/frozen.ts'

afterEach(closeTestServers)

const approver = { kind: 'visto_bueno', name: 'Vera Bueno', email: 'vera@example.com' } as const
const reader = { kind: 'lectura', name: 'Lea Reyes', email: 'lea@example.com' } as const

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  return { server, bearer, params: { id: document.id } }
}

const list = async ({ server, document, owner }: Invited) =>
  succeed(server, listParticipantsCall, { bearer: await owner(), params: { id: document.id } })

/** Of the only participant. */
const theirInvitation = async (invited: Invited) => ({
  bearer: await invited.owner(),
  params: { id: invited.document.id, invitationId: (await list(invited))[0]?.invitation?.id ?? 0 },
})

describe('the list of people without a field', () => {
  test('keeps the order, says what each is asked for, and returns an equal person again', async () => {
    const { server, bearer, params } = await start()
    const add = (body: object) => succeed(server, addParticipantCall, { bearer, params, body: body as typeof approver })
    const vera = await add({ ...approver, note: 'Mira la cláusula 4', before_step: 2 })
    expect(await add({ ...approver, note: 'Mira la cláusula 4', before_step: 2 })).toEqual(vera)
    await add(reader)
    await add({ ...reader, kind: 'copia' })
    expect(await succeed(server, listParticipantsCall, { bearer, params })).toMatchObject([
      { ...approver, note: 'Mira la cláusula 4', before_step: 2, copy_when: null, also: [], can_change: true },
      { ...reader, before_step: null, copy_when: null, also: ['copia'] },
      { kind: 'copia', copy_when: 'completed', also: ['lectura'], invitation: null, can_remove: true },
    ])
  })

  test('an approver may also sign, as two participants, and the answer says so', async () => {
    const { server, document, owner, ana } = await startInvited()
    const body = { kind: 'visto_bueno', name: 'ana MORA', email: 'ANA@example.com' } as const
    const bearer = await owner()
    const named = { ...body, name: ana.signer_name.toUpperCase() }
    const added = await succeed(server, addParticipantCall, { bearer, params: { id: document.id }, body: named })
    expect(added).toMatchObject({ also: ['firma'] })
    expect(added.id).not.toBe(ana.participant_id)
  })

  test.each([
    ['no address', { ...reader, email: '' }, 'email', /email/],
    ['the owner’s address', { ...reader, email: 'OLGA@example.com' }, 'email', /quien envía el documento/],
    ['a hidden name', { ...reader, name: '\u200b' }, 'name', /nombre/],
    ['a long note', { ...reader, note: 'a'.repeat(501) }, 'note', /500/],
  ])('refuses %s, in Spanish', async (_, body, where, text) => {
    const { server, bearer, params } = await start()
    const refused = await refuse(server, addParticipantCall, { bearer, params, body })
    expect(refused).toMatchObject({ code: 'VALIDATION', fields: { [where]: expect.stringMatching(text) } })
  })

  test('refuses the same person twice in one kind, and more than the maximum', async () => {
    const { server, bearer, params } = await start()
    await succeed(server, addParticipantCall, { bearer, params, body: reader })
    const again = { ...reader, name: 'LEA  reyes', note: 'Otra nota' }
    expect(await refuse(server, addParticipantCall, { bearer, params, body: again })).toMatchObject({
      fields: { email: expect.stringContaining('ya está en el documento para leer') },
    })
    for (let index = 1; index < PARTICIPANTS_PER_DOCUMENT_MAX; index += 1)
      await succeed(server, addParticipantCall, { bearer, params, body: { ...reader, email: `l${index}@example.com` } })
    const one = { ...reader, email: 'otra@example.com' }
    expect(await refuse(server, addParticipantCall, { bearer, params, body: one })).toMatchObject({
      fields: { kind: expect.stringContaining('hasta 30') },
    })
  })

  test('is changed before the invitation alone, and by the owner alone', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const bearer = await invited.owner()
    const params = { id: document.id }
    const { id: participantId } = await succeed(server, addParticipantCall, { bearer, params, body: approver })
    const one = { bearer, params: { ...params, participantId } }
    const body = { name: 'Vera Buena', email: 'vera.buena@example.com', note: 'Hola' }
    expect(await succeed(server, changeParticipantCall, { ...one, body })).toMatchObject(body)
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    for (const call of [changeParticipantCall, removeParticipantCall])
      expect(await refuse(server, call, { ...one, bearer: stranger, body })).toMatchObject({ code: 'NOT_FOUND' })
    const preview = await succeed(server, previewParticipantCall, { ...one, body: { message: 'Es urgente' } })
    expect(preview).toMatchObject({ waits: false, subject: expect.stringContaining('tu visto bueno') })
    for (const written of ['Es urgente', 'Hola']) expect(preview.text).toContain(written)
    await succeed(server, inviteParticipantCall, { ...one, body: {} })
    expect(await refuse(server, changeParticipantCall, { ...one, body: approver })).toMatchObject({
      code: 'PARTICIPANT_INVITED',
    })
    await succeed(server, removeParticipantCall, one)
    expect(await eventsOf(invited, 'participant-added', 'participant-changed', 'participant-removed')).toMatchObject([
      { data: { role: 'visto_bueno', name: 'Vera Bueno' } },
      { data: { name: 'Vera Buena' } },
      { data: { email: 'vera.buena@example.com' } },
    ])
  })

  test('the owner cannot invite without a signature field, nor add people after the last signature', async () => {
    const { server, bearer, params } = await start()
    const { id: participantId } = await succeed(server, addParticipantCall, { bearer, params, body: reader })
    const one = { bearer, params: { ...params, participantId }, body: {} }
    expect(await refuse(server, inviteParticipantCall, one)).toMatchObject({ code: 'FIELD_MISSING' })
    const invited = await startInvited()
    for (const field of [invited.ana, invited.luis]) await invited.sign(await invited.open(field.signer_email), field)
    const late = { bearer: await invited.owner(), params: { id: invited.document.id }, body: reader }
    expect(await refuse(invited.server, addParticipantCall, late)).toMatchObject({
      code: 'DOCUMENT_FINISHED',
      message: expect.stringContaining('Ya están todas las firmas'),
    })
  })

  test('a participant without a field is no signer that a field may name', async () => {
    const { server, bearer, params } = await start()
    const { id: participant_id } = await succeed(server, addParticipantCall, { bearer, params, body: reader })
    const body = {
      field_id: 'field_x',
      field_type: 'SECONDARY',
      signer_name: reader.name,
      signer_email: reader.email,
      user_file_id: params.id,
    } as const
    expect(await refuse(server, createFieldCall, { bearer, body: { ...body, participant_id } })).toMatchObject({
      fields: { participant_id: expect.stringContaining('no es de este documento') },
    })
    const field = await succeed(server, createFieldCall, { bearer, body })
    expect(field.participant_id).not.toBe(participant_id)
    await succeed(server, deleteFieldCall, { bearer, params: { id: field.id } })
    expect(await succeed(server, listParticipantsCall, { bearer, params })).toHaveLength(1)
  })
})

describe('an invitation without a field', () => {
  test('goes to another address: the old link dies, the new one asks the same', async () => {
    const invited = await startInvited()
    const { server } = invited
    const vera = await inviteTo(invited, approver)
    const call = { ...(await theirInvitation(invited)), body: { email: 'vera@nueva.example' } }
    expect(await refuse(server, correctAddressCall, { ...call, body: { email: 'olga@example.com' } })).toMatchObject({
      code: 'VALIDATION',
    })
    await succeed(server, correctAddressCall, call)
    await server.relay.tick()
    expect(await refuse(server, openParticipationCall, { query: { token: vera.token } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    const token = tokenIn(invited.lastMail('vera@nueva.example'))
    expect(await succeed(server, openParticipationCall, { query: { token } })).toMatchObject({
      participant: { id: vera.id, kind: 'visto_bueno', email: 'vera@nueva.example' },
    })
  })

  test('passes to the proposed person when the owner agrees', async () => {
    const invited = await startInvited()
    const { server } = invited
    const lea = await inviteTo(invited, reader)
    const body = { name: 'Eva Mora', email: 'eva@example.com' }
    await succeed(server, forwardParticipationCall, { ...(await asParticipant(invited, lea)), body })
    await server.relay.tick()
    const mails = await invited.mailsOf(async () =>
      succeed(server, answerProposalCall, { ...(await theirInvitation(invited)), body: { accepted: true } }),
    )
    expect([...mails].sort()).toEqual(['invitation eva@example.com', 'invitation-replaced lea@example.com'])
    expect(await list(invited)).toMatchObject([{ id: lea.id, kind: 'lectura', ...body }])
    const token = tokenIn(invited.lastMail('eva@example.com'))
    const call = await asParticipant(invited, { ...lea, token })
    await succeed(server, seenDocumentCall, { ...call, body: {} })
    await succeed(server, confirmReadingCall, { ...call, body: {} })
  })

  test('is reminded of, handed over, and renewed after its end, like one with a field', async () => {
    const invited = await startInvited()
    const { server } = invited
    const lea = await inviteTo(invited, reader)
    server.clock.advance(2 * DAY_MS)
    expect(
      await invited.mailsOf(async () => succeed(server, remindCall, { ...(await theirInvitation(invited)), body: {} })),
    ).toEqual(['reminder lea@example.com'])
    expect(invited.lastMail('lea@example.com')).toContain('falta que confirmes tu lectura')
    const { url } = await succeed(server, handOverLinkCall, { ...(await theirInvitation(invited)), body: {} })
    expect(tokenIn(url)).toBe(lea.token)
    expect(new URL(url).searchParams.get('participantId')).toBe(String(lea.id))
    server.clock.advance(40 * DAY_MS)
    const { token } = lea
    await succeed(server, lapsedInvitationCall, { query: { token } })
    expect(await invited.mailsOf(() => succeed(server, renewInvitationCall, { body: { token } }))).toEqual([
      'invitation lea@example.com',
    ])
    const renewed = tokenIn(invited.lastMail('lea@example.com'))
    expect(await succeed(server, openParticipationCall, { query: { token: renewed } })).toMatchObject({ turn: 'now' })
  })

  test('gets the mail of a new deadline before its answer, and none after it', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const lea = await inviteTo(invited, reader)
    const call = async (date: string) => ({
      bearer: await invited.owner(),
      params: { id: document.id },
      body: { date },
    })
    const toLea = (mails: readonly string[]) => mails.filter((mail) => mail.endsWith('lea@example.com'))
    const first = await invited.mailsOf(async () => succeed(server, setDeadlineCall, await call('2026-02-10')))
    expect(toLea(first)).toEqual(['deadline-changed lea@example.com'])
    const opened = await succeed(server, openParticipationCall, { query: { token: lea.token } })
    expect(opened.answer_by).toBe('2026-02-10')
    const answering = { bearer: opened.access_token, params: { participantId: lea.id }, body: {} }
    await succeed(server, seenDocumentCall, answering)
    await succeed(server, confirmReadingCall, answering)
    const second = await invited.mailsOf(async () => succeed(server, setDeadlineCall, await call('2026-02-12')))
    expect(toLea(second)).toEqual([])
  })

  test('an answer freezes the bytes, also after all invitations ended', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const { db, clock } = server.services
    const call = await asParticipant(invited, await inviteTo(invited, approver))
    await succeed(server, approveDocumentCall, { ...call, body: {} })
    server.clock.advance(400 * DAY_MS)
    expect(await findFrozen(db, document.id, clock())).toEqual({ kind: 'answered' })
  })

  test('signers by public link wait for the approval, too', async () => {
    const { server, bearer, params } = await start()
    await succeed(server, addParticipantCall, { bearer, params, body: approver })
    const byLink = await comeByLink(server, bearer, params.id)
    const session = await server.services.db.selectFrom('agent_sessions').selectAll().executeTakeFirstOrThrow()
    const body = {
      field_id: session.field_id,
      signature_data: drawing(),
      ...stated(await documentOf(server, params.id)),
    }
    expect(
      await refuse(server, digitalSignCall, { bearer: byLink, params: { fieldId: session.field_id }, body }),
    ).toMatchObject({ code: 'NOT_YOUR_TURN' })
  })
})

const documentOf = async (server: Invited['server'], id: number) =>
  server.services.db
    .selectFrom('revisions')
    .select('sha256')
    .where('document_id', '=', id)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
