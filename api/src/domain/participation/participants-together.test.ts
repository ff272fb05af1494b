import { cancelDocumentCall } from 'shared/contract'
import { addParticipantCall, inviteParticipantCall, listParticipantsCall } from 'shared/contract/participants'
import { openParticipationCall } from 'shared/contract/participation'
import { invitationToken, inviteSigner, registerPerson } from '../../../test/support/people.ts'
import { startSending, type TestSending } from '../../../test/support/sendings.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const EVA = { kind: 'lectura', name: 'Eva Mora', email: 'eva@example.com' } as const

const addTogether = ({ server, bearer, documents }: TestSending, over: object = {}) =>
  succeed(server, addParticipantCall, {
    bearer,
    params: { id: documents[0].id },
    body: { ...EVA, in_sending: true, ...over },
  })

const peopleOf = ({ server, bearer, documents }: TestSending) =>
  Promise.all(documents.map(({ id }) => succeed(server, listParticipantsCall, { bearer, params: { id } })))

const namesIn = async (sending: TestSending) =>
  (await peopleOf(sending)).map((people) => people.map(({ kind, name }) => `${kind} ${name}`))

const invite = ({ server, bearer, documents }: TestSending, participantId: number) =>
  succeed(server, inviteParticipantCall, { bearer, params: { id: documents[0].id, participantId }, body: {} })

test('a reader is added to all documents, and invited in all by one mail', async () => {
  const sending = await startSending()
  const { server, documents } = sending
  const { id } = await addTogether(sending)
  expect(await namesIn(sending)).toEqual(documents.map(() => ['lectura Eva Mora']))
  await invite(sending, id)
  expect((await peopleOf(sending)).map(([one]) => one?.invitation?.state)).toEqual(documents.map(() => 'standing'))
  await server.relay.tick()
  const mails = server.delivered.filter(({ mail }) => mail.to_address === EVA.email)
  expect(mails).toHaveLength(1)
  const query = { token: await invitationToken(server, EVA.email) }
  expect((await succeed(server, openParticipationCall, { query })).participant.name).toBe(EVA.name)
  await invite(sending, id)
  await server.relay.tick()
  expect(server.delivered.filter(({ mail }) => mail.to_address === EVA.email)).toHaveLength(2)
})

test('a document in which the person takes part so stays as it is; another kind does not count', async () => {
  const sending = await startSending()
  const { server, bearer, documents } = sending
  const body = { ...EVA, note: 'Ya estaba' }
  await succeed(server, addParticipantCall, { bearer, params: { id: documents[1].id }, body })
  const copy = { ...EVA, kind: 'copia' as const }
  await succeed(server, addParticipantCall, { bearer, params: { id: documents[2].id }, body: copy })
  await addTogether(sending)
  expect(await namesIn(sending)).toEqual([
    ['lectura Eva Mora'],
    ['lectura Eva Mora'],
    ['copia Eva Mora', 'lectura Eva Mora'],
  ])
  expect((await peopleOf(sending))[1]?.[0]?.note).toBe('Ya estaba')
})

test('a cancelled document invites no more', async () => {
  const sending = await startSending()
  const { server, bearer, documents, anas } = sending
  const { id } = await addTogether(sending)
  await inviteSigner(server, bearer, anas[0])
  await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[1].id }, body: {} })
  await invite(sending, id)
  expect((await peopleOf(sending)).map(([one]) => one?.invitation?.state)).toEqual(['standing', undefined, 'standing'])
})

describe('refused, with nothing added anywhere', () => {
  const cases: readonly [string, (sending: TestSending) => Promise<unknown>, object, string][] = [
    [
      'a sending that was sent',
      ({ server, bearer, anas }) => inviteSigner(server, bearer, anas[0]),
      {},
      'SENDING_SENT',
    ],
    ['the owner', () => Promise.resolve(), { email: 'olga@example.com' }, 'VALIDATION'],
  ]
  test.each(cases)('%s', async (_, prepare, over, code) => {
    const sending = await startSending()
    const { server, bearer, documents } = sending
    await prepare(sending)
    const call = { bearer, params: { id: documents[0].id }, body: { ...EVA, in_sending: true, ...over } }
    expect(await refuse(server, addParticipantCall, call)).toMatchObject({ code })
    expect(await namesIn(sending)).toEqual([[], [], []])
  })

  test('another account', async () => {
    const sending = await startSending()
    const { server, documents } = sending
    const { access_token: bearer } = await registerPerson(server, 'eve')
    const call = { bearer, params: { id: documents[0].id }, body: { ...EVA, in_sending: true } }
    expect(await refuse(server, addParticipantCall, call)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await namesIn(sending)).toEqual([[], [], []])
  })
})
