import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openssl, pdfsig, testWith } from 'pdf/testing/node'
import { deleteFieldCall, getFileCall } from 'shared/contract'
import * as v from 'valibot'
import {
  type CardOffice,
  complete,
  completion,
  openCardOffice,
  preparation,
  prepare,
  refuseComplete,
  refusePrepare,
  signatures,
  startWithCards,
} from '../../../test/support/card-signing.ts'
import { becomeGuest, downloadBytes, placeField, stated } from '../../../test/support/people.ts'
import { ana, type Card, createCard, luis } from '../../../test/support/stand-in-firmador/card.ts'
import type { Hierarchy } from '../../../test/support/stand-in-firmador/hierarchy.ts'
import { createStandIn } from '../../../test/support/stand-in-firmador/program.ts'
import { createSoftHsmCard } from '../../../test/support/stand-in-firmador/softhsm-card.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

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

const SignReply = v.object({
  signature: v.object({ algorithm: v.string(), value: v.string() }),
  certificate: v.string(),
})

const extract = (bytes: Buffer): { cms: Buffer; content: Buffer } => {
  const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange \[(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/g)]
  const [a = 0, b = 0, c = 0, d = 0] = (ranges.at(-1) ?? []).slice(1).map(Number)
  const cms = Buffer.from(bytes.subarray(a + b + 1, c - 1).toString('latin1'), 'hex')
  return {
    cms: cms.subarray(0, cms.readUInt16BE(2) + 4),
    content: Buffer.concat([bytes.subarray(a, a + b), bytes.subarray(c, c + d)]),
  }
}

describe('signing with a card', () => {
  test('the stored signature names the holder and the identification that the certificate proves', async () => {
    const { server, first, guest, document, bearer } = await start()
    const before = await downloadBytes(server, bearer, document.id)
    const prepared = await prepare(server, guest, first, anas)
    expect(prepared.expires_at).toBe(new Date(server.clock.now() + 10 * MINUTE_MS).toISOString())
    expect((await downloadBytes(server, bearer, document.id)).equals(before)).toBe(true)
    server.clock.advance(MINUTE_MS)
    const result = await complete(server, guest, first, completion(prepared, anas))
    expect(result).toMatchObject({
      field_id: first.id,
      agent: 'firmador',
      proven_identification: 'CPF-01-0234-0567',
      signer_info: { name: 'ANA ROJAS MORA (FIRMA)', email: 'ana@example.com' },
      certificate_info: { issuer: 'CA PERSONA FISICA - PRUEBAS', subject: 'ANA ROJAS MORA (FIRMA)' },
      timestamp: { authority: 'Trazo Platform TSA' },
      level: 'B-T',
      verified: true,
    })
    expect(await signatures(server)).toMatchObject([
      {
        agent: 'firmador',
        declared_identification: 'nacional 01-0234-0567',
        proven_identification: 'CPF-01-0234-0567',
        algorithm: 'RSA de 2048 bits con SHA-256',
      },
    ])
    const { drawing: kept } = await server.services.db
      .selectFrom('card_requests')
      .select('drawing')
      .executeTakeFirstOrThrow()
    expect(kept).toBe('')
  })

  testWith(
    ['pdfsig', 'openssl'],
    'pdfsig and openssl accept the signatures of an RSA card and an EC card as valid',
    async () => {
      const { server, first, second, guest, document, bearer } = await start()
      const ec = await createCard(hierarchy, luis, { kind: 'ec' })
      const guestTwo = await becomeGuest(server, bearer, second)
      await complete(server, guest, first, completion(await prepare(server, guest, first, anas), anas))
      const rsa = extract(await downloadBytes(server, bearer, document.id))
      const says = { identification: { type: 'nacional', number: '02-0345-0678' } } as const
      await complete(server, guestTwo, second, completion(await prepare(server, guestTwo, second, ec, says), ec))
      const final = await downloadBytes(server, bearer, document.id)
      expect(pdfsig(final)).toMatchObject([
        { valid: true, type: 'ETSI.CAdES.detached' },
        { valid: true, type: 'ETSI.CAdES.detached', wholeDocument: true },
      ])
      for (const { cms, content } of [rsa, extract(final)]) {
        const files = { 'cms.der': cms, content, 'ca.pem': hierarchy.pem }
        const args = ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', 'cms.der', '-content', 'content']
        const at = ['-attime', String(server.clock.now() / 1000), '-purpose', 'any']
        openssl(files, [...args, '-CAfile', 'ca.pem', ...at, '-out', 'out'])
        expect(() => openssl({ ...files, content: 'otro' }, [...args, '-CAfile', 'ca.pem', ...at])).toThrow('failure')
      }
    },
  )

  test('the owner signs an own field with a card', async () => {
    const { server, bearer, document } = await start()
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const { document_sha256, consent } = stated(document)
    const prepared = await prepare(server, bearer, own, anas, { document_sha256, consent })
    const result = await complete(server, bearer, own, completion(prepared, anas))
    expect(result.signer_info).toEqual({ name: 'ANA ROJAS MORA (FIRMA)', email: 'olga@example.com' })
  })

  test('the last card signature completes the document without a seal', async () => {
    const { server, first, second, guest, document, bearer } = await start()
    await succeed(server, deleteFieldCall, { bearer, params: { id: second.id } })
    const prepared = await prepare(server, guest, first, anas)
    expect(await complete(server, guest, first, completion(prepared, anas))).toMatchObject({
      document: { is_signed: true },
    })
    const { db } = server.services
    const revisions = await db.selectFrom('revisions').select('kind').orderBy('number').execute()
    expect(revisions.map(({ kind }) => kind)).toEqual(['uploaded', 'prepared', 'signed'])
    const file = await succeed(server, getFileCall, { bearer, params: { id: document.id } })
    expect(file).toMatchObject({ status: 'COMPLETED', sealing: null })
    expect(await db.selectFrom('seals').selectAll().execute()).toEqual([])
    const event = await db
      .selectFrom('audit_events')
      .select('data')
      .where('kind', '=', 'document-completed')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(event.data)).toEqual({
      sha256: file.sha256,
      sealed: 'apart',
      owner: 'María José Núñez',
      owner_email: 'olga@example.com',
    })
  })

  test('the signing program on the signer’s computer signs the prepared bytes', async () => {
    const { server, first, guest } = await start()
    const program = createStandIn([anas])
    program.server.listen(0, '127.0.0.1')
    await once(program.server, 'listening')
    const { port } = program.server.address() as AddressInfo
    try {
      const [card] = v.parse(
        v.array(v.object({ tokenSerialNumber: v.string(), certificate: v.string() })),
        await (await fetch(`http://127.0.0.1:${port}/certificates`)).json(),
      )
      const prepared = await prepare(server, guest, first, anas, { certificate: card?.certificate ?? '' })
      const body = {
        serialnumber: card?.tokenSerialNumber,
        tobesigned: { bytes: prepared.to_be_signed },
        documentName: 'Contrato.pdf',
      }
      const answer = await fetch(`http://127.0.0.1:${port}/sign`, { method: 'POST', body: JSON.stringify(body) })
      const signed = v.parse(SignReply, await answer.json())
      await complete(server, guest, first, { request_id: prepared.request_id, ...signed })
      expect(program.asked).toEqual(['Contrato.pdf'])
    } finally {
      program.server.close()
    }
  })

  testWith(
    ['softhsm2-util', 'pkcs11-tool', 'pdfsig'],
    'a key in SoftHSM2 signs through PKCS#11, and pdfsig finds the signature valid',
    async () => {
      const { server, first, guest, document, bearer } = await start()
      const card = await createSoftHsmCard(hierarchy, ana)
      try {
        await complete(server, guest, first, completion(await prepare(server, guest, first, card), card))
        expect(pdfsig(await downloadBytes(server, bearer, document.id))).toMatchObject([{ valid: true }, { type: '' }])
      } finally {
        card.remove()
      }
    },
  )
})

describe('repeated card requests', () => {
  test('a repeated completion returns the same answer and stores one signature', async () => {
    const { server, first, guest } = await start()
    const body = completion(await prepare(server, guest, first, anas), anas)
    const answers = [await complete(server, guest, first, body), await complete(server, guest, first, body)]
    expect(answers[1]).toEqual(answers[0])
    expect(await signatures(server)).toHaveLength(1)
    const other = { ...body, request_id: body.request_id + 1 }
    expect(await refuseComplete(server, guest, first.id, other)).toMatchObject({ code: 'FIELD_SIGNED' })
    expect(await refusePrepare(server, guest, first.id, preparation(anas))).toMatchObject({ code: 'FIELD_SIGNED' })
  })

  test('two simultaneous completions return the same answer and store one signature', async () => {
    const { server, first, guest } = await start()
    const body = completion(await prepare(server, guest, first, anas), anas)
    const [one, two] = await Promise.all([complete(server, guest, first, body), complete(server, guest, first, body)])
    expect(two).toEqual(one)
    expect(await signatures(server)).toHaveLength(1)
  })

  test('a new preparation replaces the earlier one, which can no longer be completed', async () => {
    const { server, first, guest } = await start()
    const old = await prepare(server, guest, first, anas)
    await prepare(server, guest, first, anas)
    expect(await server.services.db.selectFrom('card_requests').selectAll().execute()).toHaveLength(1)
    expect(await refuseComplete(server, guest, first.id, completion(old, anas))).toMatchObject({
      code: 'SIGNATURE_REQUEST_EXPIRED',
    })
  })
})
