import { deleteFileCall } from 'shared/contract'
import { signerCopyCall, signerRemovalCall } from 'shared/contract/accounts'
import { ownQuestionsCall } from 'shared/contract/questions'
import { eventsOf, tokenIn } from '../../../test/support/invited.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { answerFirst, askAs, startAsking, threadsIn } from './test-support/asking.ts'

afterEach(closeTestServers)

/** Ana and Luis have a thread each; the answer to Luis names Ana. */
const startTwo = async () => {
  const started = await startAsking()
  const { invited, ask } = started
  await invited.server.relay.tick()
  const [anasToken, luisToken] = ['ana@example.com', 'luis@example.com'].map((to) => tokenIn(invited.lastMail(to)))
  const luis = { bearer: await invited.open('luis@example.com'), params: { fieldId: invited.luis.id } }
  await askAs(invited, luis, '¿Quién firma antes?')
  await answerFirst(invited, 'Antes firma Ana Rojas.')
  await ask('¿Incluye el parqueo?')
  return { ...started, luis, anasToken, luisToken }
}

test('a person’s copy has their thread alone, with what explains the log’s hashes', async () => {
  const { server, luisToken } = await startTwo()
  const answer = await server.app.inject({
    method: 'POST',
    url: signerCopyCall.path,
    payload: { token: luisToken },
  })
  const facts = JSON.parse(new TextDecoder().decode(readArchive(answer.rawPayload).get('datos.json'))) as {
    preguntas: { texto: string; sha256: string }[]
    registro: { que: string; detalle: { message_sha256?: string } }[]
  }
  expect(facts.preguntas.map(({ texto }) => texto)).toEqual(['¿Quién firma antes?', 'Antes firma Ana Rojas.'])
  const logged = facts.registro.find(({ que }) => que === 'question-asked')
  expect(logged?.detalle.message_sha256).toBe(facts.preguntas[0]?.sha256)
})

test('who has not signed is forgotten: thread, mails and texts that name them; the log stays whole', async () => {
  const { invited, server, luis, anasToken } = await startTwo()
  // Mails to others that are still queued are sent.
  await server.relay.tick()
  await succeed(server, signerRemovalCall, { body: { token: anasToken ?? '' } })
  const left = await threadsIn(invited)
  expect(left.map(({ name, messages }) => [name, messages.map(({ text }) => text)])).toEqual([
    ['Luis Mata', ['¿Quién firma antes?', '']],
  ])
  expect((await succeed(server, ownQuestionsCall, luis)).messages).toHaveLength(2)
  const { db } = server.services
  const rows = [
    await db.selectFrom('question_messages').selectAll().execute(),
    await db.selectFrom('outbox').select(['text_body', 'html_body']).execute(),
  ]
  expect(JSON.stringify(rows)).not.toMatch(/parqueo|Antes firma Ana/)
  expect(await eventsOf(invited, 'question-asked')).toHaveLength(2)
})

test('questions are erased with their document', async () => {
  const { invited, server } = await startTwo()
  await succeed(server, deleteFileCall, { bearer: await invited.owner(), params: { id: invited.document.id } })
  server.clock.advance(31 * DAY_MS)
  await server.retention.tick()
  const { db } = server.services
  for (const table of ['question_messages', 'question_threads'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})
