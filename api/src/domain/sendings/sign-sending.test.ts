import { pdfsig, testWith } from 'pdf/testing/node'
import {
  cancelDocumentCall,
  digitalSignCall,
  getFileCall,
  listInvitationsCall,
  revokeInvitationCall,
  type UserFile,
  validateInvitationCall,
} from 'shared/contract'
import { addParticipantCall, inviteParticipantCall } from 'shared/contract/participants'
import { nextInSendingCall, signSendingCall } from 'shared/contract/sendings'
import {
  downloadBytes,
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
} from '../../../test/support/people.ts'
import {
  ANA,
  actOn,
  openAsInvited,
  type SentSending,
  signAs,
  startSending,
  startSentSending,
} from '../../../test/support/sendings.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { factsText } from '../evidence/record/describe-entry.ts'

afterEach(closeTestServers)

const ANAS = 'ana@example.com'
const LUISS = 'luis@example.com'

const count = async ({ server }: Pick<SentSending, 'server'>) => {
  const { db } = server.services
  return {
    signatures: (await db.selectFrom('signatures').select('field_id').execute()).length,
    revisions: (await db.selectFrom('revisions').select('number').execute()).length,
  }
}

const stateOf = async ({ server, bearer }: SentSending, { id }: Pick<UserFile, 'id'>) =>
  (await succeed(server, getFileCall, { bearer, params: { id } })).status

const refusedAs = (
  sent: SentSending,
  guest: Awaited<ReturnType<SentSending['open']>>,
  body: ReturnType<typeof actOn>,
) =>
  refuse(sent.server, signSendingCall, {
    bearer: guest.access_token,
    params: { fieldId: guest.signature_field.id },
    body,
  })

describe('one act in several documents', () => {
  testWith(['pdfsig'], 'two signers sign three documents, each in one act; all are complete and valid', async () => {
    const sent = await startSentSending()
    const { server, bearer, documents, open } = sent
    const ana = await open(ANAS)
    expect(ana.sending?.documents.map(({ state, is_joint, fields }) => [state, is_joint, fields])).toEqual([
      ['open', true, 1],
      ['open', true, 1],
      ['open', true, 1],
    ])
    const { signatures } = await signAs(sent, ana, actOn(documents))
    expect(signatures.map(({ document }) => document.id)).toEqual(documents.map(({ id }) => id))
    await server.sealing.tick()
    expect(await Promise.all(documents.map((each) => stateOf(sent, each)))).toEqual([
      'PROCESSING',
      'PROCESSING',
      'COMPLETED',
    ])
    const luis = await open(LUISS)
    expect(luis.sending?.documents.map(({ id }) => id)).toEqual(documents.slice(0, 2).map(({ id }) => id))
    const fresh = await Promise.all(
      documents.slice(0, 2).map(({ id }) => succeed(server, getFileCall, { bearer, params: { id } })),
    )
    await signAs(sent, luis, actOn(fresh))
    while ((await server.sealing.tick()) > 0);
    for (const [index, { id }] of documents.entries()) {
      expect(await stateOf(sent, { id })).toBe('COMPLETED')
      const seen = pdfsig(await downloadBytes(server, bearer, id))
      expect(seen.filter(({ valid }) => valid).length).toBeGreaterThanOrEqual(index === 2 ? 1 : 2)
    }
  })

  test('each log names the hashes of what was sent together and of what was signed together', async () => {
    const sent = await startSentSending()
    const { server, documents, sending, open } = sent
    await signAs(sent, await open(ANAS), actOn(documents))
    const { db } = server.services
    const signed = await db
      .selectFrom('revisions')
      .select(['document_id', 'sha256'])
      .where('kind', '=', 'signed')
      .execute()
    const together = documents.map(({ id }) => `${id} ${signed.find((one) => one.document_id === id)?.sha256}`)
    for (const { id } of documents) {
      const events = await db
        .selectFrom('audit_events')
        .select(['kind', 'data'])
        .where('document_id', '=', id)
        .where('kind', 'in', ['sent-together', 'signed-together'])
        .orderBy('number')
        .execute()
      expect(events.map(({ kind, data }) => [kind, JSON.parse(data)])).toEqual([
        [
          'sent-together',
          { sending: sending.id, documents: documents.map((each) => `${each.id} ${each.sha256}`).join('; ') },
        ],
        ['signed-together', { sending: sending.id, documents: together.join('; ') }],
      ])
      const data = events[0]?.data ?? ''
      expect(factsText({ data })).toBe(
        `3 documentos, con huellas ${documents.map(({ sha256 }) => `${sha256.slice(0, 16)}…`).join(', ')}`,
      )
    }
  })

  test('the owner gets one mail for an act in two unfinished documents', async () => {
    const sent = await startSentSending()
    const { server, documents, open } = sent
    const before = server.delivered.length
    await signAs(sent, await open(ANAS), actOn(documents))
    await server.relay.tick()
    const news = server.delivered.slice(before).filter(({ mail }) => mail.kind === 'field-signed')
    expect(news.map(({ mail }) => mail.subject)).toEqual(['Ana Rojas firmó 2 documentos'])
    expect(news[0]?.mail.text_body).toContain('Contrato.pdf')
  })

  test('a repetition after a lost answer gets the first one, and another drawing with its key is refused', async () => {
    const sent = await startSentSending()
    const { documents, open } = sent
    const ana = await open(ANAS)
    const body = actOn(documents)
    const [first, second] = await Promise.all([signAs(sent, ana, body), signAs(sent, ana, body)])
    expect(second.signatures.map(({ field_id }) => field_id)).toEqual(first.signatures.map(({ field_id }) => field_id))
    const counted = await count(sent)
    expect(counted.signatures).toBe(3)
    expect((await signAs(sent, ana, body)).signatures).toHaveLength(3)
    expect(await count(sent)).toEqual(counted)
    const other = { ...body, documents: body.documents.slice(0, 2) }
    expect(await refusedAs(sent, ana, other)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('several fields in one document are signed by the act, and a repetition has one answer a document', async () => {
    const started = await startSending()
    const { server, bearer, documents, anas } = started
    await inviteSigner(server, bearer, await placeField(server, bearer, documents[0].id, ANA))
    server.clock.advance(1000)
    const guest = await openAsInvited(server, bearer, anas[0])
    expect(guest.sending?.documents.map(({ fields }) => fields)).toEqual([2, 1, 1])
    const body = actOn(documents)
    const first = await signAs(started, guest, body)
    expect((await count(started)).signatures).toBe(4)
    expect((await signAs(started, guest, body)).signatures.map(({ field_id }) => field_id)).toEqual(
      first.signatures.map(({ field_id }) => field_id),
    )
  })

  test('the log names what was sent together also if an approval was asked for first', async () => {
    const { server, bearer, documents, anas } = await startSending()
    const params = { id: documents[0].id }
    const person = { kind: 'visto_bueno' as const, name: 'Eva Mora', email: 'eva@example.com' }
    const { id: participantId } = await succeed(server, addParticipantCall, { bearer, params, body: person })
    await succeed(server, inviteParticipantCall, { bearer, params: { ...params, participantId }, body: {} })
    await inviteSigner(server, bearer, anas[0])
    await inviteSigner(server, bearer, anas[0])
    const entries = await server.services.db
      .selectFrom('audit_events')
      .select('document_id')
      .where('kind', '=', 'sent-together')
      .execute()
    expect(entries.map(({ document_id }) => document_id).sort()).toEqual(documents.map(({ id }) => id).sort())
  })

  test('an act and a single signature at once: each field is signed once', async () => {
    const sent = await startSentSending()
    const { server, documents, anas, open } = sent
    const ana = await open(ANAS)
    const single = server.app.inject({
      method: 'POST',
      url: digitalSignCall.path.replace(':fieldId', String(anas[0].id)),
      headers: { authorization: `Bearer ${ana.access_token}` },
      payload: { field_id: anas[0].id, signature_data: drawing() },
    })
    const act = server.app.inject({
      method: 'POST',
      url: signSendingCall.path.replace(':fieldId', String(anas[0].id)),
      headers: { authorization: `Bearer ${ana.access_token}` },
      payload: actOn(documents),
    })
    const statuses = (await Promise.all([single, act])).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([1, 3]).toContain((await count(sent)).signatures)
  })
})

describe('nothing is half signed', () => {
  const cases: readonly [string, (sent: SentSending) => Promise<unknown>][] = [
    [
      'one was cancelled',
      ({ server, bearer, documents }) =>
        succeed(server, cancelDocumentCall, { bearer, params: { id: documents[1].id }, body: { reason: 'No va' } }),
    ],
    [
      'one was deleted',
      ({ server, documents }) =>
        server.services.db.updateTable('documents').set({ deleted_at: 1 }).where('id', '=', documents[2].id).execute(),
    ],
    [
      'the deadline of one ended',
      ({ server, documents }) =>
        server.services.db.updateTable('documents').set({ deadline: 1 }).where('id', '=', documents[0].id).execute(),
    ],
    [
      'one of its invitations ended',
      ({ server, anas }) =>
        server.services.db
          .updateTable('invitations')
          .set({ revoked_at: 1 })
          .where('field_id', '=', anas[1].id)
          .execute(),
    ],
  ]
  test.each(cases)('%s', async (_, change) => {
    const sent = await startSentSending()
    const { documents, open } = sent
    const ana = await open(ANAS)
    await change(sent)
    const refused = await refusedAs(sent, ana, actOn(documents))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await count(sent)).toEqual({ signatures: 0, revisions: 3 })
  })

  test('the file of one is missing: the act fails, and no document has a signature', async () => {
    const sent = await startSentSending()
    const { server, documents, open } = sent
    const ana = await open(ANAS)
    const sha256 = 'f'.repeat(64)
    await server.services.db
      .updateTable('revisions')
      .set({ sha256 })
      .where('document_id', '=', documents[1].id)
      .execute()
    const body = actOn(documents.map(({ id, sha256: own }) => ({ id, sha256: id === documents[1].id ? sha256 : own })))
    expect((await refusedAs(sent, ana, body)).status).toBeGreaterThanOrEqual(500)
    expect(await count(sent)).toEqual({ signatures: 0, revisions: 3 })
  })

  test.each([
    ['names one document less', (documents: readonly UserFile[]) => documents.slice(1)],
    ['names one twice', ([first, second]: readonly UserFile[]) => [first, second, second].flatMap((one) => one ?? [])],
  ])('a request that %s is refused', async (_, named) => {
    const sent = await startSentSending()
    const ana = await sent.open(ANAS)
    expect(await refusedAs(sent, ana, actOn(named(sent.documents)))).toMatchObject({ code: 'SENDING_DIFFERS' })
    expect((await count(sent)).signatures).toBe(0)
  })

  test('another hash than that of the document is refused for all', async () => {
    const sent = await startSentSending()
    const [first, second, third] = sent.documents
    const body = actOn([first, second, { id: third.id, sha256: 'a'.repeat(64) }])
    expect(await refusedAs(sent, await sent.open(ANAS), body)).toMatchObject({ code: 'DOCUMENT_DIFFERS' })
    expect(await count(sent)).toEqual({ signatures: 0, revisions: 3 })
  })

  test('the consent of a single document is not enough', async () => {
    const sent = await startSentSending()
    const body = actOn(sent.documents, { consent: '1' })
    expect(await refusedAs(sent, await sent.open(ANAS), body)).toMatchObject({ code: 'VALIDATION' })
  })

  test('after the rest, the act signs what remains', async () => {
    const sent = await startSentSending()
    const { server, bearer, documents, open } = sent
    const ana = await open(ANAS)
    await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[1].id }, body: {} })
    const again = await open(ANAS)
    expect(again.sending?.documents.map(({ state, path }) => [state, path === null])).toEqual([
      ['open', false],
      ['ended', true],
      ['open', false],
    ])
    await signAs(sent, ana, actOn([documents[0], documents[2]]))
    expect((await count(sent)).signatures).toBe(2)
  })
})

describe('attacks', () => {
  test('a guest cannot sign, see or learn documents of the sending that ask other people alone', async () => {
    const sent = await startSentSending()
    const luis = await sent.open(LUISS)
    expect(luis.sending?.documents).toHaveLength(2)
    expect(JSON.stringify(luis)).not.toContain('Reglamento')
    expect(await refusedAs(sent, luis, actOn(sent.documents))).toMatchObject({ code: 'SENDING_DIFFERS' })
    expect((await count(sent)).signatures).toBe(0)
  })

  test('another name at the same address gets nothing', async () => {
    const sent = await startSentSending()
    const { server, documents, open } = sent
    const ana = await open(ANAS)
    await server.services.db
      .updateTable('participants')
      .set({ name: 'Ana Falsa' })
      .where('document_id', '=', documents[1].id)
      .where('email', '=', ANAS)
      .execute()
    expect((await open(ANAS)).sending?.documents.map(({ id }) => id)).toEqual([documents[0].id, documents[2].id])
    expect(await refusedAs(sent, ana, actOn(documents))).toMatchObject({ code: 'SENDING_DIFFERS' })
  })

  test('revoking the link in one document ends it in all, at once', async () => {
    const sent = await startSentSending()
    const { server, bearer, documents, anas, open } = sent
    const ana = await open(ANAS)
    const paths = ana.sending?.documents.map(({ path }) => path ?? '') ?? []
    const params = { id: documents[0].id }
    const invitations = await succeed(server, listInvitationsCall, { bearer, params })
    const invitationId = invitations.find(({ field_id }) => field_id === anas[0].id)?.id ?? 0
    await succeed(server, revokeInvitationCall, { bearer, params: { ...params, invitationId } })
    for (const path of paths) {
      const query = { token: new URL(path, 'https://trazo.example').searchParams.get('token') ?? '' }
      expect(await refuse(server, validateInvitationCall, { query })).toMatchObject({ code: 'INVITATION_INVALID' })
      expect(await succeed(server, nextInSendingCall, { query })).toEqual({ path: null })
    }
    expect((await refusedAs(sent, ana, actOn(documents))).status).toBeGreaterThanOrEqual(400)
    expect((await count(sent)).signatures).toBe(0)
    server.clock.advance(1000)
    await inviteSigner(server, bearer, anas[0])
    expect((await open(ANAS)).sending?.documents).toHaveLength(3)
  })

  test('the link of a cancelled document leads to the next one, and nowhere for an invented token', async () => {
    const sent = await startSentSending()
    const { server, bearer, documents } = sent
    const query = { token: await invitationToken(server, ANAS) }
    await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[0].id }, body: {} })
    expect(await refuse(server, validateInvitationCall, { query })).toMatchObject({ code: 'DOCUMENT_CANCELLED' })
    const { path } = await succeed(server, nextInSendingCall, { query })
    expect(path).toContain(`/sign/${documents[1].id}/`)
    const next = { token: new URL(path ?? '', 'https://trazo.example').searchParams.get('token') ?? '' }
    await succeed(server, validateInvitationCall, { query: next })
    expect(await succeed(server, nextInSendingCall, { query: { token: 'a'.repeat(43) } })).toEqual({ path: null })
  })

  test('the owner and other accounts cannot act as the guest', async () => {
    const sent = await startSentSending()
    const { access_token: eve } = await registerPerson(sent.server, 'eve')
    for (const bearer of [eve, sent.bearer]) {
      const call = { bearer, params: { fieldId: sent.anas[0].id }, body: actOn(sent.documents) }
      expect((await refuse(sent.server, signSendingCall, call)).status).toBeGreaterThanOrEqual(401)
    }
    expect((await count(sent)).signatures).toBe(0)
  })
})
