import { inflateWithNode } from 'pdf/node'
import { EXTERNAL_SIGNER_NAME, mutoolValid, pdfsig, signWithMutool, signWithPdfsig, testWith } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import {
  digitalSignCall,
  type SignatureField,
  SignatureResultSchema,
  sendInvitationCall,
  unshareFileCall,
  validateInvitationCall,
} from 'shared/contract'
import { CONSENT_VERSION } from 'shared/contract/consent'
import { copyStateCall, copyToSignCall, signedCopyCall } from 'shared/contract/own-program'
import * as v from 'valibot'
import {
  type CardOffice,
  newHierarchy,
  openCardOffice,
  preparation,
  refusePrepare,
  startWithCards,
} from '../../../test/support/card-signing.ts'
import { returnCopy } from '../../../test/support/external-signer.ts'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  invitationToken,
  multipart,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { openPublicDocument } from '../../../test/support/public-link.ts'
import { ana, luis } from '../../../test/support/stand-in-firmador/card.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { parseTrust } from '../pki/trust-file.ts'
import { gatherAuthorities } from '../verification/authorities.ts'
import { type Identity, issueIdentity, signCopy } from './test-support/sign-copy.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const first = await placeField(server, bearer, document.id)
  const second = await placeField(server, bearer, document.id, {
    signer_name: 'Luis Vargas',
    signer_email: 'luis@example.com',
    page: 2,
  })
  const guest = await becomeGuest(server, bearer, first)
  return { server, bearer, document, first, second, guest, other: await becomeGuest(server, bearer, second) }
}

const download = async ({ app }: TestServer, bearer: string, { id }: SignatureField) => {
  const headers = { authorization: `Bearer ${bearer}` }
  const response = await app.inject({ method: 'GET', url: pathOf(copyToSignCall, { fieldId: id }), headers })
  return {
    bytes: new Uint8Array(response.rawPayload),
    sha256: String(response.headers.etag).replaceAll('"', ''),
    response,
  }
}

const invitedToken = async (server: TestServer, { signer_email }: SignatureField): Promise<string> => {
  const query = { token: await invitationToken(server, signer_email) }
  return (await succeed(server, validateInvitationCall, { query })).access_token
}

const send = async (
  { app }: TestServer,
  bearer: string,
  { id }: SignatureField,
  { bytes, base }: { readonly bytes: Uint8Array; readonly base: string },
) => {
  const { payload, headers } = await multipart([
    ['base_sha256', base],
    ['consent', CONSENT_VERSION],
    ['file', { bytes, filename: 'firmado.pdf' }],
  ])
  const response = await app.inject({
    method: 'POST',
    url: pathOf(signedCopyCall, { fieldId: id }),
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

test('the API answers DOCUMENT_DAMAGED, not an error of the copy, when the document is damaged', async () => {
  const { server, guest, first } = await start()
  const { bytes, sha256 } = await download(server, guest, first)
  jest.spyOn(server.services.blobs, 'read').mockRejectedValue(new BlobFaultError(sha256, 'damaged'))
  expect(await send(server, guest, first, { bytes, base: sha256 })).toMatchObject({
    status: 500,
    body: { code: 'DOCUMENT_DAMAGED' },
  })
})

testWith(['mutool', 'pdfsig'], 'two signers sign with their own programs, and both signatures are valid', async () => {
  const { server, bearer, document, first, second, guest, other } = await start()
  const copy = await download(server, guest, first)
  expect(copy.response.headers['content-disposition']).toContain('para%20firmar')
  const signed = signWithMutool(copy.bytes, `trazo-${first.id}`)
  const result = await send(server, guest, first, { bytes: signed, base: copy.sha256 })
  expect(v.parse(SignatureResultSchema, result.body)).toMatchObject({
    agent: 'own-program',
    timestamp: null,
    level: 'CMS',
    signer_info: { name: 'Ana Rojas' },
    certificate_info: { subject: EXTERNAL_SIGNER_NAME },
    proven_identification: null,
  })
  // A repeat of a lost answer.
  expect(await send(server, guest, first, { bytes: signed, base: copy.sha256 })).toMatchObject({ status: 200 })

  const next = await download(server, other, second)
  expect(next.sha256).not.toBe(copy.sha256)
  const bytes = signWithPdfsig(next.bytes)
  expect(await send(server, other, second, { bytes, base: next.sha256 })).toMatchObject({ status: 200 })

  const final = await downloadBytes(server, bearer, document.id)
  expect(
    pdfsig(final)
      .filter(({ type }) => type !== '' && type !== 'unknown')
      .map(({ valid }) => valid),
  ).toEqual([true, true])
  expect(mutoolValid(final)).toBe(2)
  const { authorities } = server.services.verification
  const options = { ...authorities, now: new Date(server.clock.now()), inflate: inflateWithNode }
  const report = await verifyPdf(new Uint8Array(final), options)
  const verdicts = report.kind === 'signed' ? report.signatures.map(({ verdict }) => verdict) : []
  // No authority vouches for the self-signed certificate.
  expect(verdicts).toEqual(['unknown', 'unknown', 'valid'])
  const log = await server.services.db.selectFrom('audit_events').select(['kind', 'data']).execute()
  expect(log.filter(({ kind }) => kind === 'field-signed').map(({ data }) => JSON.parse(data).agent)).toEqual([
    'own-program',
    'own-program',
  ])
  expect(log.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['signer-agreed', 'document-sealed']))
})

testWith(
  ['mutool'],
  'the API refuses a copy of an older revision and changes nothing; a new copy succeeds',
  async () => {
    const { server, document, bearer, first, second, guest, other } = await start()
    const copy = await download(server, guest, first)
    const bytes = signWithMutool(copy.bytes, `trazo-${first.id}`)
    const drawn = { field_id: second.id, signature_data: drawing() }
    await succeed(server, digitalSignCall, { bearer: other, params: { fieldId: second.id }, body: drawn })
    const before = await downloadBytes(server, bearer, document.id)

    const { sha256 } = await succeed(server, copyStateCall, { bearer: guest, params: { fieldId: first.id } })
    expect(sha256).not.toBe(copy.sha256)
    const refused = { status: 409, body: { code: 'COPY_OUTDATED' } }
    expect(await send(server, guest, first, { bytes, base: copy.sha256 })).toMatchObject(refused)
    // The same bytes under the newest hash.
    expect(await send(server, guest, first, { bytes, base: sha256 })).toMatchObject(refused)
    expect((await downloadBytes(server, bearer, document.id)).equals(before)).toBe(true)

    const again = await download(server, guest, first)
    const signed = signWithMutool(again.bytes, `trazo-${first.id}`)
    expect(await send(server, guest, first, { bytes: signed, base: again.sha256 })).toMatchObject({ status: 200 })
  },
)

testWith(
  ['mutool'],
  'two simultaneous uploads of one copy create one signature, and the API refuses another copy',
  async () => {
    const { server, first, guest } = await start()
    const { bytes, sha256 } = await download(server, guest, first)
    const signed = signWithMutool(bytes, `trazo-${first.id}`)
    const both = await Promise.all([1, 2].map(() => send(server, guest, first, { bytes: signed, base: sha256 })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const rows = await server.services.db.selectFrom('signatures').select('request_key').execute()
    expect(rows).toHaveLength(1)
    const otherCopy = signWithPdfsig(bytes)
    expect(await send(server, guest, first, { bytes: otherCopy, base: sha256 })).toMatchObject({
      body: { code: 'FIELD_SIGNED' },
    })
  },
)

test('the API refuses another signer’s field, an invalid or unknown base hash, and a missing document hash', async () => {
  const { server, bearer, document, first, second, guest } = await start()
  const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
  const { bytes, sha256 } = await download(server, guest, first)
  expect((await download(server, guest, second)).response.statusCode).toBe(403)
  expect((await download(server, bearer, first)).response.statusCode).toBe(403)
  expect(await send(server, guest, second, { bytes, base: sha256 })).toMatchObject({ status: 403 })
  expect(await send(server, guest, first, { bytes, base: 'x' })).toMatchObject({ body: { code: 'VALIDATION' } })
  const mine = await download(server, bearer, own)
  expect(await send(server, bearer, own, { bytes: mine.bytes, base: mine.sha256 })).toMatchObject({
    body: { code: 'VALIDATION', fields: { document_sha256: expect.any(String) } },
  })
  expect(await send(server, guest, first, { bytes: new Uint8Array(9_000_000), base: '0'.repeat(64) })).toMatchObject({
    body: { code: 'COPY_OUTDATED' },
  })
})

test('the API answers COPY_TOO_LARGE to a large copy, and still checks the next copy', async () => {
  const { server, first, guest } = await start()
  const { bytes, sha256 } = await download(server, guest, first)
  const large = new Uint8Array(bytes.length + 5_000_000)
  large.set(bytes)
  expect(await send(server, guest, first, { bytes: large, base: sha256 })).toMatchObject({
    status: 413,
    body: { code: 'COPY_TOO_LARGE' },
  })
  expect(await send(server, guest, first, { bytes, base: sha256 })).toMatchObject({ body: { code: 'COPY_UNSIGNED' } })
})

const askFor = (server: TestServer, bearer: string, field: SignatureField, certificate_identification: string) => {
  const { id: field_id, signer_email: email, signer_name } = field
  // The newest invitation is found by its time.
  server.clock.advance(1000)
  const body = { email, signer_name, document_url: '', field_id, field_coordinates: null, certificate_identification }
  return succeed(server, sendInvitationCall, { bearer, params: { id: field.user_file_id }, body })
}

describe('a certificate that the owner requires', () => {
  let office: CardOffice
  let identities: readonly [Identity, Identity, Identity]
  beforeAll(async () => {
    office = await openCardOffice()
    const other = await newHierarchy()
    identities = [
      await issueIdentity(office.hierarchy, ana),
      await issueIdentity(office.hierarchy, luis),
      await issueIdentity(other, ana),
    ]
  })
  afterAll(() => office.close())

  /** As an installation without cards that recognises the hierarchy. */
  const startWithNational = async () => {
    const started = await start()
    const trust = parseTrust(office.hierarchy.pem, new Date(started.server.clock.now()), 'CA')
    const { roots, intermediates } = gatherAuthorities([['national', trust]])
    Object.assign(started.server.services.verification.authorities, { roots, intermediates })
    return started
  }

  test('the API accepts the required certificate only, not that of another person or another authority', async () => {
    const { server, bearer, first } = await startWithCards(office)
    await askFor(server, bearer, first, '01-0234-0567')
    const guest = await invitedToken(server, first)
    const { bytes, sha256 } = await download(server, guest, first)
    const name = `trazo-${first.id}`
    const [anas, luiss, selfMade] = identities
    const sent = (identity: Identity) =>
      send(server, guest, first, { bytes: signCopy(bytes, name, identity), base: sha256 })
    expect(await sent(luiss)).toMatchObject({ status: 403, body: { code: 'COPY_OF_OTHER_PERSON' } })
    expect(await sent(selfMade)).toMatchObject({ status: 403, body: { code: 'COPY_CERTIFICATE_UNTRUSTED' } })
    expect(await sent(anas)).toMatchObject({
      status: 200,
      body: { proven_identification: 'CPF-01-0234-0567', revocation: 'not-asked', agent: 'own-program' },
    })
  })

  test.each(['abc', '12', '01 0234 0567', '01-0234-0567'.repeat(5), '<b>01-0234-0567</b>'])(
    'the API refuses the malformed identification %s before it sends a mail',
    async (certificate_identification) => {
      const { server, bearer, first } = await start()
      const { id: field_id, signer_email: email, signer_name } = first
      const body = { email, signer_name, document_url: '', field_id, field_coordinates: null }
      const mails = () => server.services.db.selectFrom('outbox').select('id').execute()
      const before = await mails()
      const refused = await refuse(server, sendInvitationCall, {
        bearer,
        params: { id: first.user_file_id },
        body: { ...body, certificate_identification },
      })
      expect(refused).toMatchObject({ status: 400, code: 'VALIDATION' })
      expect(JSON.stringify(refused)).toContain('de 5 a 40 números, letras mayúsculas o guiones')
      expect(await mails()).toEqual(before)
      const field = server.services.db
        .selectFrom('fields')
        .select('certificate_identification')
        .where('id', '=', field_id)
      expect(await field.executeTakeFirst()).toEqual({ certificate_identification: null })
    },
  )

  test('the API refuses a drawing until the owner removes the certificate requirement', async () => {
    const { server, bearer, first } = await startWithNational()
    await askFor(server, bearer, first, 'CPF-01-0234-0567')
    const sign = { params: { fieldId: first.id }, body: { field_id: first.id, signature_data: drawing() } }
    const guest = await invitedToken(server, first)
    expect(await refuse(server, digitalSignCall, { bearer: guest, ...sign })).toMatchObject({
      code: 'CERTIFICATE_NEEDED',
    })
    const { bytes, sha256 } = await download(server, guest, first)
    const [, luiss] = identities
    const copy = signCopy(bytes, `trazo-${first.id}`, luiss)
    expect(await send(server, guest, first, { bytes: copy, base: sha256 })).toMatchObject({
      body: { code: 'COPY_OF_OTHER_PERSON' },
    })
    await askFor(server, bearer, first, '')
    await succeed(server, digitalSignCall, { bearer: await invitedToken(server, first), ...sign })
  })

  test('a national signing certificate proves the signer even without cards; the API refuses a login certificate', async () => {
    const { server, first, guest } = await startWithNational()
    const { bytes, sha256 } = await download(server, guest, first)
    const name = `trazo-${first.id}`
    const login = await issueIdentity(office.hierarchy, ana, { purpose: 'login' })
    expect(await send(server, guest, first, { bytes: signCopy(bytes, name, login), base: sha256 })).toMatchObject({
      body: { code: 'COPY_CERTIFICATE_UNTRUSTED' },
    })
    expect(
      await send(server, guest, first, { bytes: signCopy(bytes, name, identities[0]), base: sha256 }),
    ).toMatchObject({
      body: { proven_identification: 'CPF-01-0234-0567', signer_info: { name: 'ANA ROJAS MORA (FIRMA)' } },
    })
  })

  test('the API refuses a card with another identification than the owner requires', async () => {
    const cards = await startWithCards(office)
    await askFor(cards.server, cards.bearer, cards.first, '02-0345-0678')
    const guest = await invitedToken(cards.server, cards.first)
    const refused = await refusePrepare(cards.server, guest, cards.first.id, preparation(office.anas))
    expect(refused).toMatchObject({ code: 'CARD_NOT_ASKED' })
  })
})

describe('signing by public link with an own program', () => {
  testWith(
    ['mutool', 'pdfsig'],
    'a guest signs in a new field; the API refuses another guest and a session of an ended sharing',
    async () => {
      const { server, owner, document, enter, share } = await openPublicDocument()
      const left = await enter({ name: 'Carlos' })
      await succeed(server, unshareFileCall, { bearer: owner, params: { id: document.id } })
      const late = await returnCopy(server, left.bearer, left.field, (bytes) => bytes)
      expect(late.status).toBeGreaterThanOrEqual(400)
      await share()

      const [eva, luisa] = [await enter({ name: 'Eva Rojas' }), await enter({ name: 'Luisa Mata' })]
      const params = { fieldId: eva.field.id }
      expect(await refuse(server, copyStateCall, { bearer: luisa.bearer, params })).toMatchObject({ status: 403 })
      const sign = (bytes: Uint8Array) => signWithMutool(bytes, `trazo-${eva.field.id}`)
      const stolen = await returnCopy(server, luisa.bearer, eva.field, (bytes) => bytes)
      expect(stolen.status).toBe(403)
      const signed = await returnCopy(server, eva.bearer, eva.field, sign, {
        document_sha256: document.sha256,
      })
      expect(signed.body).toMatchObject({
        agent: 'own-program',
        by_public_link: true,
        signer_info: { name: 'Eva Rojas' },
      })
      const bytes = await downloadBytes(server, owner, document.id)
      expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(1)

      expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toHaveLength(1)
    },
  )
})
