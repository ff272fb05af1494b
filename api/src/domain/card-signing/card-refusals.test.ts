import { pdfsig, testWith } from 'pdf/testing/node'
import { digitalSignCall, validateInvitationCall } from 'shared/contract'
import { setDeadlineCall } from 'shared/contract/signing-order'
import {
  base64,
  type CardOffice,
  type CompleteBody,
  complete,
  completion,
  newHierarchy,
  openCardOffice,
  type PrepareBody,
  type Prepared,
  preparation,
  prepare,
  refuseComplete,
  refusePrepare,
  signatures,
  startWithCards,
} from '../../../test/support/card-signing.ts'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  invitationToken,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { ana, type Card, createCard, luis } from '../../../test/support/stand-in-firmador/card.ts'
import type { CardOptions, Hierarchy } from '../../../test/support/stand-in-firmador/hierarchy.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { Extension } from '../pki/x509.ts'

let office: CardOffice
let hierarchy: Hierarchy
let anas: Card
beforeAll(async () => {
  office = await openCardOffice()
  ;({ hierarchy, anas } = office)
})
afterAll(() => office.close())
afterEach(closeTestServers)

const start = () => startWithCards(office)

describe('preparing a signature with a card', () => {
  const another = async (options: CardOptions, of = hierarchy): Promise<Partial<PrepareBody>> => ({
    certificate: base64((await createCard(of, ana, { kind: 'ec', ...options })).certificate),
  })

  const refusals: readonly (readonly [string, () => Promise<Partial<PrepareBody>>, string])[] = [
    [
      "another person's",
      async () => ({ identification: { type: 'nacional', number: '01-0234-0568' } }),
      'CARD_OF_OTHER_PERSON',
    ],
    [
      "a foreigner's number on a national's card",
      async () => ({ identification: { type: 'extranjero', number: '155800123456' } }),
      'CARD_OF_OTHER_PERSON',
    ],
    ['no certificate at all', async () => ({ certificate: btoa('no soy un certificado') }), 'CARD_CERTIFICATE_INVALID'],
    [
      'a certificate with something behind it',
      async () => ({ certificate: base64(Buffer.concat([anas.certificate, Buffer.of(0)])) }),
      'CARD_CERTIFICATE_INVALID',
    ],
    ['no base64', async () => ({ certificate: '*****' }), 'VALIDATION'],
    ['expired', () => another({ days: 20 }), 'CARD_CERTIFICATE_INVALID'],
    ['not yet valid', () => another({ fromDay: 60 }), 'CARD_CERTIFICATE_INVALID'],
    ['that of another authority', async () => another({}, await newHierarchy()), 'CARD_CERTIFICATE_INVALID'],
    ['for logging in', () => another({ purpose: 'login' }), 'CARD_CERTIFICATE_INVALID'],
    ["an authority's", () => another({ isAuthority: true }), 'CARD_CERTIFICATE_INVALID'],
    ['without a holder’s serial number', () => another({ serialNumbers: [] }), 'CARD_CERTIFICATE_INVALID'],
    [
      'of two people',
      async () => ({
        certificate: base64(
          (await createCard(hierarchy, ana, { serialNumbers: [ana.identification, luis.identification] })).certificate,
        ),
      }),
      'CARD_CERTIFICATE_INVALID',
    ],
    [
      'with an unknown critical extension',
      () => another({ extensions: [new Extension('1.2.3.4', true, Uint8Array.of(5, 0))] }),
      'CARD_CERTIFICATE_INVALID',
    ],
    [
      'a drawing that is not a PNG',
      async () => ({ signature_data: `data:image/png;base64,${btoa('no soy un PNG')}` }),
      'SIGNATURE_IMAGE_INVALID',
    ],
  ]

  test.each(refusals)('the API refuses the request and prepares nothing: %s', async (_what, body, code) => {
    const { server, first, guest } = await start()
    expect(await refusePrepare(server, guest, first.id, preparation(anas, await body()))).toMatchObject({ code })
    expect(await server.services.db.selectFrom('card_requests').selectAll().execute()).toEqual([])
    await prepare(server, guest, first, anas)
  })

  test('the API refuses a guest who may not sign the field, and a request without a session', async () => {
    const { server, second, guest, first } = await start()
    expect(await refusePrepare(server, guest, second.id, preparation(anas))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusePrepare(server, undefined, first.id, preparation(anas))).toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('the API answers 404 when cards are disabled and requires a card when cards are enabled', async () => {
    const { server, first, guest } = await start()
    const plain = await openTestServer()
    const { access_token: bearer } = await registerPerson(plain, 'olga')
    const own = await placeField(plain, bearer, (await uploadDocument(plain, bearer)).id, { field_type: 'PRIMARY' })
    expect(await refusePrepare(plain, bearer, own.id, preparation(anas))).toMatchObject({ code: 'NOT_FOUND' })
    const body = { field_id: first.id, signature_data: drawing() }
    expect(await refuse(server, digitalSignCall, { bearer: guest, params: { fieldId: first.id }, body })).toMatchObject(
      {
        code: 'CARD_NEEDED',
      },
    )
  })
})

describe('completing a signature with a card', () => {
  const refusals: readonly (readonly [
    string,
    (body: CompleteBody, prepared: Prepared) => Promise<CompleteBody>,
    string,
  ])[] = [
    [
      'when it signed something else',
      async (body) => ({
        ...body,
        signature: { ...body.signature, value: base64(anas.sign(Buffer.from('otra cosa'))) },
      }),
      'CARD_SIGNATURE_INVALID',
    ],
    [
      'when a bit of it changed',
      async (body) => {
        const value = Buffer.from(body.signature.value, 'base64')
        value[17] = (value[17] ?? 0) ^ 1
        return { ...body, signature: { ...body.signature, value: base64(value) } }
      },
      'CARD_SIGNATURE_INVALID',
    ],
    [
      "when another person's card signed",
      async (_body, prepared) => completion(prepared, await createCard(hierarchy, luis)),
      'CARD_SIGNATURE_INVALID',
    ],
    [
      "when another key signed under the first card's certificate",
      async (body, prepared) => ({
        ...body,
        signature: completion(prepared, await createCard(hierarchy, ana)).signature,
      }),
      'CARD_SIGNATURE_INVALID',
    ],
    [
      'for an unknown request',
      async (body) => ({ ...body, request_id: body.request_id + 1 }),
      'SIGNATURE_REQUEST_EXPIRED',
    ],
  ]

  test.each(refusals)(
    'the API refuses the answer of the card and stores no signature: %s',
    async (_what, change, code) => {
      const { server, first, guest, document, bearer } = await start()
      const before = await downloadBytes(server, bearer, document.id)
      const prepared = await prepare(server, guest, first, anas)
      const good = completion(prepared, anas)
      expect(await refuseComplete(server, guest, first.id, await change(good, prepared))).toMatchObject({ code })
      expect(await signatures(server)).toEqual([])
      expect((await downloadBytes(server, bearer, document.id)).equals(before)).toBe(true)
      await complete(server, guest, first, good)
    },
  )

  test('the API refuses to complete the signature after ten minutes, and a new request succeeds', async () => {
    const { server, first, guest } = await start()
    const prepared = await prepare(server, guest, first, anas)
    server.clock.advance(10 * MINUTE_MS)
    const refused = await refuseComplete(server, guest, first.id, completion(prepared, anas))
    expect(refused).toMatchObject({ status: 410, code: 'SIGNATURE_REQUEST_EXPIRED' })
    await complete(server, guest, first, completion(await prepare(server, guest, first, anas), anas))
  })

  testWith(
    ['pdfsig'],
    'the API refuses when another person signed first; after a new request both signatures are valid',
    async () => {
      const { server, first, second, guest, bearer, document } = await start()
      const guestTwo = await becomeGuest(server, bearer, second)
      const luisCard = await createCard(hierarchy, luis)
      const prepared = await prepare(server, guest, first, anas)
      const says = { identification: { type: 'nacional', number: '02-0345-0678' } } as const
      const other = await prepare(server, guestTwo, second, luisCard, says)
      await complete(server, guestTwo, second, completion(other, luisCard))
      expect(await refuseComplete(server, guest, first.id, completion(prepared, anas))).toMatchObject({
        status: 409,
        code: 'DOCUMENT_CHANGED',
      })
      await complete(server, guest, first, completion(await prepare(server, guest, first, anas), anas))
      const found = pdfsig(await downloadBytes(server, bearer, document.id))
      expect(found.every(({ valid }) => valid)).toBe(true)
      expect(await signatures(server)).toHaveLength(2)
    },
  )

  test('the API refuses when the owner added a field after the preparation', async () => {
    const { server, first, guest, bearer, document } = await start()
    const prepared = await prepare(server, guest, first, anas)
    await placeField(server, bearer, document.id, { page: 3 })
    expect(await refuseComplete(server, guest, first.id, completion(prepared, anas))).toMatchObject({
      code: 'DOCUMENT_CHANGED',
    })
  })

  test('the API refuses a guest who completes the request of another guest', async () => {
    const { server, first, second, guest, bearer } = await start()
    const guestTwo = await becomeGuest(server, bearer, second)
    const prepared = await prepare(server, guest, first, anas)
    const body = completion(prepared, anas)
    expect(await refuseComplete(server, guestTwo, second.id, body)).toMatchObject({ code: 'SIGNATURE_REQUEST_EXPIRED' })
    expect(await refuseComplete(server, guestTwo, first.id, body)).toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('the API refuses a card signature after the deadline, even when the signer began before', async () => {
  const { server, first, bearer, document } = await start()
  const date = '2026-02-01'
  await succeed(server, setDeadlineCall, { bearer, params: { id: document.id }, body: { date } })
  const end = Date.UTC(2026, 1, 2, 6)
  server.clock.advance(end - MINUTE_MS - server.clock.now())
  const query = { token: await invitationToken(server, first.signer_email) }
  const { access_token: again } = await succeed(server, validateInvitationCall, { query })
  const prepared = await prepare(server, again, first, anas)
  server.clock.advance(MINUTE_MS)
  expect((await refuseComplete(server, again, first.id, completion(prepared, anas))).code).toBe('DOCUMENT_EXPIRED')
  expect((await refusePrepare(server, again, first.id, preparation(anas))).code).toBe('DOCUMENT_EXPIRED')
  expect(await signatures(server)).toEqual([])
})
