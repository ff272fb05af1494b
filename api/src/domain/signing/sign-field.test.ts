import { openPdf } from 'pdf'
import { SignatureError } from 'pdf/cms'
import { inflateWithNode } from 'pdf/node'
import { samplePng } from 'pdf/sign'
import { mutoolValid, pdfsig, testWith } from 'pdf/testing/node'
import {
  deleteFileCall,
  digitalSignCall,
  getFieldCall,
  listFilesCall,
  type SignatureField,
  validateInvitationCall,
} from 'shared/contract'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  stated,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const bytes = Buffer.from(threePages())
  const document = await uploadDocument(server, bearer, bytes, 'Contrato.pdf')
  const first = await placeField(server, bearer, document.id)
  const luis = { signer_name: 'Luis Mata', signer_email: 'luis@example.com', page: 2 }
  const second = await placeField(server, bearer, document.id, luis)
  return { server, bearer, bytes, document, first, second }
}

const sign = (server: TestServer, bearer: string, field: SignatureField, over: object = {}) =>
  succeed(server, digitalSignCall, {
    bearer,
    params: { fieldId: field.id },
    body: { field_id: field.id, signature_data: drawing(), ...over },
  })

const refuseSigning = (server: TestServer, bearer: string | undefined, fieldId: number, signature_data = drawing()) =>
  refuse(server, digitalSignCall, { bearer, params: { fieldId }, body: { field_id: fieldId, signature_data } })

const mailsTo = (server: TestServer) =>
  server.delivered
    .map(({ mail }) => ({ kind: mail.kind, to: mail.to_address }))
    .sort((a, b) => a.to.localeCompare(b.to))

describe('a guest signs a field', () => {
  test('the API returns the certificate, time stamp and level of the guest’s signature', async () => {
    const { server, bearer, document, first } = await start()
    const guest = await becomeGuest(server, bearer, first)
    const result = await sign(server, guest, first)
    expect(result).toEqual({
      success: true,
      field_id: first.id,
      signer_info: { name: 'Ana Rojas', email: 'ana@example.com' },
      by_public_link: false,
      signed_at: '2026-01-31T18:00:00.000Z',
      certificate_info: {
        serial_number: expect.stringMatching(/^[0-9a-f]+$/),
        issuer: 'Trazo Platform CA',
        subject: 'Ana Rojas',
        valid_from: '2026-01-31T18:00:00.000Z',
        valid_to: '2027-01-31T18:00:00.000Z',
      },
      level: 'B-T',
      timestamp: { authority: 'Trazo Platform TSA', time: '2026-01-31T18:00:00.000Z', source: 'platform' },
      revocation: null,
      agent: 'simulated',
      proven_identification: null,
      verified: true,
      document: { id: document.id, is_signed: false, download_url: document.download_url },
    })
  })

  test('each signature keeps the earlier bytes, and the first signature adds every signature field', async () => {
    const { server, bearer, bytes, document, first, second } = await start()
    await sign(server, await becomeGuest(server, bearer, first), first)
    const once = await downloadBytes(server, bearer, document.id)
    expect(once.subarray(0, bytes.length).equals(bytes)).toBe(true)
    const fields = openPdf(once, { inflate: inflateWithNode }).signatureFields()
    expect(fields.map(({ name }) => name)).toEqual([`trazo-${first.id}`, `trazo-${second.id}`])
    await sign(server, await becomeGuest(server, bearer, second), second)
    const twice = await downloadBytes(server, bearer, document.id)
    expect(twice.subarray(0, once.length).equals(once)).toBe(true)
  })

  test('after the signature the field is signed, and the invitation still opens the document', async () => {
    const { server, bearer, document, first } = await start()
    const guest = await becomeGuest(server, bearer, first)
    const token = await invitationToken(server, 'ana@example.com')
    await sign(server, guest, first)
    const { signature_field } = await succeed(server, getFieldCall, { bearer: guest, params: { id: first.id } })
    expect(signature_field).toMatchObject({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' })
    const opened = await succeed(server, validateInvitationCall, { query: { token } })
    expect(opened.signature_field.is_signed).toBe(true)
    const [listed] = await succeed(server, listFilesCall, { bearer })
    expect(listed).toMatchObject({ id: document.id, status: 'PROCESSING', is_signed: false, fields_signed: 1 })
  })

  test('the owner gets a mail for each signature, and all people get the copy after the last signature', async () => {
    const { server, bearer, document, first, second } = await start()
    const invited = await becomeGuest(server, bearer, first)
    await server.relay.tick()
    await sign(server, invited, first)
    await server.relay.tick()
    expect(mailsTo(server)).toEqual([
      { kind: 'invitation', to: 'ana@example.com' },
      { kind: 'field-signed', to: 'olga@example.com' },
    ])
    expect(server.delivered[1]?.mail.subject).toBe('Ana Rojas firmó «Contrato.pdf»')
    const guest = await becomeGuest(server, bearer, second)
    await server.relay.tick()
    server.delivered.length = 0
    expect(await sign(server, guest, second)).toMatchObject({ document: { is_signed: true } })
    await server.relay.tick()
    expect(mailsTo(server)).toEqual([
      { kind: 'document-completed', to: 'ana@example.com' },
      { kind: 'document-completed', to: 'luis@example.com' },
      { kind: 'document-completed', to: 'olga@example.com' },
    ])
    const final = await downloadBytes(server, bearer, document.id)
    for (const { attachment } of server.delivered) expect(final.equals(attachment ?? Buffer.alloc(0))).toBe(true)
    const [listed] = await succeed(server, listFilesCall, { bearer })
    expect(listed).toMatchObject({ status: 'COMPLETED', is_signed: true, fields_signed: 2 })
  })

  test('the API refuses a second signature of the field and leaves the document unchanged', async () => {
    const { server, bearer, document, first } = await start()
    const guest = await becomeGuest(server, bearer, first)
    await sign(server, guest, first)
    const before = await downloadBytes(server, bearer, document.id)
    expect(await refuseSigning(server, guest, first.id)).toMatchObject({ status: 409, code: 'FIELD_SIGNED' })
    expect((await downloadBytes(server, bearer, document.id)).equals(before)).toBe(true)
  })

  describe('the guest repeats a signing request', () => {
    const key = 'f1d3ff84-4329-4732-8762-66f4b4c8f4ba'
    const request = (field: SignatureField, bearer: string, idempotency_key = key) => ({
      bearer,
      params: { fieldId: field.id },
      body: { field_id: field.id, signature_data: drawing(), idempotency_key },
    })

    test('the API returns the same answer for a repeated idempotency key and signs once', async () => {
      const { server, bearer, document, first, second } = await start()
      const guest = await becomeGuest(server, bearer, first)
      const answer = await succeed(server, digitalSignCall, request(first, guest))
      const before = await downloadBytes(server, bearer, document.id)
      server.clock.advance(60_000)
      expect(await succeed(server, digitalSignCall, request(first, guest))).toEqual(answer)
      expect((await downloadBytes(server, bearer, document.id)).equals(before)).toBe(true)

      const luis = await becomeGuest(server, bearer, second)
      const completed = await succeed(server, digitalSignCall, request(second, luis))
      expect(completed).toMatchObject({ field_id: second.id, document: { is_signed: true } })
    })

    test.each<[string, object]>([
      ['drawing', { signature_data: `data:image/png;base64,${Buffer.from(samplePng(60)).toString('base64')}` }],
      ['identity', { identification: { type: 'nacional', number: '01-0123-0456' } }],
      ['value', { form_values: [{ form_field_id: 1, value: 'x' }] }],
    ])('the API refuses a repeated idempotency key with another %s and keeps the signature', async (_, other) => {
      const { server, bearer, document, first } = await start()
      const guest = await becomeGuest(server, bearer, first)
      const answer = await succeed(server, digitalSignCall, request(first, guest))
      const before = await downloadBytes(server, bearer, document.id)
      const again = request(first, guest)
      const refusal = await refuse(server, digitalSignCall, { ...again, body: { ...again.body, ...other } })
      expect(refusal).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
      expect((await downloadBytes(server, bearer, document.id)).equals(before)).toBe(true)
      expect(await succeed(server, digitalSignCall, again)).toEqual(answer)
    })

    test('the API recognises a key that an earlier version stored without a fingerprint', async () => {
      const { server, bearer, first } = await start()
      const guest = await becomeGuest(server, bearer, first)
      const answer = await succeed(server, digitalSignCall, request(first, guest))
      await server.services.db.updateTable('signatures').set({ request_key: key }).execute()
      expect(await succeed(server, digitalSignCall, request(first, guest))).toEqual(answer)
    })

    test('two simultaneous requests with one idempotency key create one signature and get the same answer', async () => {
      const { server, bearer, first } = await start()
      const guest = await becomeGuest(server, bearer, first)
      const twice = [request(first, guest), request(first, guest)]
      const [one, other] = await Promise.all(twice.map((each) => succeed(server, digitalSignCall, each)))
      expect(one).toEqual(other)
      expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toHaveLength(1)
    })

    test('the API refuses a repeated signature with another key, and the same key from another guest', async () => {
      const { server, bearer, first, second } = await start()
      const guest = await becomeGuest(server, bearer, first)
      await succeed(server, digitalSignCall, request(first, guest))
      const otherKey = '00000000-0000-4000-8000-000000000000'
      expect(await refuse(server, digitalSignCall, request(first, guest, otherKey))).toMatchObject({
        code: 'FIELD_SIGNED',
      })
      const luis = await becomeGuest(server, bearer, second)
      expect(await refuse(server, digitalSignCall, request(first, luis))).toMatchObject({ code: 'FORBIDDEN' })
    })
  })

  test('two simultaneous requests without idempotency key create one signature', async () => {
    const { server, bearer, first } = await start()
    const guest = await becomeGuest(server, bearer, first)
    const results = await Promise.allSettled([sign(server, guest, first), sign(server, guest, first)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toHaveLength(1)
  })
})

testWith(['pdfsig', 'mutool'], 'two guests sign at the same moment, and both signatures are valid', async () => {
  const { server, bearer, document, first, second } = await start()
  const guests = [await becomeGuest(server, bearer, first), await becomeGuest(server, bearer, second)] as const
  await Promise.all([sign(server, guests[0], first), sign(server, guests[1], second)])
  const bytes = await downloadBytes(server, bearer, document.id)
  const found = pdfsig(bytes).filter(({ type }) => type === 'ETSI.CAdES.detached')
  expect(found.map(({ valid }) => valid)).toEqual([true, true])
  expect(mutoolValid(bytes)).toBe(2)
})

describe('the owner signs a field', () => {
  test('the owner signs an own field, and the certificate contains the name of the account', async () => {
    const { server, bearer, document } = await start()
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY', signer_name: 'Otra Persona' })
    const result = await sign(server, bearer, own, stated(document))
    expect(result.signer_info).toEqual({ name: 'María José Núñez', email: 'olga@example.com' })
    expect(result.certificate_info.subject).toBe('María José Núñez')
  })

  test('the API refuses the owner’s signature in a field of another person', async () => {
    const { server, bearer, first } = await start()
    expect(await refuseSigning(server, bearer, first.id)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

describe('the API refuses to sign a field', () => {
  test('the API refuses a signature without a token or with an unknown token', async () => {
    const { server, first } = await start()
    expect((await refuseSigning(server, undefined, first.id)).code).toBe('UNAUTHENTICATED')
    expect((await refuseSigning(server, 'inventado', first.id)).code).toBe('SESSION_EXPIRED')
  })

  test("the API refuses a guest who signs another guest's field or a field of another document", async () => {
    const { server, bearer, first, second } = await start()
    const elsewhere = await placeField(server, bearer, (await uploadDocument(server, bearer)).id)
    const guest = await becomeGuest(server, bearer, first)
    expect((await refuseSigning(server, guest, second.id)).code).toBe('FORBIDDEN')
    for (const id of [elsewhere.id, 999])
      expect(await refuseSigning(server, guest, id)).toMatchObject({ status: 403, code: 'FIELD_OF_OTHER_DOCUMENT' })
  })

  test('the API answers NOT_FOUND when a user signs in another owner’s document', async () => {
    const { server, bearer, document } = await start()
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    expect((await refuseSigning(server, stranger, own.id)).code).toBe('NOT_FOUND')
  })

  test.each([
    ['nothing drawn', '', 'VALIDATION'],
    ['a JPEG', 'data:image/jpeg;base64,/9j/4AAQ', 'VALIDATION'],
    ['no base64', 'data:image/png;base64,****', 'SIGNATURE_IMAGE_INVALID'],
    ['a text in the place of the PNG', `data:image/png;base64,${btoa('no soy un PNG')}`, 'SIGNATURE_IMAGE_INVALID'],
    ['a PNG that breaks off', `${drawing().slice(0, 120)}`, 'SIGNATURE_IMAGE_INVALID'],
  ])(
    'the API refuses the signature drawing (%s), and a valid drawing then succeeds',
    async (_, signature_data, code) => {
      const { server, bearer, first } = await start()
      const guest = await becomeGuest(server, bearer, first)
      expect(await refuseSigning(server, guest, first.id, signature_data)).toMatchObject({ status: 400, code })
      await sign(server, guest, first)
    },
  )

  test('the API refuses a guest after a new invitation for the field or after deletion of the document', async () => {
    const { server, bearer, document, first, second } = await start()
    const replaced = await becomeGuest(server, bearer, first)
    await inviteSigner(server, bearer, first)
    expect((await refuseSigning(server, replaced, first.id)).code).toBe('INVITATION_INVALID')
    const guest = await becomeGuest(server, bearer, second)
    await succeed(server, deleteFileCall, { bearer, params: { id: document.id } })
    expect((await refuseSigning(server, guest, second.id)).code).toBe('INVITATION_INVALID')
  })
})

describe('when the signing fails', () => {
  test('a failed signature leaves the document unchanged, and the next attempt succeeds', async () => {
    const { server, bearer, bytes, document, first } = await start()
    const guest = await becomeGuest(server, bearer, first)
    const broken = jest
      .spyOn(server.services.signer, 'sign')
      .mockRejectedValueOnce(new SignatureError('SIGNATURE_INVALID', 'does not verify'))
    expect(await refuseSigning(server, guest, first.id)).toMatchObject({ status: 500, code: 'SIGNING_FAILED' })
    expect((await downloadBytes(server, bearer, document.id)).equals(bytes)).toBe(true)
    broken.mockRestore()
    await sign(server, guest, first)
  })

  test('a document that the owner deletes during a signature gets no signature and no revision', async () => {
    const { server, bearer, document, first } = await start()
    const guest = await becomeGuest(server, bearer, first)
    const { signer } = server.services
    const really = signer.sign
    jest.spyOn(signer, 'sign').mockImplementationOnce(async (input) => {
      await succeed(server, deleteFileCall, { bearer, params: { id: document.id } })
      return really(input)
    })
    expect((await refuseSigning(server, guest, first.id)).code).toBe('NOT_FOUND')
    expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toEqual([])
    expect(await server.services.db.selectFrom('revisions').selectAll().execute()).toHaveLength(1)
  })
})
