import { getFieldCall, listFilesCall, sendInvitationCall, slugOf, validateInvitationCall } from 'shared/contract'
import {
  becomeGuest,
  invitationLink,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { ensureSecretKey } from '../../platform/storage/secret-key.ts'
import { createGuestTokens, GUEST_TOKEN_LIFE } from '../invitation-tokens/guest-token.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer, undefined, 'Contrato de alquiler.pdf')
  const field = await placeField(server, bearer, document.id)
  const body = {
    email: field.signer_email,
    signer_name: 'Otro Nombre',
    document_url: 'https://evil.example/sign/1/x',
    field_id: field.id,
    field_coordinates: null,
  }
  return { server, bearer, document, field, body }
}

const snapshot = async ({ services: { db } }: TestServer): Promise<string> =>
  JSON.stringify([
    await db.selectFrom('invitations').selectAll().execute(),
    await db.selectFrom('documents').selectAll().execute(),
    await db.selectFrom('fields').selectAll().execute(),
    await db.selectFrom('access_tokens').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('outbox').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
  ])

describe('sending an invitation', () => {
  test('the API mails a link of this site and sets the document to PROCESSING', async () => {
    const { server, bearer, document, field, body } = await start()
    const reply = await succeed(server, sendInvitationCall, { bearer, params: { id: document.id }, body })
    expect(reply).toEqual({
      success: true,
      message: 'Invitación enviada a ana@example.com',
      expires_at: '2026-03-02T18:00:00.000Z',
    })
    const link = await invitationLink(server, 'ana@example.com')
    expect(link.origin).toBe('https://trazo.example')
    expect(link.pathname).toBe(`/sign/${document.id}/${slugOf(document.original_filename)}`)
    expect(link.searchParams.get('fieldId')).toBe(String(field.id))
    expect((await succeed(server, listFilesCall, { bearer }))[0]).toMatchObject({ status: 'PROCESSING' })
    await server.relay.tick()
    const [mail] = server.delivered
    expect(mail?.mail).toMatchObject({ to_address: 'ana@example.com', to_name: 'Ana Rojas' })
    expect(mail?.mail.subject).toBe('María José Núñez te invita a firmar «Contrato de alquiler.pdf»')
    expect(mail?.mail.text_body).toContain('2 de marzo de 2026')
    expect(mail?.mail.text_body).not.toContain('evil.example')
  })

  test('the API also finds the field by the name that the client gave to the field', async () => {
    const { server, bearer, document, field, body } = await start()
    const named = { ...body, field_id: field.field_id }
    await succeed(server, sendInvitationCall, { bearer, params: { id: document.id }, body: named })
  })

  test('the API refuses an invalid identification of the certificate and invites nobody', async () => {
    const { server, bearer, document, body } = await start()
    const before = await snapshot(server)
    for (const certificate_identification of ['123', 'ABCDEF', '01_0234_0567', '1'.repeat(41)]) {
      const call = { bearer, params: { id: document.id }, body: { ...body, certificate_identification } }
      expect(await refuse(server, sendInvitationCall, call)).toMatchObject({ status: 400, code: 'VALIDATION' })
    }
    expect(await snapshot(server)).toBe(before)
    const call = {
      bearer,
      params: { id: document.id },
      body: { ...body, certificate_identification: ' 01-0234-056a ' },
    }
    await succeed(server, sendInvitationCall, call)
    const fields = await server.services.db.selectFrom('fields').select('certificate_identification').execute()
    expect(fields).toEqual([{ certificate_identification: '01-0234-056A' }])
  })

  test('the history states until when the invitation is valid', async () => {
    const { server, bearer, field } = await start()
    await inviteSigner(server, bearer, field)
    const { data } = await server.services.db
      .selectFrom('audit_events')
      .select('data')
      .where('kind', '=', 'invitation-sent')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(data)).toEqual({ field: field.id, expires: Date.parse('2026-03-02T18:00:00.000Z') })
  })

  test('the database stores the invitation token only as a hash', async () => {
    const { server, bearer, field } = await start()
    await inviteSigner(server, bearer, field)
    const token = await invitationToken(server, 'ana@example.com')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await server.services.db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('a second invitation creates a new link, and the old link stops working', async () => {
    const { server, bearer, field } = await start()
    await inviteSigner(server, bearer, field)
    const old = await invitationToken(server, 'ana@example.com')
    server.clock.advance(MINUTE_MS)
    await inviteSigner(server, bearer, field)
    const current = await invitationToken(server, 'ana@example.com')
    expect(current).not.toBe(old)
    expect((await refuse(server, validateInvitationCall, { query: { token: old } })).code).toBe('INVITATION_INVALID')
    await succeed(server, validateInvitationCall, { query: { token: current } })
  })

  test('the API refuses a field of another document and an unknown field', async () => {
    const { server, bearer, body } = await start()
    const other = await uploadDocument(server, bearer)
    for (const field_id of [body.field_id, 999, 'nada'])
      expect(
        await refuse(server, sendInvitationCall, { bearer, params: { id: other.id }, body: { ...body, field_id } }),
      ).toMatchObject({ status: 403, code: 'FIELD_OF_OTHER_DOCUMENT' })
  })

  test('the API refuses an invitation for the owner’s own field', async () => {
    const { server, bearer, document, body } = await start()
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const params = { id: document.id }
    expect(
      (await refuse(server, sendInvitationCall, { bearer, params, body: { ...body, field_id: own.id } })).code,
    ).toBe('NOT_A_THIRD_PARTY_FIELD')
  })

  test('the API refuses an address that differs from the signer’s address in the field', async () => {
    const { server, bearer, document, body } = await start()
    const wrong = { ...body, email: 'otra@example.com' }
    expect(
      await refuse(server, sendInvitationCall, { bearer, params: { id: document.id }, body: wrong }),
    ).toMatchObject({
      code: 'VALIDATION',
      fields: { email: 'El email no es el del firmante de este campo.' },
    })
    expect(await server.services.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('the API refuses an address that contains a list of addresses', async () => {
    const { server, bearer, document, body } = await start()
    const signer_email = 'ana,otra@example.com'
    const field = await placeField(server, bearer, document.id, { signer_email })
    const list = { ...body, field_id: field.id, email: signer_email }
    expect((await refuse(server, sendInvitationCall, { bearer, params: { id: document.id }, body: list })).code).toBe(
      'VALIDATION',
    )
  })

  test('the API answers 404 to another user and 401 without a session', async () => {
    const { server, document, body } = await start()
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    const params = { id: document.id }
    expect((await refuse(server, sendInvitationCall, { bearer: stranger, params, body })).status).toBe(404)
    expect((await refuse(server, sendInvitationCall, { params, body })).status).toBe(401)
  })
})

describe('opening an invitation link', () => {
  test('the API returns the field and a guest token, and changes no data', async () => {
    const { server, bearer, document, field } = await start()
    await inviteSigner(server, bearer, field)
    const token = await invitationToken(server, 'ana@example.com')
    const before = await snapshot(server)
    const first = await succeed(server, validateInvitationCall, { query: { token } })
    const second = await succeed(server, validateInvitationCall, { query: { token } })
    expect(await snapshot(server)).toBe(before)
    expect(second.access_token).toBe(first.access_token)
    expect(first).toMatchObject({
      signature_field: { id: field.id, is_signed: false },
      signer_email: 'ana@example.com',
      owner_name: 'María José Núñez',
      document: { id: document.id, original_filename: 'Contrato de alquiler.pdf' },
      expires_in: GUEST_TOKEN_LIFE / 1000,
    })
  })

  test('the API refuses an unknown invitation token', async () => {
    const { server } = await start()
    expect(await refuse(server, validateInvitationCall, { query: { token: 'inventado' } })).toMatchObject({
      status: 410,
      code: 'INVITATION_INVALID',
    })
  })

  test('the API refuses the link after 30 days', async () => {
    const { server, bearer, field } = await start()
    await inviteSigner(server, bearer, field)
    const token = await invitationToken(server, 'ana@example.com')
    server.clock.advance(30 * DAY_MS - 1000)
    const last = await succeed(server, validateInvitationCall, { query: { token } })
    expect(last.expires_in).toBe(1)
    server.clock.advance(1000)
    expect(await refuse(server, validateInvitationCall, { query: { token } })).toMatchObject({
      status: 410,
      code: 'INVITATION_EXPIRED',
      message: expect.stringContaining('venció'),
    })
  })

  test('INVITATION_DAYS sets how long an invitation is valid', async () => {
    const server = await openTestServer({ variables: { INVITATION_DAYS: '1' } })
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const field = await placeField(server, bearer, (await uploadDocument(server, bearer)).id)
    expect((await inviteSigner(server, bearer, field)).expires_at).toBe('2026-02-01T18:00:00.000Z')
  })
})

describe('the guest token', () => {
  test('the guest token expires after half an hour', async () => {
    const { server, bearer, field } = await start()
    const guest = await becomeGuest(server, bearer, field)
    server.clock.advance(GUEST_TOKEN_LIFE - 1)
    await succeed(server, getFieldCall, { bearer: guest, params: { id: field.id } })
    server.clock.advance(1)
    expect((await refuse(server, getFieldCall, { bearer: guest, params: { id: field.id } })).code).toBe(
      'SESSION_EXPIRED',
    )
  })

  test('a newer invitation invalidates the guest token of the previous invitation', async () => {
    const { server, bearer, field } = await start()
    const guest = await becomeGuest(server, bearer, field)
    await inviteSigner(server, bearer, field)
    expect((await refuse(server, getFieldCall, { bearer: guest, params: { id: field.id } })).code).toBe(
      'INVITATION_INVALID',
    )
  })

  test('the guest token stays valid after a restart because its key is stored on disk', async () => {
    const { server, bearer, field } = await start()
    const guest = await becomeGuest(server, bearer, field)
    const reopened = createGuestTokens(await ensureSecretKey(`${server.dataDir}/keys/guest-token.key`))
    expect(reopened.open(guest, server.clock.now())).toMatchObject({ kind: 'open', grant: { fieldId: field.id } })
  })
})
