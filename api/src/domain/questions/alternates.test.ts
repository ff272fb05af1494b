import { validateInvitationCall } from 'shared/contract'
import { answerQuestionCall, askQuestionCall, listQuestionsCall } from 'shared/contract/questions'
import { ANA, LUIS, luis, startAlternates } from '../../../test/support/alternates.ts'
import { tokenIn } from '../../../test/support/invited.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const startBoth = async () => {
  const started = await startAlternates()
  await started.add(luis)
  await started.invite()
  const { server, of, field, guest } = started
  const ask = async (address: string, text: string) =>
    succeed(server, askQuestionCall, { bearer: await guest(address), params: { fieldId: field.id }, body: { text } })
  const answer = async (address: string, text: string) => {
    const thread = (await succeed(server, listQuestionsCall, of)).find(({ email }) => email === address)
    const params = { ...of.params, threadId: thread?.id ?? 0 }
    return succeed(server, answerQuestionCall, { ...of, params, body: { text } })
  }
  return { ...started, ask, answer }
}

test('two who may sign one field have a thread each, and each answer holds the link of the person who asked', async () => {
  const { server, ask, answer, mailsOf, lastMail } = await startBoth()
  await ask(ANA, '¿Es mi copia?')
  await ask(LUIS, '¿Firmo yo?')
  await server.relay.tick()
  for (const address of [LUIS, ANA]) {
    expect(await mailsOf(() => answer(address, `Para ${address}`))).toEqual([`question-answered ${address}`])
    const token = tokenIn(lastMail(address))
    const { signature_field } = await succeed(server, validateInvitationCall, { query: { token } })
    expect(signature_field?.signer_email).toBe(address)
  }
})

test('after another signed, a question is refused with that reason, and the answer does not ask for a signature', async () => {
  const { server, ask, answer, sign, guest, field, lastMail } = await startBoth()
  await ask(ANA, '¿Es mi copia?')
  const ana = { bearer: await guest(ANA), params: { fieldId: field.id } }
  await sign(await guest(LUIS))
  const refused = await refuse(server, askQuestionCall, { ...ana, body: { text: '¿Y ahora?' } })
  expect(refused).toMatchObject({ code: 'QUESTIONS_CLOSED', message: expect.stringContaining('Ya firmó otra persona') })
  await answer(ANA, 'Ya no hace falta.')
  await server.relay.tick()
  expect(lastMail(ANA)).toContain('Ya no hace falta.')
  expect(lastMail(ANA)).not.toContain('firmar')
})
