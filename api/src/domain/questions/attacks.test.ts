import {
  answerQuestionCall,
  askAsParticipantCall,
  askQuestionCall,
  listQuestionsCall,
  ownQuestionsCall,
  participantQuestionsCall,
  QUESTION_MAX,
  UNANSWERED_MAX,
} from 'shared/contract/questions'
import { asParticipant, inviteTo } from '../../../test/support/participation.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { answerFirst, startAsking, threadsIn } from './test-support/asking.ts'

afterEach(closeTestServers)

describe('attacks', () => {
  test('another guest reads and writes no thread, neither of a signer nor of a participant', async () => {
    const { invited, server, ask: askThis } = await startAsking()
    await askThis('¿Incluye el parqueo?')
    const luis = { bearer: await invited.open('luis@example.com'), params: { fieldId: invited.ana.id } }
    const body = { text: 'Hola' }
    expect((await refuse(server, ownQuestionsCall, luis)).status).toBe(403)
    expect((await refuse(server, askQuestionCall, { ...luis, body })).status).toBe(403)
    const vera = await inviteTo(invited, { kind: 'visto_bueno', name: 'Vera Bueno', email: 'vera@example.com' })
    const lea = await inviteTo(invited, { kind: 'lectura', name: 'Lea Reyes', email: 'lea@example.com' })
    const asLea = { ...(await asParticipant(invited, lea)), params: { participantId: vera.id } }
    expect((await refuse(server, participantQuestionsCall, asLea)).status).toBe(403)
    expect((await refuse(server, askAsParticipantCall, { ...asLea, body })).status).toBe(403)
    const byField = { bearer: asLea.bearer, params: { fieldId: invited.ana.id } }
    expect((await refuse(server, ownQuestionsCall, byField)).status).toBe(403)
    const own = { bearer: luis.bearer, params: { fieldId: invited.luis.id } }
    expect(await succeed(server, ownQuestionsCall, own)).toEqual({ messages: [] })
  })

  test('a guest neither lists nor answers, and another account finds nothing', async () => {
    const { invited, server, call, ask: askThis } = await startAsking()
    await askThis('¿Incluye el parqueo?')
    const [thread] = await threadsIn(invited)
    const params = { id: invited.document.id, threadId: thread?.id ?? 0 }
    const body = { text: 'Sí, firma tranquila.' }
    expect((await refuse(server, answerQuestionCall, { bearer: call.bearer, params, body })).status).toBe(403)
    expect((await refuse(server, listQuestionsCall, { bearer: call.bearer, params })).status).toBe(403)
    const eve = (await registerPerson(server, 'eve')).access_token
    expect(await refuse(server, answerQuestionCall, { bearer: eve, params, body })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refuse(server, listQuestionsCall, { bearer: eve, params })).toMatchObject({ code: 'NOT_FOUND' })
    expect((await threadsIn(invited))[0]?.messages).toHaveLength(1)
  })

  test('the link of the owner’s mail answers nothing without the owner’s session, and a forged one finds nothing', async () => {
    const { invited, server, ask: askThis } = await startAsking()
    await askThis('¿Incluye el parqueo?')
    await server.relay.tick()
    const mail = invited.lastMail('olga@example.com')
    const link = new URL(/https?:\S+\/dashboard\S*/.exec(mail)?.[0] ?? 'https://none.example')
    expect([...link.searchParams.keys()]).toEqual(['documento', 'preguntas'])
    const id = Number(link.searchParams.get('documento'))
    const threadId = Number(link.searchParams.get('preguntas'))
    const body = { text: 'Sí.' }
    const anonymous = await refuse(server, answerQuestionCall, { params: { id, threadId }, body })
    expect(anonymous.status).toBe(401)
    for (const token of [String(threadId), link.search])
      expect((await refuse(server, answerQuestionCall, { bearer: token, params: { id, threadId }, body })).status).toBe(
        401,
      )
    const forged = { bearer: await invited.owner(), params: { id, threadId: threadId + 1 }, body }
    expect(await refuse(server, answerQuestionCall, forged)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('HTML and links of a question are text in both parts of the mail', async () => {
    const { invited, server, ask: askThis } = await startAsking()
    await askThis(
      '<img src=x onerror=alert(1)>\nEntra a https://mal.example/robo o www.mal.example\n</blockquote><a href="https://mal.example">Firma</a>',
    )
    await answerFirst(invited, '<b>Mira</b> http://otro.example/x')
    await server.relay.tick()
    for (const { mail } of server.delivered.slice(-2)) {
      expect(mail.html_body).not.toMatch(/<img|<b>|onerror=alert\(1\)>[^&]|href="[^"]*(?:mal|otro)\.example/)
      expect(mail.text_body).not.toMatch(/https?:\/\/(?:mal|otro)\.example|www\.mal\.example/)
      expect(mail.subject).not.toMatch(/[\r\n<]/)
    }
    const html = server.delivered.at(-2)?.mail.html_body ?? ''
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).toContain('https[:]//mal[.]example/robo')
  })

  test.each([
    ['too long', 'a'.repeat(QUESTION_MAX + 1)],
    ['empty', '  \n '],
    ['a bidi override', 'Pago de \u202E0001 colones'],
    ['a zero-width character', 'Hola\u200B'],
    ['a control character', 'Hola\u0007'],
  ])('a text that is %s is refused with its field, and nothing is stored or mailed', async (_, text) => {
    const { invited, server, call } = await startAsking()
    const mails = await invited.mailsOf(async () => {
      const refusal = await refuse(server, askQuestionCall, { ...call, body: { text } })
      expect(refusal).toMatchObject({ code: 'VALIDATION', fields: { text: expect.any(String) } })
    })
    expect(mails).toEqual([])
    expect(await threadsIn(invited)).toEqual([])
  })

  test('a flood ends with a clear text, and the owner can still answer', async () => {
    const { invited, server, call, ask: askThis } = await startAsking({ variables: { RATE_LIMIT_FACTOR: '1' } })
    for (let number = 1; number <= UNANSWERED_MAX; number += 1) await askThis(`Pregunta ${number}`)
    const waiting = await refuse(server, askQuestionCall, { ...call, body: { text: 'Otra' } })
    expect(waiting).toMatchObject({ code: 'QUESTIONS_FULL' })
    expect(waiting.message).toContain('Espera la respuesta')
    const limited = await refuse(server, askQuestionCall, { ...call, body: { text: 'Otra' } })
    expect(limited).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(limited.message).toMatch(/Espera (?:\d+ minutos|1 hora) y vuelve a intentarlo/)
    expect((await answerFirst(invited, 'A todo: sí.')).unanswered).toBe(0)
  })
})
