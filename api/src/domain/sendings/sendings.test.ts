import { createHash } from 'node:crypto'
import {
  createFieldCall,
  findFilesCall,
  getFileCall,
  listFilesCall,
  listInvitationsCall,
  renewInvitationCall,
  sendInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import {
  changeSendingCall,
  createSendingCall,
  dissolveSendingCall,
  getSendingCall,
  sendingArchiveCall,
} from 'shared/contract/sendings'
import { correctAddressCall, setDeadlineCall } from 'shared/contract/signing-order'
import { tokenIn } from '../../../test/support/invited.ts'
import { invitationToken, inviteSigner, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { actOn, signAs, startSending, startSentSending } from '../../../test/support/sendings.ts'
import { closeTestServers, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

test('a certificate that is asked for in one document is asked for in all that the person signs, and its end, too', async () => {
  const { server, bearer, anas } = await startSending()
  const ask = (certificate_identification: string) => {
    const { id: field_id, signer_email: email, signer_name, user_file_id: id } = anas[0]
    const body = { email, signer_name, document_url: '', field_id, field_coordinates: null, certificate_identification }
    return succeed(server, sendInvitationCall, { bearer, params: { id }, body })
  }
  const askedOf = async () =>
    (await server.services.db.selectFrom('fields').select(['id', 'certificate_identification']).execute())
      .filter(({ certificate_identification: asked }) => asked === '01-0234-0567')
      .map(({ id }) => id)
  await ask('01-0234-0567')
  expect(await askedOf()).toEqual(anas.map(({ id }) => id))
  const query = { token: await invitationToken(server, anas[0].signer_email) }
  const ana = await succeed(server, validateInvitationCall, { query })
  expect(ana.sending?.documents.map(({ is_joint }) => is_joint)).toEqual([false, false, false])
  server.clock.advance(MINUTE_MS)
  await ask('')
  expect(await askedOf()).toEqual([])
})

describe('a sending before it is sent', () => {
  test('documents know their sending and place; a document alone knows none', async () => {
    const { server, bearer, documents, sending } = await startSending()
    const alone = await uploadDocument(server, bearer)
    expect(alone).not.toHaveProperty('sending')
    const files = await succeed(server, listFilesCall, { bearer })
    expect(documents.map(({ id }) => files.find((file) => file.id === id)?.sending)).toEqual(
      [1, 2, 3].map((position) => ({ id: sending.id, position, documents: 3 })),
    )
    expect(files.find(({ id }) => id === alone.id)).not.toHaveProperty('sending')
    expect((await succeed(server, findFilesCall, { bearer, query: { limit: '10' } })).documents).toHaveLength(4)
  })

  test('its people are listed once, with the field that an invitation names', async () => {
    const { sending, documents, anas, luis } = await startSending()
    const [first, second, third] = documents.map(({ id }) => id)
    expect(sending.people).toEqual([
      {
        name: 'Ana Rojas',
        email: 'ana@example.com',
        document_id: first,
        field_id: anas[0].id,
        other_fields: [],
        documents: [first, second, third],
        is_invited: false,
      },
      expect.objectContaining({ name: 'Luis Mata', field_id: luis[0].id, documents: [first, second] }),
    ])
    expect([sending.is_sent, sending.is_complete]).toEqual([false, false])
  })

  test('it is reordered, loses and gains documents, and is dissolved', async () => {
    const { server, bearer, documents, sending } = await startSending()
    const [first, second, third] = documents.map(({ id }) => id)
    const fourth = (await uploadDocument(server, bearer)).id
    const change = async (ids: readonly (number | undefined)[]) => {
      const body = { documents: ids.flatMap((id) => id ?? []) }
      const changed = await succeed(server, changeSendingCall, { bearer, params: { id: sending.id }, body })
      return changed.documents.map(({ id }) => id)
    }
    expect(await change([third, first, second])).toEqual([third, first, second])
    expect(await change([fourth, third])).toEqual([fourth, third])
    expect(await succeed(server, getFileCall, { bearer, params: { id: first ?? 0 } })).not.toHaveProperty('sending')
    await succeed(server, dissolveSendingCall, { bearer, params: { id: sending.id } })
    expect(await refuse(server, getSendingCall, { bearer, params: { id: sending.id } })).toMatchObject({ status: 404 })
    const again = await succeed(server, createSendingCall, { bearer, body: { documents: [third ?? 0, fourth] } })
    expect(again.documents).toHaveLength(2)
  })

  test('a document whose companions were deleted stands alone, and may join another sending', async () => {
    const { server, bearer, documents } = await startSending()
    const [first, second, third] = documents.map(({ id }) => id)
    await server.services.db
      .updateTable('documents')
      .set({ deleted_at: 1 })
      .where('id', 'in', [second ?? 0, third ?? 0])
      .execute()
    expect(await succeed(server, getFileCall, { bearer, params: { id: first ?? 0 } })).not.toHaveProperty('sending')
    const other = await uploadDocument(server, bearer)
    await succeed(server, createSendingCall, { bearer, body: { documents: [first ?? 0, other.id] } })
  })
})

describe('what a sending refuses', () => {
  test.each([
    ['one document', ([first]: readonly number[]) => [first ?? 0]],
    ['the same document twice', ([first]: readonly number[]) => [first ?? 0, first ?? 0]],
    ['21 documents', () => Array.from({ length: 21 }, (_, index) => index + 1)],
  ])('%s', async (_, choose) => {
    const { server, bearer, documents } = await startSending()
    const body = { documents: choose(documents.map(({ id }) => id)) }
    expect(await refuse(server, createSendingCall, { bearer, body })).toMatchObject({ status: 400, code: 'VALIDATION' })
  })

  test('documents of another account, and those of another sending', async () => {
    const { server, bearer, documents, sending } = await startSending()
    const { access_token: eve } = await registerPerson(server, 'eve')
    const own = (await uploadDocument(server, eve)).id
    const ids = documents.map(({ id }) => id)
    const call = { bearer: eve, body: { documents: [own, ids[0] ?? 0] } }
    expect(await refuse(server, createSendingCall, call)).toMatchObject({ status: 404 })
    const params = { id: sending.id }
    for (const refused of [
      refuse(server, getSendingCall, { bearer: eve, params }),
      refuse(server, changeSendingCall, { bearer: eve, params, body: { documents: ids } }),
      refuse(server, dissolveSendingCall, { bearer: eve, params }),
    ])
      expect(await refused).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const zip = await server.app.inject({
      url: pathOf(sendingArchiveCall, params),
      headers: { authorization: `Bearer ${eve}` },
    })
    expect(zip.statusCode).toBe(404)
    const free = (await uploadDocument(server, bearer)).id
    const body = { documents: [ids[0] ?? 0, free] }
    expect(await refuse(server, createSendingCall, { bearer, body })).toMatchObject({ code: 'SENDING_UNFIT' })
  })

  test('changes once a person was invited', async () => {
    const { server, bearer, documents, sending } = await startSentSending()
    const params = { id: sending.id }
    const body = { documents: documents.slice(0, 2).map(({ id }) => id) }
    expect(await refuse(server, changeSendingCall, { bearer, params, body })).toMatchObject({ code: 'SENDING_SENT' })
    expect(await refuse(server, dissolveSendingCall, { bearer, params })).toMatchObject({ code: 'SENDING_SENT' })
    const other = (await uploadDocument(server, bearer)).id
    const joined = { documents: [documents[0].id, other] }
    expect(await refuse(server, createSendingCall, { bearer, body: joined })).toMatchObject({ code: 'SENDING_UNFIT' })
  })
})

describe('mails of a sending', () => {
  test('a person gets one mail and one invitation in each document', async () => {
    const { server, documents, sending, bearer } = await startSentSending()
    const mails = server.delivered.map(({ mail }) => mail).filter(({ kind }) => kind === 'invitation')
    expect(mails.map(({ to_address, subject }) => [to_address, subject])).toEqual([
      ['ana@example.com', 'María José Núñez te invita a firmar «Contrato.pdf» y 2 documentos más'],
      ['luis@example.com', 'María José Núñez te invita a firmar «Contrato.pdf» y 1 documento más'],
    ])
    for (const name of ['Contrato.pdf', 'Inventario.pdf', 'Reglamento.pdf']) expect(mails[0]?.text_body).toContain(name)
    expect(mails[0]?.text_body).toContain('te invita a firmar 3 documentos en Trazo. El mismo enlace los abre todos.')
    expect(mails[1]?.text_body).not.toContain('Reglamento.pdf')
    const rows = await server.services.db.selectFrom('invitations').select(['document_id', 'mail_id']).execute()
    expect(rows).toHaveLength(5)
    expect(new Set(rows.map(({ mail_id }) => mail_id)).size).toBe(2)
    const now = await succeed(server, getSendingCall, { bearer, params: { id: sending.id } })
    expect(now.people.map(({ is_invited }) => is_invited)).toEqual([true, true])
    expect(now.is_sent).toBe(true)
    expect(documents).toHaveLength(3)
  })

  test('one reminder reminds of all documents', async () => {
    const { server } = await startSentSending()
    server.clock.advance(3 * 24 * 60 * 60 * 1000)
    await server.reminderMailer.tick()
    await server.relay.tick()
    const reminders = server.delivered.map(({ mail }) => mail).filter(({ kind }) => kind === 'reminder')
    expect(reminders.map(({ to_address }) => to_address).sort()).toEqual(['ana@example.com', 'luis@example.com'])
    const anas = reminders.find(({ to_address }) => to_address.startsWith('ana'))
    expect(anas?.subject).toContain('«Contrato.pdf» y 2 documentos más')
  })

  test('a deadline is that of all documents, and each person gets one mail about it', async () => {
    const { server, bearer, documents } = await startSentSending()
    const before = server.delivered.length
    const params = { id: documents[1].id }
    await succeed(server, setDeadlineCall, { bearer, params, body: { date: '2026-02-20' } })
    await server.relay.tick()
    const mails = server.delivered.slice(before).map(({ mail }) => mail)
    expect(mails.map(({ kind, to_address }) => `${kind} ${to_address}`).sort()).toEqual([
      'deadline-changed ana@example.com',
      'deadline-changed luis@example.com',
    ])
    expect(mails.find(({ to_address }) => to_address.startsWith('ana'))?.text_body).toContain('Reglamento.pdf')
    const files = await succeed(server, listFilesCall, { bearer })
    expect(files.map(({ deadline }) => deadline?.date)).toEqual(['2026-02-20', '2026-02-20', '2026-02-20'])
  })

  test('correcting an address moves the person in all documents, and the old link opens none', async () => {
    const { server, bearer, documents, anas, open } = await startSentSending()
    const ana = await open('ana@example.com')
    const tokens = (ana.sending?.documents ?? []).map(({ path }) => tokenIn(`?${path?.split('?')[1]}`))
    const params = { id: documents[2].id }
    const invitation = (await succeed(server, listInvitationsCall, { bearer, params })).find(
      ({ field_id }) => field_id === anas[2].id,
    )
    server.clock.advance(1000)
    const before = server.delivered.length
    await succeed(server, correctAddressCall, {
      bearer,
      params: { ...params, invitationId: invitation?.id ?? 0 },
      body: { email: 'ana.nueva@example.com' },
    })
    await server.relay.tick()
    const mails = server.delivered.slice(before).map(({ mail }) => mail)
    expect(mails.map(({ kind, to_address }) => `${kind} ${to_address}`)).toEqual(['invitation ana.nueva@example.com'])
    for (const token of tokens)
      expect(await refuse(server, validateInvitationCall, { query: { token } })).toMatchObject({ status: 410 })
    const moved = await open('ana.nueva@example.com')
    expect(moved.sending?.documents.map(({ state }) => state)).toEqual(['open', 'open', 'open'])
  })

  test('a lapsed link is renewed for all documents by one mail, except where the owner took it back', async () => {
    const { server, anas, open } = await startSentSending()
    const ana = await open('ana@example.com')
    const [first = '', second = ''] = (ana.sending?.documents ?? []).map(({ path }) =>
      tokenIn(`?${path?.split('?')[1]}`),
    )
    await server.services.db
      .updateTable('invitations')
      .set({ revoked_at: 1 })
      .where('field_id', '=', anas[1].id)
      .execute()
    server.clock.advance(31 * 24 * 60 * 60 * 1000)
    const before = server.delivered.length
    await succeed(server, renewInvitationCall, { body: { token: first } })
    await server.relay.tick()
    expect(server.delivered.slice(before)).toHaveLength(1)
    expect((await open('ana@example.com')).sending?.documents.map(({ state }) => state)).toEqual([
      'open',
      'ended',
      'open',
    ])
    expect(await refuse(server, renewInvitationCall, { body: { token: second } })).toMatchObject({ status: 410 })
  })

  test('a person who is only in later documents is invited from there, and no person gets two mails', async () => {
    const { server, bearer, documents, anas } = await startSending()
    const body = {
      field_id: 'field_eva',
      field_type: 'SECONDARY' as const,
      signer_name: 'Eva Mora',
      signer_email: 'eva@example.com',
      user_file_id: documents[1].id,
    }
    const eva = await succeed(server, createFieldCall, { bearer, body })
    await inviteSigner(server, bearer, anas[1])
    await inviteSigner(server, bearer, eva)
    await server.relay.tick()
    expect(server.delivered.map(({ mail }) => mail.to_address).filter((to) => !to.startsWith('olga'))).toEqual([
      'ana@example.com',
      'eva@example.com',
    ])
  })
})

test('the ZIP has a folder for each document, its evidence if it is complete, and a page with the hashes', async () => {
  const sent = await startSentSending()
  const { server, bearer, documents, sending, open } = sent
  await signAs(sent, await open('ana@example.com'), actOn(documents))
  while ((await server.sealing.tick()) > 0);
  const zip = await server.app.inject({
    url: pathOf(sendingArchiveCall, { id: sending.id }),
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = readArchive(zip.rawPayload)
  const names = [...files.keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      'LEEME.txt',
      '1 Contrato/documento.pdf',
      '2 Inventario/documento.pdf',
      '3 Reglamento/documento.pdf',
      '3 Reglamento/certificado-de-finalizacion.pdf',
      '3 Reglamento/verificar.html',
    ]),
  )
  expect(names.filter((name) => name.startsWith('1 Contrato/'))).toEqual(['1 Contrato/documento.pdf'])
  const page = files.get('LEEME.txt')?.toString() ?? ''
  for (const folder of ['1 Contrato', '2 Inventario', '3 Reglamento']) {
    const hash = createHash('sha256')
      .update(files.get(`${folder}/documento.pdf`) ?? '')
      .digest('hex')
    expect(page).toContain(hash)
  }
  expect(page).toContain('completo y sellado')
})
