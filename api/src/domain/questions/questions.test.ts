import { cancelDocumentCall, declineInvitationCall, revokeInvitationCall } from 'shared/contract'
import {
  answerQuestionCall,
  askAsParticipantCall,
  askQuestionCall,
  listQuestionsCall,
  ownQuestionsCall,
  participantQuestionsCall,
} from 'shared/contract/questions'
import { correctAddressCall } from 'shared/contract/signing-order'
import { createApiClient } from '../../../test/support/api-clients.ts'
import { aboutAna, countChanges, eventsOf, type Invited, startInvited } from '../../../test/support/invited.ts'
import { asParticipant, inviteTo } from '../../../test/support/participation.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { addWebhook, openReceiver } from '../../../test/support/webhook-receiver.ts'
import { answerFirst, askAs, listedQuestions, startAsking, threadsIn } from './test-support/asking.ts'
import { messageHash } from './threads.ts'

afterEach(closeTestServers)

test('a signer asks, the owner is mailed and answers, and the signer is mailed and reads it', async () => {
  const { invited, server, call, ask: askThis } = await startAsking()
  expect(await succeed(server, ownQuestionsCall, call)).toEqual({ messages: [] })
  expect(await listedQuestions(invited)).toBeUndefined()
  let mails = await invited.mailsOf(() => askThis('¿Incluye el parqueo?\nSon dos carros.'))
  expect(mails).toEqual(['question-asked olga@example.com'])
  const asked = invited.lastMail('olga@example.com')
  expect(asked).toContain('> ¿Incluye el parqueo?\n> Son dos carros.')
  const [thread] = await threadsIn(invited)
  expect(asked).toContain(`/dashboard?documento=${invited.document.id}&preguntas=${thread?.id}`)
  expect(thread).toMatchObject({ name: 'Ana Rojas', email: 'ana@example.com', unanswered: 1, can_answer: true })
  expect(await listedQuestions(invited)).toEqual({ threads: 1, unanswered: 1 })

  mails = await invited.mailsOf(() => answerFirst(invited, 'Sí, los dos.'))
  expect(mails).toEqual(['question-answered ana@example.com'])
  expect(invited.lastMail('ana@example.com')).toContain('> Sí, los dos.')
  expect(invited.lastMail('ana@example.com')).toContain('&preguntas=si')
  expect(await listedQuestions(invited)).toEqual({ threads: 1, unanswered: 0 })
  const { messages } = await succeed(server, ownQuestionsCall, call)
  expect(messages.map(({ number, by, text }) => [number, by, text])).toEqual([
    [1, 'guest', '¿Incluye el parqueo?\nSon dos carros.'],
    [2, 'owner', 'Sí, los dos.'],
  ])
})

test('the log says who asked and answered, with a hash that only the stored text and salt explain', async () => {
  const { invited, server, ask: askThis } = await startAsking()
  await askThis('¿Incluye el parqueo?')
  await answerFirst(invited, 'Sí.')
  const stored = await server.services.db.selectFrom('question_messages').selectAll().orderBy('number').execute()
  const hashes = stored.map(messageHash)
  expect(await eventsOf(invited, 'question-asked', 'question-answered')).toEqual([
    {
      kind: 'question-asked',
      actor: expect.stringMatching(/^guest:/),
      data: { field: invited.ana.id, message: 1, message_sha256: hashes[0] },
    },
    {
      kind: 'question-answered',
      actor: `user:${invited.olga.user.id}`,
      data: {
        field: invited.ana.id,
        name: 'Ana Rojas',
        email: 'ana@example.com',
        message: 2,
        message_sha256: hashes[1],
      },
    },
  ])
  expect(new Set(stored.map(({ salt }) => salt)).size).toBe(2)
})

test('people who approve or read ask, too; each has an own thread, and a copy has none', async () => {
  const { invited, server, ask: askThis } = await startAsking()
  await askThis('¿Cuándo entrego?')
  const vera = await inviteTo(invited, { kind: 'visto_bueno', name: 'Vera Bueno', email: 'vera@example.com' })
  const asVera = await asParticipant(invited, vera)
  const body = { text: '¿Quién revisó el monto?' }
  server.clock.advance(1000)
  await succeed(server, askAsParticipantCall, { ...asVera, body })
  await server.relay.tick()
  expect(invited.lastMail('olga@example.com')).toContain('Vera Bueno te escribió antes de responder.')
  expect((await threadsIn(invited)).map(({ name, messages }) => [name, messages.length])).toEqual([
    ['Ana Rojas', 1],
    ['Vera Bueno', 1],
  ])
  const { messages } = await succeed(server, participantQuestionsCall, asVera)
  expect(messages.map(({ text }) => text)).toEqual(['¿Quién revisó el monto?'])
  const cora = await inviteTo(invited, {
    kind: 'copia',
    name: 'Cora Pérez',
    email: 'cora@example.com',
    copy_when: 'sent',
  })
  const asCora = await asParticipant(invited, cora)
  expect(await refuse(server, askAsParticipantCall, { ...asCora, body })).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refuse(server, participantQuestionsCall, asCora)).toMatchObject({ code: 'FORBIDDEN' })
})

test('a question that is sent twice is one, with one mail; so is an answer', async () => {
  const { invited, ask: askThis } = await startAsking()
  const asked = await invited.mailsOf(async () => {
    await Promise.all([askThis('¿Incluye el parqueo?'), askThis('¿Incluye el parqueo?')])
    expect(await countChanges(invited, () => askThis('¿Incluye el parqueo?'))).toBe(0)
  })
  expect(asked).toHaveLength(1)
  const answered = await invited.mailsOf(async () => {
    await answerFirst(invited, 'Sí.')
    expect((await answerFirst(invited, 'Sí.')).messages).toHaveLength(2)
  })
  expect(answered).toHaveLength(1)
})

test('a question that the owner had not read stays unanswered', async () => {
  const { invited, ask: askThis } = await startAsking()
  await askThis('¿Uno?')
  await askThis('¿Dos?')
  expect((await answerFirst(invited, 'Al primero: sí.', 1)).unanswered).toBe(1)
  expect((await answerFirst(invited, 'Al segundo: no.')).unanswered).toBe(0)
})

test('the order of signing does not wait for an answer, and after signing there is no new question', async () => {
  const { invited, server, call, ask: askThis } = await startAsking()
  await askThis('¿Incluye el parqueo?')
  await invited.sign(call.bearer, invited.ana)
  const refusal = await refuse(server, askQuestionCall, { ...call, body: { text: '¿Y la bodega?' } })
  expect(refusal).toMatchObject({ code: 'QUESTIONS_CLOSED', status: 409 })
  expect(refusal.message).toContain('Ya firmaste este documento')
  expect((await threadsIn(invited))[0]).toMatchObject({ can_answer: true, unanswered: 1 })
  await answerFirst(invited, 'Sí.')
  expect((await succeed(server, ownQuestionsCall, call)).messages).toHaveLength(2)
})

describe('the end of an invitation', () => {
  test.each([
    ['is revoked', async (invited: Invited) => succeed(invited.server, revokeInvitationCall, await aboutAna(invited))],
    [
      'is declined',
      async (invited: Invited) =>
        succeed(invited.server, declineInvitationCall, {
          bearer: await invited.open('ana@example.com'),
          params: { fieldId: invited.ana.id },
          body: { reason: 'No' },
        }),
    ],
    [
      'ends with the document',
      async (invited: Invited) =>
        succeed(invited.server, cancelDocumentCall, {
          bearer: await invited.owner(),
          params: { id: invited.document.id },
          body: { reason: '' },
        }),
    ],
  ] as const)(
    'an invitation that %s reads and asks nothing; the owner reads, and can no longer answer',
    async (_, end) => {
      const { invited, server, call, ask: askThis } = await startAsking()
      await askThis('¿Incluye el parqueo?')
      await end(invited)
      expect((await refuse(server, ownQuestionsCall, call)).status).toBe(410)
      expect((await refuse(server, askQuestionCall, { ...call, body: { text: '¿Hola?' } })).status).toBe(410)
      const [thread] = await threadsIn(invited)
      expect(thread).toMatchObject({ can_answer: false, messages: [{ text: '¿Incluye el parqueo?' }] })
      const params = { id: invited.document.id, threadId: thread?.id ?? 0 }
      const attempt = { bearer: await invited.owner(), params, body: { text: 'Sí.' } }
      const refusal = await refuse(server, answerQuestionCall, attempt)
      expect(refusal).toMatchObject({ code: 'QUESTIONS_CLOSED' })
      expect(refusal.message).toContain('Ana Rojas ya no tiene un enlace')
      expect(await listedQuestions(invited)).toEqual({ threads: 1, unanswered: 0 })
    },
  )

  test('a corrected address begins an own thread: the new holder does not read what another one wrote', async () => {
    const { invited, server, ask: askThis } = await startAsking()
    await askThis('¿Incluye el parqueo?')
    await succeed(server, correctAddressCall, { ...(await aboutAna(invited)), body: { email: 'ana.mora@example.com' } })
    await server.relay.tick()
    const call = { bearer: await invited.open('ana.mora@example.com'), params: { fieldId: invited.ana.id } }
    expect(await succeed(server, ownQuestionsCall, call)).toEqual({ messages: [] })
    server.clock.advance(1000)
    await askAs(invited, call, '¿Y la bodega?')
    expect((await threadsIn(invited)).map(({ email, can_answer }) => [email, can_answer])).toEqual([
      ['ana@example.com', false],
      ['ana.mora@example.com', true],
    ])
  })
})

describe('programs', () => {
  test('list and answer with their scopes only', async () => {
    const { invited, server, ask: askThis } = await startAsking()
    await askThis('¿Incluye el parqueo?')
    const [thread] = await threadsIn(invited)
    const params = { id: invited.document.id, threadId: thread?.id ?? 0 }
    const program = async (...scopes: ('documents:read' | 'documents:write')[]) =>
      (await createApiClient(server, await invited.owner(), { scopes })).token
    const reads = await program('documents:read')
    expect(await succeed(server, listQuestionsCall, { bearer: reads, params })).toHaveLength(1)
    const body = { text: 'Sí.' }
    expect(await refuse(server, answerQuestionCall, { bearer: reads, params, body })).toMatchObject({
      code: 'FORBIDDEN',
    })
    const writes = await program('documents:write')
    expect((await succeed(server, answerQuestionCall, { bearer: writes, params, body })).unanswered).toBe(0)
  })
})

test('a webhook tells a program that a person asked, without the text', async () => {
  const receiver = await openReceiver()
  const invited = await startInvited({ variables: { WEBHOOK_LOCAL: '1' } })
  await addWebhook(invited.server, { bearer: await invited.owner(), url: receiver.url, events: ['question.asked'] })
  const call = { bearer: await invited.open('ana@example.com'), params: { fieldId: invited.ana.id } }
  await askAs(invited, call, '¿Incluye el parqueo?')
  await invited.server.webhooks.tick()
  const [body = ''] = receiver.received.map((received) => received.body)
  expect(JSON.parse(body)).toMatchObject({
    type: 'question.asked',
    data: { document: { id: invited.document.id }, signer: { name: 'Ana Rojas', email: 'ana@example.com' } },
  })
  expect(body).not.toContain('parqueo')
  await receiver.close()
})
