import {
  cancelDocumentCall,
  digitalSignCall,
  downloadFileCall,
  listFieldsCall,
  listInvitationsCall,
  revokeInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import {
  addParticipantCall,
  inviteParticipantCall,
  listParticipantsCall,
  removeParticipantCall,
} from 'shared/contract/participants'
import {
  approveDocumentCall,
  confirmReadingCall,
  forwardParticipationCall,
  openParticipationCall,
  rejectDocumentCall,
  seenDocumentCall,
  silenceParticipationCall,
} from 'shared/contract/participation'
import { handOverLinkCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { eventsOf, type Invited, startInvited, tokenIn } from '../../../test/support/invited.ts'
import { asParticipant, inviteTo } from '../../../test/support/participation.ts'
import { drawing, placeField, stated, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const approver = { kind: 'visto_bueno', name: 'Vera Bueno', email: 'vera@example.com' } as const
const reader = { kind: 'lectura', name: 'Lea Reyes', email: 'lea@example.com' } as const
const copy = { kind: 'copia', name: 'Cora Pérez', email: 'cora@example.com' } as const

const statusOf = async ({ server, document }: Invited): Promise<string> => {
  const row = server.services.db.selectFrom('documents').select('status').where('id', '=', document.id)
  return (await row.executeTakeFirstOrThrow()).status
}

const list = async ({ server, document, owner }: Invited) =>
  succeed(server, listParticipantsCall, { bearer: await owner(), params: { id: document.id } })

const turnsOf = async (invited: Invited): Promise<readonly boolean[]> => {
  const { server, document, owner } = invited
  const all = await succeed(server, listInvitationsCall, { bearer: await owner(), params: { id: document.id } })
  return all.map(({ waits }) => waits)
}

const revisionsOf = async ({ server, document }: Invited): Promise<number> =>
  (await server.services.db.selectFrom('revisions').select('number').where('document_id', '=', document.id).execute())
    .length

const signAll = async (invited: Invited): Promise<void> => {
  for (const field of [invited.ana, invited.luis]) await invited.sign(await invited.open(field.signer_email), field)
}

describe('an approval', () => {
  test('comes before every signature: signers wait, read for whom, and are mailed after it', async () => {
    const invited = await startInvited()
    const { server, ana } = invited
    const vera = await inviteTo(invited, approver)
    expect(await turnsOf(invited)).toEqual([true, true])
    const token = tokenIn(invited.lastMail('ana@example.com'))
    const opened = await succeed(server, validateInvitationCall, { query: { token } })
    expect(opened).toMatchObject({ turn: 'later', waits_for: ['Vera Bueno'] })
    const attempt = { bearer: opened.access_token, params: { fieldId: ana.id } }
    const signing = { field_id: ana.id, signature_data: drawing() }
    expect(await refuse(server, digitalSignCall, { ...attempt, body: signing })).toMatchObject({
      code: 'NOT_YOUR_TURN',
      message: expect.stringContaining('falta el visto bueno de Vera Bueno'),
    })
    const before = await revisionsOf(invited)
    const mails = await invited.mailsOf(async () =>
      succeed(server, approveDocumentCall, { ...(await asParticipant(invited, vera)), body: {} }),
    )
    expect([...mails].sort()).toEqual([
      'invitation ana@example.com',
      'invitation luis@example.com',
      'participant-answered olga@example.com',
    ])
    expect(await revisionsOf(invited)).toBe(before)
    expect(await turnsOf(invited)).toEqual([false, false])
    await signAll(invited)
    expect(await statusOf(invited)).toBe('COMPLETED')
    expect(await eventsOf(invited, 'document-approved')).toEqual([
      {
        kind: 'document-approved',
        actor: expect.stringMatching(/^guest:/),
        data: { participant: vera.id, role: 'visto_bueno', shown: 'no declarado' },
      },
    ])
  })

  test('the owner waits for it, too', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const own = await placeField(server, await invited.owner(), document.id, { field_type: 'PRIMARY' })
    const vera = await inviteTo(invited, approver)
    const sign = async () => ({
      bearer: await invited.owner(),
      params: { fieldId: own.id },
      body: { field_id: own.id, signature_data: drawing(), ...stated(document) },
    })
    expect(await refuse(server, digitalSignCall, await sign())).toMatchObject({ code: 'NOT_YOUR_TURN' })
    await succeed(server, approveDocumentCall, { ...(await asParticipant(invited, vera)), body: {} })
    await server.relay.tick()
    expect(invited.lastMail('olga@example.com')).toContain('Ahora te toca firmar a ti.')
    await succeed(server, digitalSignCall, await sign())
  })

  test('a repetition gets the first answer and changes nothing; two at once are one', async () => {
    const invited = await startInvited()
    const { server } = invited
    const call = { ...(await asParticipant(invited, await inviteTo(invited, approver))), body: {} }
    const both = await Promise.all([
      succeed(server, approveDocumentCall, call),
      succeed(server, approveDocumentCall, call),
    ])
    server.clock.advance(1000)
    const again = await succeed(server, approveDocumentCall, call)
    expect(both).toEqual([again, again])
    expect(await eventsOf(invited, 'document-approved')).toHaveLength(1)
    expect(await refuse(server, rejectDocumentCall, { ...call, body: { reason: 'Cambié de opinión' } })).toMatchObject({
      code: 'ALREADY_ANSWERED',
    })
    expect(await statusOf(invited)).toBe('PROCESSING')
  })

  test('before a later step it comes after the signatures of the earlier ones', async () => {
    const invited = await startInvited()
    const { server, document, ana, luis } = invited
    const order = { mode: 'ordered', steps: [[ana.id], [luis.id]] } as const
    const steps = order.steps.map((ids) => [...ids])
    await succeed(server, setSigningOrderCall, {
      bearer: await invited.owner(),
      params: { id: document.id },
      body: { ...order, steps },
    })
    const params = { id: document.id }
    const bearer = await invited.owner()
    const { id: participantId } = await succeed(server, addParticipantCall, {
      bearer,
      params,
      body: { ...approver, before_step: 2 },
    })
    const issued = await succeed(server, inviteParticipantCall, {
      bearer,
      params: { ...params, participantId },
      body: {},
    })
    expect(issued.message).toContain('cuando sea su turno')
    const invitationId = (await list(invited))[0]?.invitation?.id ?? 0
    const given = await succeed(server, handOverLinkCall, { bearer, params: { ...params, invitationId }, body: {} })
    const early = await succeed(server, openParticipationCall, { query: { token: tokenIn(given.url) } })
    expect(early.turn).toBe('later')
    const tooEarly = { bearer: early.access_token, params: { participantId } }
    for (const refusal of [
      refuse(server, approveDocumentCall, { ...tooEarly, body: {} }),
      refuse(server, rejectDocumentCall, { ...tooEarly, body: { reason: 'No' } }),
    ])
      expect(await refusal).toMatchObject({ code: 'NOT_YOUR_TURN' })
    const mails = await invited.mailsOf(async () => invited.sign(await invited.open('ana@example.com'), ana))
    expect([...mails].sort()).toEqual(['field-signed olga@example.com', 'invitation vera@example.com'])
    const luisToken = await invited.open('luis@example.com')
    await expect(invited.sign(luisToken, luis)).rejects.toThrow(/NOT_YOUR_TURN/)
    const token = tokenIn(invited.lastMail('vera@example.com'))
    const { access_token } = await succeed(server, openParticipationCall, { query: { token } })
    await succeed(server, approveDocumentCall, { bearer: access_token, params: { participantId }, body: {} })
    await invited.sign(await invited.open('luis@example.com'), luis)
    expect(await statusOf(invited)).toBe('COMPLETED')
  })

  test('a rejection has a reason and ends the document for everyone, also after a signature', async () => {
    const invited = await startInvited()
    const { server, ana, luis } = invited
    await invited.sign(await invited.open('ana@example.com'), ana)
    const vera = await inviteTo(invited, approver)
    const luisToken = tokenIn(invited.lastMail('luis@example.com'))
    const call = await asParticipant(invited, vera)
    expect(await refuse(server, rejectDocumentCall, { ...call, body: { reason: ' ' } })).toMatchObject({
      code: 'VALIDATION',
    })
    const mails = await invited.mailsOf(() =>
      succeed(server, rejectDocumentCall, { ...call, body: { reason: 'Falta el anexo' } }),
    )
    expect([...mails].sort()).toEqual(
      ['ana', 'luis', 'olga', 'vera'].map((name) => `document-declined ${name}@example.com`),
    )
    expect(invited.lastMail('olga@example.com')).toContain('Vera Bueno no dio su visto bueno')
    expect(invited.lastMail('ana@example.com')).toContain('tu firma sigue en el archivo')
    expect(await statusOf(invited)).toBe('CANCELLED')
    expect(await refuse(server, validateInvitationCall, { query: { token: luisToken } })).toMatchObject({
      code: 'DOCUMENT_CANCELLED',
    })
    expect(await refuse(server, openParticipationCall, { query: { token: vera.token } })).toMatchObject({
      code: 'INVITATION_DECLINED',
    })
    expect(await eventsOf(invited, 'document-rejected', 'document-cancelled')).toMatchObject([
      { kind: 'document-rejected', data: { participant: vera.id, reason: 'Falta el anexo' } },
      { kind: 'document-cancelled' },
    ])
    expect(luis.is_signed).toBe(false)
  })

  test('it states the file that was seen, and is refused for another one', async () => {
    const invited = await startInvited()
    const { server } = invited
    const call = await asParticipant(invited, await inviteTo(invited, approver))
    const other = { ...call, body: { document_sha256: 'a'.repeat(64) } }
    expect(await refuse(server, approveDocumentCall, other)).toMatchObject({ code: 'DOCUMENT_DIFFERS' })
    await succeed(server, approveDocumentCall, { ...call, body: { document_sha256: invited.document.sha256 } })
    expect(await eventsOf(invited, 'document-approved')).toMatchObject([{ data: { shown: invited.document.sha256 } }])
  })
})

describe('a reading', () => {
  test('is confirmed after the document was seen, and the document waits for it', async () => {
    const invited = await startInvited()
    const { server } = invited
    const lea = await inviteTo(invited, reader)
    const call = { ...(await asParticipant(invited, lea)), body: {} }
    expect(await turnsOf(invited)).toEqual([false, false])
    await signAll(invited)
    expect(await statusOf(invited)).toBe('PROCESSING')
    const row = server.services.db.selectFrom('documents').select('waits_for').where('id', '=', invited.document.id)
    expect(await row.executeTakeFirst()).toEqual({ waits_for: 'others' })
    expect(await refuse(server, confirmReadingCall, call)).toMatchObject({ code: 'DOCUMENT_NOT_OPENED' })
    await succeed(server, seenDocumentCall, call)
    const { answered_at } = await succeed(server, confirmReadingCall, call)
    expect(await statusOf(invited)).toBe('COMPLETED')
    expect(await succeed(server, confirmReadingCall, call)).toEqual({ success: true, answered_at })
    expect(await list(invited)).toMatchObject([{ id: lea.id, answered_at, invitation: { state: 'answered' } }])
  })

  test('the document completes without a reader whom the owner removes', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const lea = await inviteTo(invited, reader)
    const call = await asParticipant(invited, lea)
    await signAll(invited)
    const params = { id: document.id, participantId: lea.id }
    await succeed(server, removeParticipantCall, { bearer: await invited.owner(), params })
    expect(await statusOf(invited)).toBe('COMPLETED')
    expect(await refuse(server, confirmReadingCall, { ...call, body: {} })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    expect(await refuse(server, openParticipationCall, { query: { token: lea.token } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    expect(await list(invited)).toEqual([])
  })

  test('it cannot be taken back by removing the reader', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const lea = await inviteTo(invited, reader)
    const call = { ...(await asParticipant(invited, lea)), body: {} }
    await succeed(server, seenDocumentCall, call)
    await succeed(server, confirmReadingCall, call)
    const bearer = await invited.owner()
    const params = { id: document.id, participantId: lea.id }
    expect(await refuse(server, removeParticipantCall, { bearer, params })).toMatchObject({
      code: 'PARTICIPANT_ANSWERED',
    })
    expect(await refuse(server, inviteParticipantCall, { bearer, params, body: {} })).toMatchObject({
      code: 'PARTICIPANT_ANSWERED',
    })
  })
})

describe('a copy', () => {
  test.each([
    ['sent', ['invitation cora@example.com'], []],
    ['completed', [], ['invitation cora@example.com']],
    ['both', ['invitation cora@example.com'], ['invitation cora@example.com']],
  ] as const)('%s is mailed then, by a link that reads the document', async (copy_when, first, last) => {
    const invited = await startInvited()
    const { server, document } = invited
    const isCopy = (mail: string) => mail.endsWith('cora@example.com')
    const sent = await invited.mailsOf(() => inviteTo(invited, { ...copy, copy_when }))
    const completed = await invited.mailsOf(() => signAll(invited))
    expect([sent.filter(isCopy), completed.filter(isCopy)]).toEqual([first, last])
    expect(await statusOf(invited)).toBe('COMPLETED')
    const token = tokenIn(invited.lastMail('cora@example.com'))
    const opened = await succeed(server, openParticipationCall, { query: { token } })
    expect(opened).toMatchObject({ participant: { kind: 'copia' }, document: { is_complete: true } })
    const headers = { authorization: `Bearer ${opened.access_token}` }
    const url = pathOf(downloadFileCall, { id: document.id })
    expect((await server.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
    expect(await eventsOf(invited, 'copy-sent')).toHaveLength(first.length + last.length)
    const params = { id: document.id, participantId: opened.participant.id }
    await succeed(server, removeParticipantCall, { bearer: await invited.owner(), params })
    expect((await server.app.inject({ method: 'GET', url, headers })).statusCode).toBe(410)
  })

  test('it has nothing to answer, to forward or to be reminded of', async () => {
    const invited = await startInvited()
    const { server } = invited
    const cora = await inviteTo(invited, { ...copy, copy_when: 'both' })
    const call = await asParticipant(invited, cora)
    for (const refusal of [
      refuse(server, approveDocumentCall, { ...call, body: {} }),
      refuse(server, rejectDocumentCall, { ...call, body: { reason: 'No' } }),
      refuse(server, confirmReadingCall, { ...call, body: {} }),
      refuse(server, forwardParticipationCall, { ...call, body: { name: 'Eva Mora', email: 'eva@example.com' } }),
    ])
      expect(await refusal).toMatchObject({ code: 'FORBIDDEN' })
    server.clock.advance(5 * DAY_MS)
    expect((await invited.mailsOf(() => server.reminderMailer.tick())).filter((mail) => mail.includes('cora'))).toEqual(
      [],
    )
  })
})

describe('a token', () => {
  test('of a participant signs nothing, and one of a signer answers nothing', async () => {
    const invited = await startInvited()
    const { server, ana } = invited
    const lea = await inviteTo(invited, reader)
    const { bearer, params } = await asParticipant(invited, lea)
    const signing = { field_id: ana.id, signature_data: drawing() }
    for (const fieldId of [ana.id, lea.id])
      expect(await refuse(server, digitalSignCall, { bearer, params: { fieldId }, body: signing })).toMatchObject({
        code: 'FORBIDDEN',
      })
    const signer = await invited.open('ana@example.com')
    for (const call of [approveDocumentCall, confirmReadingCall])
      expect(await refuse(server, call, { bearer: signer, params, body: {} })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refuse(server, validateInvitationCall, { query: { token: lea.token } })).toMatchObject({
      code: 'INVITATION_WITHOUT_FIELD',
    })
    const token = tokenIn(invited.lastMail('ana@example.com'))
    expect(await refuse(server, openParticipationCall, { query: { token } })).toMatchObject({
      code: 'INVITATION_TO_SIGN',
    })
  })

  test('of one participant answers for no other, in this document and in others', async () => {
    const invited = await startInvited()
    const { server } = invited
    const lea = await inviteTo(invited, reader)
    const vera = await inviteTo(invited, approver)
    const { bearer } = await asParticipant(invited, lea)
    const asVera = { bearer, params: { participantId: vera.id }, body: {} }
    for (const call of [approveDocumentCall, confirmReadingCall, seenDocumentCall])
      expect(await refuse(server, call, asVera)).toMatchObject({ code: 'FORBIDDEN' })
    const owner = await invited.owner()
    const other = await uploadDocument(server, owner)
    const params = { id: other.id, participantId: vera.id }
    for (const call of [removeParticipantCall, inviteParticipantCall])
      expect(await refuse(server, call, { bearer: owner, params, body: {} })).toMatchObject({ code: 'NOT_FOUND' })
    const url = pathOf(downloadFileCall, { id: other.id })
    const headers = { authorization: `Bearer ${bearer}` }
    expect((await server.app.inject({ method: 'GET', url, headers })).statusCode).toBe(404)
  })

  test('with the claims of another participant is not accepted', async () => {
    const invited = await startInvited()
    const { server } = invited
    const [lea, vera] = [await inviteTo(invited, reader), await inviteTo(invited, approver)]
    const [one, two] = [await asParticipant(invited, lea), await asParticipant(invited, vera)]
    const [prefix, claims] = two.bearer.split('.')
    const forged = [prefix, claims, one.bearer.split('.')[2]].join('.')
    expect(await refuse(server, approveDocumentCall, { ...two, bearer: forged, body: {} })).toMatchObject({
      code: 'SESSION_EXPIRED',
    })
  })

  test('answers nothing after revocation, cancellation, expiry or the deadline', async () => {
    for (const [end, code] of [
      ['revoked', 'INVITATION_INVALID'],
      ['cancelled', 'DOCUMENT_CANCELLED'],
      ['expired', 'INVITATION_EXPIRED'],
      ['late', 'DOCUMENT_EXPIRED'],
    ] as const) {
      const invited = await startInvited()
      const { server, document } = invited
      const vera = await inviteTo(invited, approver)
      const call = { ...(await asParticipant(invited, vera)), body: {} }
      const { db, clock } = server.services
      const bearer = await invited.owner()
      const invitationId = (await list(invited))[0]?.invitation?.id ?? 0
      if (end === 'revoked')
        await succeed(server, revokeInvitationCall, { bearer, params: { id: document.id, invitationId } })
      if (end === 'cancelled')
        await succeed(server, cancelDocumentCall, { bearer, params: { id: document.id }, body: {} })
      if (end === 'expired')
        await db.updateTable('invitations').set({ expires_at: clock() }).where('id', '=', invitationId).execute()
      if (end === 'late')
        await db.updateTable('documents').set({ deadline: clock() }).where('id', '=', document.id).execute()
      expect(await refuse(server, approveDocumentCall, call)).toMatchObject({ code })
      expect(await refuse(server, openParticipationCall, { query: { token: vera.token } })).toMatchObject({ code })
      expect(await eventsOf(invited, 'document-approved')).toEqual([])
      await closeTestServers()
    }
  })

  test('an approval and its revocation at once: one of both wins, never half of each', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const call = { ...(await asParticipant(invited, await inviteTo(invited, approver))), body: {} }
    const invitationId = (await list(invited))[0]?.invitation?.id ?? 0
    const bearer = await invited.owner()
    const [approved, revoked] = await Promise.allSettled([
      succeed(server, approveDocumentCall, call),
      succeed(server, revokeInvitationCall, { bearer, params: { id: document.id, invitationId } }),
    ])
    const done = [approved, revoked].filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
    expect(await eventsOf(invited, 'document-approved', 'invitation-revoked')).toHaveLength(1)
  })
})

test('a reader forwards, turns reminders off and is reminded like a signer', async () => {
  const invited = await startInvited()
  const { server } = invited
  const lea = await inviteTo(invited, reader)
  const call = await asParticipant(invited, lea)
  const forwarded = { ...call, body: { name: 'Eva Mora', email: 'eva@example.com' } }
  expect(await invited.mailsOf(() => succeed(server, forwardParticipationCall, forwarded))).toEqual([
    'proposal olga@example.com',
  ])
  expect(await list(invited)).toMatchObject([{ invitation: { proposal: { name: 'Eva Mora' } } }])
  await succeed(server, silenceParticipationCall, { ...call, body: { silenced: true } })
  expect(await list(invited)).toMatchObject([{ invitation: { reminders: { silenced: true } } }])
  const fields = await succeed(server, listFieldsCall, {
    bearer: await invited.owner(),
    query: { user_file_id: String(invited.document.id) },
  })
  expect(fields).toHaveLength(2)
})
