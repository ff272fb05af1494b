import {
  cancelDocumentCall,
  digitalSignCall,
  getFileCall,
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
  openParticipationCall,
  rejectDocumentCall,
  silenceParticipationCall,
} from 'shared/contract/participation'
import { nextInSendingCall } from 'shared/contract/sendings'
import { correctAddressCall, setDeadlineCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { tokenIn } from '../../../test/support/invited.ts'
import { drawing, invitationToken, inviteSigner, stated } from '../../../test/support/people.ts'
import { actOn, signAs, startSending, type TestSending } from '../../../test/support/sendings.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

type Kind = 'visto_bueno' | 'lectura' | 'copia'

const EVA = { name: 'Eva Mora', email: 'eva@example.com' }
const ALL = [0, 1, 2] as const

const startWithEva = async (kind: Kind, where: readonly (0 | 1 | 2)[] = ALL, over: object = {}) => {
  const sending = await startSending()
  const { server, bearer, documents } = sending
  const body = { ...EVA, kind, ...over }
  const evas: { id: number; participantId: number }[] = []
  for (const index of where) {
    const params = { id: documents[index].id }
    const { id: participantId } = await succeed(server, addParticipantCall, { bearer, params, body })
    evas.push({ ...params, participantId })
  }
  const invite = (index = 0) =>
    succeed(server, inviteParticipantCall, { bearer, params: evas[index] ?? { id: 0, participantId: 0 }, body: {} })
  const open = async () =>
    succeed(server, openParticipationCall, { query: { token: await invitationToken(server, EVA.email) } })
  const invitationIn = async (index: 0 | 1 | 2) => {
    const listed = await succeed(server, listParticipantsCall, { bearer, params: { id: documents[index].id } })
    return listed.find(({ name }) => name === EVA.name)?.invitation
  }
  return { ...sending, evas, invite, open, invitationIn }
}

type WithEva = Awaited<ReturnType<typeof startWithEva>>

/** What left since the last call, to Eva, or to another address. */
const mailsOf = async ({ server }: Pick<TestSending, 'server'>, address = EVA.email) => {
  const before = server.delivered.length
  await server.relay.tick()
  return server.delivered.slice(before).flatMap(({ mail }) => (mail.to_address === address ? [mail] : []))
}

const subjectsOf = async (sending: Pick<TestSending, 'server'>, address?: string) =>
  (await mailsOf(sending, address)).map(({ subject }) => subject)

const tokenOfPath = (path: string | null | undefined) => ({
  token: new URL(path ?? '', 'https://trazo.example').searchParams.get('token') ?? '',
})

describe('one mail, one link', () => {
  test('the mail names the documents, and its page lists them with a link each', async () => {
    const sending = await startWithEva('visto_bueno')
    const { server, documents, invite, open } = sending
    await invite()
    const [mail, ...others] = await mailsOf(sending)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('María José Núñez pide tu visto bueno para «Contrato.pdf» y 2 documentos más')
    for (const name of ['Contrato.pdf', 'Inventario.pdf', 'Reglamento.pdf']) expect(mail?.text_body).toContain(name)
    const listed = (await open()).sending?.documents ?? []
    expect(listed.map(({ id, state }) => [id, state])).toEqual(documents.map(({ id }) => [id, 'open']))
    const third = await succeed(server, openParticipationCall, { query: tokenOfPath(listed[2]?.path) })
    expect(third.document.id).toBe(documents[2].id)
    const approve = { bearer: third.access_token, params: { participantId: third.participant.id }, body: {} }
    await succeed(server, approveDocumentCall, approve)
    expect((await open()).sending?.documents.map(({ state }) => state)).toEqual(['open', 'open', 'signed'])
  })

  test('of two of three documents; the third, and the same person as signer, is another matter', async () => {
    const sending = await startWithEva('lectura', [0, 2])
    const { documents, invite, open } = sending
    await invite(1)
    const [mail] = await mailsOf(sending)
    expect(mail?.subject).toBe('María José Núñez pide que leas «Reglamento.pdf» y 1 documento más')
    expect(mail?.text_body).not.toContain('Inventario.pdf')
    expect((await open()).sending?.documents.map(({ id }) => id)).toEqual([documents[0].id, documents[2].id])
  })

  test('a person of one document gets the mail of a document alone, without a list', async () => {
    const sending = await startWithEva('lectura', [1])
    await sending.invite()
    expect(await subjectsOf(sending)).toEqual(['María José Núñez pide que leas «Inventario.pdf»'])
    expect((await sending.open()).sending).toBeUndefined()
  })

  test('a client that names the person in each document, also at once, sends one mail; later it sends again', async () => {
    const sending = await startWithEva('copia', ALL, { copy_when: 'sent' })
    const { server, invite } = sending
    await Promise.all([invite(0), invite(1), invite(2)])
    expect(await mailsOf(sending)).toHaveLength(1)
    server.clock.advance(2 * MINUTE_MS)
    await invite(1)
    expect(await mailsOf(sending)).toHaveLength(1)
  })

  test('each kind has its mail: what is asked differs', async () => {
    const sending = await startWithEva('visto_bueno', [0, 1])
    const { server, bearer, documents } = sending
    const params = { id: documents[2].id }
    const copy = { ...EVA, kind: 'copia' as const, copy_when: 'sent' as const }
    await succeed(server, addParticipantCall, { bearer, params, body: copy })
    await sending.invite()
    expect(await subjectsOf(sending)).toEqual([
      'María José Núñez pide tu visto bueno para «Contrato.pdf» y 1 documento más',
    ])
  })

  test('the link of another person opens and answers nothing of theirs', async () => {
    const sending = await startWithEva('visto_bueno')
    const { server, evas, invite, open } = sending
    await invite()
    const { access_token: bearer } = await open()
    const params = { participantId: evas[1]?.participantId ?? 0 }
    expect(await refuse(server, approveDocumentCall, { bearer, params, body: {} })).toMatchObject({ code: 'FORBIDDEN' })
    const reject = { bearer, params, body: { reason: 'No corresponde.' } }
    expect(await refuse(server, rejectDocumentCall, reject)).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a document of the sending ends', () => {
  test('before the invitation: the mail does not name it', async () => {
    const sending = await startWithEva('lectura')
    const { server, bearer, documents, anas, invite } = sending
    await inviteSigner(server, bearer, anas[0])
    await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[1].id }, body: {} })
    await invite()
    const [mail] = await mailsOf(sending)
    expect(mail?.subject).toBe('María José Núñez pide que leas «Contrato.pdf» y 1 documento más')
    expect(mail?.text_body).not.toContain('Inventario.pdf')
  })

  test('after it: the person is told, also if another document had the mail, and the link leads on', async () => {
    const sending = await startWithEva('lectura')
    const { server, bearer, documents, invite } = sending
    await invite()
    const query = { token: await invitationToken(server, EVA.email) }
    await mailsOf(sending)
    for (const index of [2, 0] as const)
      await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[index].id }, body: {} })
    expect(await subjectsOf(sending)).toEqual([
      'María José Núñez canceló la firma de «Reglamento.pdf»',
      'María José Núñez canceló la firma de «Contrato.pdf»',
    ])
    expect(await refuse(server, openParticipationCall, { query })).toMatchObject({ code: 'DOCUMENT_CANCELLED' })
    const { path } = await succeed(server, nextInSendingCall, { query })
    const { document, sending: list } = await succeed(server, openParticipationCall, { query: tokenOfPath(path) })
    expect(document.id).toBe(documents[1].id)
    expect(list?.documents.map(({ state, path: to }) => [state, to === null])).toEqual([
      ['ended', true],
      ['open', false],
      ['ended', true],
    ])
  })
})

describe('what reaches all documents', () => {
  const startInvited = async (kind: Kind): Promise<WithEva> => {
    const sending = await startWithEva(kind, ALL, kind === 'copia' ? { copy_when: 'sent' } : {})
    await sending.invite()
    await mailsOf(sending)
    return sending
  }

  test('one reminder counts for all', async () => {
    const sending = await startInvited('lectura')
    const { server } = sending
    server.clock.advance(4 * DAY_MS)
    await server.reminderMailer.tick()
    expect(await subjectsOf(sending)).toEqual([
      'Recordatorio: María José Núñez pide que leas «Contrato.pdf» y 2 documentos más',
    ])
    await server.reminderMailer.tick()
    expect(await mailsOf(sending)).toEqual([])
    const counts = await server.services.db.selectFrom('invitations').select('reminders').execute()
    expect(counts.map(({ reminders }) => reminders)).toEqual([1, 1, 1])
  })

  test('reminders that are turned off stay off in all', async () => {
    const sending = await startInvited('lectura')
    const { server, open, invitationIn } = sending
    const { access_token: bearer, participant } = await open()
    const call = { bearer, params: { participantId: participant.id }, body: { silenced: true } }
    await succeed(server, silenceParticipationCall, call)
    expect(await Promise.all(ALL.map(async (index) => (await invitationIn(index))?.reminders.silenced))).toEqual([
      true,
      true,
      true,
    ])
    server.clock.advance(4 * DAY_MS)
    await server.reminderMailer.tick()
    expect(await mailsOf(sending)).toEqual([])
  })

  test('a new deadline brings one mail', async () => {
    const sending = await startInvited('visto_bueno')
    const { server, bearer, documents } = sending
    const date = new Date(server.services.clock() + 20 * DAY_MS).toISOString().slice(0, 10)
    await succeed(server, setDeadlineCall, { bearer, params: { id: documents[0].id }, body: { date } })
    const [mail, ...others] = await mailsOf(sending)
    expect(mail?.subject).toContain('«Contrato.pdf» y 2 documentos más')
    expect(others).toEqual([])
  })

  test('revoking the link in one document ends it in all, and the mail that waits does not leave', async () => {
    const sending = await startWithEva('lectura')
    const { server, bearer, documents, invite, invitationIn } = sending
    await invite()
    const invitationId = (await invitationIn(2))?.id ?? 0
    await succeed(server, revokeInvitationCall, { bearer, params: { id: documents[2].id, invitationId } })
    expect(await mailsOf(sending)).toEqual([])
    expect(await Promise.all(ALL.map(async (index) => (await invitationIn(index))?.state))).toEqual([
      'revoked',
      'revoked',
      'revoked',
    ])
  })

  test('removing the person from one document lets the mail leave for the others, whose link leads on', async () => {
    const sending = await startWithEva('lectura')
    const { server, bearer, evas, invite } = sending
    await invite()
    await succeed(server, removeParticipantCall, { bearer, params: evas[0] ?? { id: 0, participantId: 0 } })
    const [mail] = await mailsOf(sending)
    const query = { token: tokenIn(mail?.text_body ?? '') }
    expect(await refuse(server, openParticipationCall, { query })).toMatchObject({ code: 'INVITATION_INVALID' })
    const { path } = await succeed(server, nextInSendingCall, { query })
    expect(
      (await succeed(server, openParticipationCall, { query: tokenOfPath(path) })).sending?.documents.map(
        ({ state }) => state,
      ),
    ).toEqual(['ended', 'open', 'open'])
  })

  test('a corrected address moves all documents, by one mail', async () => {
    const sending = await startInvited('copia')
    const { server, bearer, documents, open, invitationIn } = sending
    const params = { id: documents[1].id, invitationId: (await invitationIn(1))?.id ?? 0 }
    await succeed(server, correctAddressCall, { bearer, params, body: { email: 'eva.mora@example.com' } })
    expect(await subjectsOf(sending, 'eva.mora@example.com')).toEqual([
      'María José Núñez te envía una copia de «Inventario.pdf» y 2 documentos más',
    ])
    await expect(open()).rejects.toThrow()
  })
})

test('an approval before a later step is asked in one mail, once everyone earlier has signed', async () => {
  const sending = await startWithEva('visto_bueno', [0, 1], { before_step: 2 })
  const { server, bearer, documents, anas, luis, invite } = sending
  const body = { mode: 'ordered' as const, steps: [[anas[0].id], [luis[0].id]] }
  await succeed(server, setSigningOrderCall, { bearer, params: { id: documents[0].id }, body })
  await invite()
  expect(await mailsOf(sending)).toEqual([])
  await inviteSigner(server, bearer, anas[0])
  await server.relay.tick()
  const guest = await succeed(server, validateInvitationCall, {
    query: { token: await invitationToken(server, 'ana@example.com') },
  })
  await signAs(sending, guest, actOn(documents))
  expect(await subjectsOf(sending)).toEqual([
    'María José Núñez pide tu visto bueno para «Contrato.pdf» y 1 documento más',
  ])
})

describe('copies of complete documents', () => {
  const sign = async ({ server, bearer, documents, anas, luis }: WithEva, isCancelled = false) => {
    await inviteSigner(server, bearer, anas[0])
    await inviteSigner(server, bearer, luis[0])
    const current = (index: 0 | 1 | 2) => succeed(server, getFileCall, { bearer, params: { id: documents[index].id } })
    const guest = async (address: string) =>
      succeed(server, validateInvitationCall, { query: { token: await invitationToken(server, address) } })
    await signAs({ server }, await guest('ana@example.com'), actOn(documents))
    expect((await current(2)).status).toBe('COMPLETED')
    if (isCancelled) await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[1].id }, body: {} })
    const before = (await mailsOf({ server })).length
    const luisAsGuest = await guest('luis@example.com')
    if (!isCancelled) await signAs({ server }, luisAsGuest, actOn([await current(0), await current(1)]))
    else
      await succeed(server, digitalSignCall, {
        bearer: luisAsGuest.access_token,
        params: { fieldId: luis[0].id },
        body: { field_id: luis[0].id, signature_data: drawing(), ...stated(await current(0)) },
      })
    return before
  }

  test('leave as one mail when the last document is complete', async () => {
    const sending = await startWithEva('copia', ALL, { copy_when: 'completed' })
    await sending.invite()
    expect(await sign(sending)).toBe(0)
    const [mail, ...others] = await mailsOf(sending)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('«Contrato.pdf» y 2 documentos más están completos: tu copia')
    expect((await sending.open()).sending?.documents.map(({ state }) => state)).toEqual(['open', 'open', 'open'])
  })

  test('a cancelled document is not among them', async () => {
    const sending = await startWithEva('copia', ALL, { copy_when: 'completed' })
    await sending.invite()
    expect(await sign(sending, true)).toBe(0)
    const [mail, ...others] = await mailsOf(sending)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('«Contrato.pdf» y 1 documento más están completos: tu copia')
    expect(mail?.text_body).not.toContain('Inventario.pdf')
  })

  test('of one of the documents is the mail of a document alone, at the end', async () => {
    const sending = await startWithEva('copia', [2], { copy_when: 'completed' })
    await sending.invite()
    expect(await sign(sending)).toBe(0)
    expect(await subjectsOf(sending)).toEqual(['«Reglamento.pdf» está completo: tu copia'])
  })
})
