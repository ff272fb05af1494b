import {
  type CardOffice,
  complete,
  completion,
  newHierarchy,
  openCardOffice,
  preparation,
  prepare,
  refusePrepare,
  signatures,
  startWithCards,
} from '../../../test/support/card-signing.ts'
import { ana, type Card, createCard } from '../../../test/support/stand-in-firmador/card.ts'
import {
  type RevocationServer,
  startRevocationServer,
} from '../../../test/support/stand-in-firmador/revocation-server.ts'
import { closeTestServers } from '../../../test/support/test-server.ts'

let office: CardOffice
let authority: RevocationServer
let now = 0
beforeAll(async () => {
  office = await openCardOffice()
  authority = await startRevocationServer(office.hierarchy, () => now)
})
afterAll(async () => {
  office.close()
  await authority.close()
})
beforeEach(() => {
  authority.answers = true
  Object.assign(authority.asked, { ocsp: 0, crl: 0 })
})
afterEach(closeTestServers)

const start = async (variables: Readonly<Record<string, string>> = {}) => {
  const started = await startWithCards(office, variables)
  now = started.server.clock.now()
  return started
}

const cardNaming = async (kinds: readonly ('ocsp' | 'crl')[]): Promise<Card> => {
  const extensions = kinds.map((kind) => (kind === 'ocsp' ? authority.ocspExtension : authority.crlExtension))
  const card = await createCard(office.hierarchy, ana, { extensions })
  await authority.know(card.certificate)
  return card
}

const REQUIRED = { CARD_REVOCATION: 'required' }

describe.each([
  ['a responder', 'ocsp'],
  ['a list', 'crl'],
] as const)('revocation check when the card certificate names %s', (_title, kind) => {
  test('a valid card signs, and the signature records the revocation answer', async () => {
    const { server, first, guest } = await start(REQUIRED)
    const card = await cardNaming([kind])
    const prepared = await prepare(server, guest, first, card)
    expect(authority.asked[kind]).toBe(1)
    const result = await complete(server, guest, first, completion(prepared, card))
    expect(result.revocation).toBe('good')
    expect(await signatures(server)).toMatchObject([{ revocation: 'good' }])
  })

  test('the API refuses a revoked card before it prepares a signature, and the message gives the reason', async () => {
    const { server, first, guest } = await start()
    const card = await cardNaming([kind])
    authority.revoke(card.certificate, new Date(now))
    // CRLs are cached for a minute.
    now += 61_000
    const refused = await refusePrepare(server, guest, first.id, preparation(card))
    expect(refused).toMatchObject({ status: 403, code: 'CARD_CERTIFICATE_REVOKED' })
    expect(refused.message).toContain('revocado')
    expect(await server.services.db.selectFrom('card_requests').selectAll().execute()).toEqual([])
  })

  test('without an answer the card signs and the result records that, unless an answer is required', async () => {
    authority.answers = false
    const card = await cardNaming([kind])
    const { server, first, guest } = await start()
    const prepared = await prepare(server, guest, first, card)
    expect((await complete(server, guest, first, completion(prepared, card))).revocation).toBe('not-asked')

    const strict = await start(REQUIRED)
    const refused = await refusePrepare(strict.server, strict.guest, strict.first.id, preparation(card))
    expect(refused).toMatchObject({ status: 503, code: 'CARD_REVOCATION_UNKNOWN' })
  })
})

test('the API queries the CRL when the OCSP responder does not know the card', async () => {
  const { server, first, guest } = await start(REQUIRED)
  const extensions = [authority.ocspExtension, authority.crlExtension]
  // The responder answers 'unknown'.
  const card = await createCard(office.hierarchy, ana, { extensions })
  await prepare(server, guest, first, card)
  expect(authority.asked).toEqual({ ocsp: 1, crl: 1 })
})

test('the API rejects a revocation answer that another authority signed', async () => {
  const { server, first, guest } = await start(REQUIRED)
  const stranger = await startRevocationServer(await newHierarchy(), () => now)
  try {
    const card = await createCard(office.hierarchy, ana, { extensions: [stranger.crlExtension] })
    const refused = await refusePrepare(server, guest, first.id, preparation(card))
    expect(refused.code).toBe('CARD_REVOCATION_UNKNOWN')
    expect(stranger.asked.crl).toBe(1)
  } finally {
    await stranger.close()
  }
})

test('the API rejects an outdated OCSP answer', async () => {
  const { server, first, guest } = await start(REQUIRED)
  const card = await cardNaming(['ocsp'])
  now -= 40 * 60 * 60 * 1000
  expect((await refusePrepare(server, guest, first.id, preparation(card))).code).toBe('CARD_REVOCATION_UNKNOWN')
})

test('the API queries no revocation service about a card of an untrusted authority', async () => {
  const { server, first, guest } = await start()
  const stranger = await newHierarchy()
  const card = await createCard(stranger, ana, { extensions: [authority.ocspExtension, authority.crlExtension] })
  expect((await refusePrepare(server, guest, first.id, preparation(card))).code).toBe('CARD_CERTIFICATE_INVALID')
  expect(authority.asked).toEqual({ ocsp: 0, crl: 0 })
})
