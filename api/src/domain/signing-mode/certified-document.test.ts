import { X509Certificate } from 'node:crypto'
import { isArray, isDict, isStream, openPdf } from 'pdf'
import { commonNameOf } from 'pdf/cms'
import { inflateWithNode } from 'pdf/node'
import { certificatesInSignedData, readSignatures } from 'pdf/sign'
import { mutoolValid, pdfsig, testWith } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { pino } from 'pino'
import { getFileCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { completionCertificateCall } from 'shared/contract/evidence'
import { retrySealingCall } from 'shared/contract/sealing'
import { certifyPerson, createSignPdf } from '../../../fva-simulator/sign-pdf.ts'
import { completion, newHierarchy, prepare, refuseComplete, signatures } from '../../../test/support/card-signing.ts'
import {
  type CertifiedDocument,
  chooseMode,
  signBoth,
  signByCard,
  startCertified,
} from '../../../test/support/certified.ts'
import { returnCopy } from '../../../test/support/external-signer.ts'
import {
  becomeGuest,
  downloadBytes,
  PASSWORD,
  placeField,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import { ana as holder } from '../../../test/support/stand-in-firmador/card.ts'
import { type NationalOffice, openNationalOffice } from '../../../test/support/stand-in-firmador/national-office.ts'
import { closeTestServers, pathOf, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { sharedThreads, watchedThreads } from '../../../test/support/test-threads.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { SEAL_ATTEMPTS_MAX } from '../jobs/seal-constants.ts'
import { sealPause } from '../jobs/seal-jobs.ts'
import { issueIdentity, signCopy } from '../returned-copy/test-support/sign-copy.ts'
import { createRenewalWorker } from '../sealing/renewal-worker.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { createJudgeNationalFormat } from '../verification/verification-task.ts'

let office: NationalOffice
beforeAll(async () => {
  office = await openNationalOffice()
})
afterAll(() => office.close())
beforeEach(() => Object.assign(office.answers, { stamps: true, lists: true }))
afterEach(closeTestServers)

const storeOf = (bytes: Uint8Array): Readonly<Record<'Certs' | 'CRLs' | 'OCSPs', readonly Uint8Array[]>> => {
  const { objects, catalog } = openPdf(bytes, { inflate: inflateWithNode })
  const store = objects.get(catalog, 'DSS')
  const listed = (key: string): Uint8Array[] => {
    const list = isDict(store) ? objects.get(store, key) : null
    const items = isArray(list) ? list.items.map((item) => objects.resolve(item)) : []
    return items.flatMap((item) => (isStream(item) ? [item.data] : []))
  }
  return { Certs: listed('Certs'), CRLs: listed('CRLs'), OCSPs: listed('OCSPs') }
}

const namesOf = (certificates: readonly X509Certificate[]): string[] =>
  certificates.map(({ raw }) => commonNameOf(raw, 'subject')).sort()

const verify = ({ services, clock }: TestServer, bytes: Uint8Array) =>
  verifyPdf(bytes, {
    ...services.verification.authorities,
    inflate: inflateWithNode,
    now: new Date(clock.now()),
  })

const fileOf = ({ server, bearer, document }: CertifiedDocument) =>
  succeed(server, getFileCall, { bearer, params: { id: document.id } })

const startOther = async ({ server, bearer }: CertifiedDocument): Promise<string> => {
  const { id } = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, id, { signer_email: 'eva@example.com', signer_name: 'Eva' })
  await chooseMode(server, bearer, id, 'certified')
  return becomeGuest(server, bearer, field)
}

const CHAINS = [
  'ANA ROJAS MORA (FIRMA)',
  'CA PERSONA FISICA - PRUEBAS',
  'CA POLITICA PERSONA FISICA - PRUEBAS',
  'CA POLITICA SELLADO DE TIEMPO - PRUEBAS',
  'CA RAIZ NACIONAL - PRUEBAS',
  'LUIS VARGAS SOLÍS (FIRMA)',
  'TSA NACIONAL - PRUEBAS',
]

const unmetRules = async (server: TestServer, bytes: Uint8Array) => {
  const [root] = office.hierarchy.authorities
  const roots = [{ certificate: new Uint8Array(root?.certificate.rawData ?? []), kind: 'national' as const }]
  const judge = createJudgeNationalFormat(server.services.threads, { roots, intermediates: [] })
  const judged = await judge(new Uint8Array(bytes), new Date(server.clock.now()))
  return judged.kind === 'judged' ? judged.rules.filter(({ state }) => state === 'not-met') : [judged]
}

describe('a document that two cards signed in certified mode', () => {
  testWith(
    ['pdfsig', 'mutool'],
    'the sealed document ends in a national time stamp and stores only the national certificate chains',
    async () => {
      const names: string[] = []
      const certified = await startCertified(office, { threads: watchedThreads((name) => void names.push(name)) })
      const { server, bearer, document } = certified
      await signBoth(certified, office)
      expect(await fileOf(certified)).toMatchObject({ status: 'COMPLETED', signing_mode: 'certified', sealing: null })
      expect(names).toEqual(expect.arrayContaining(['read-for-seal', 'prepare-seal', 'complete-seal']))
      const bytes = await downloadBytes(server, bearer, document.id)

      expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(2)
      expect(mutoolValid(bytes)).toBe(2)
      const report = await verify(server, bytes)
      expect(report).toMatchObject({
        kind: 'signed',
        signatures: [
          { kind: 'signature', level: 'B-LTA', problems: [] },
          { kind: 'signature', level: 'B-LTA', problems: [] },
          { kind: 'document-time-stamp', problems: [] },
        ],
      })
      const all = readSignatures(openPdf(bytes, { inflate: inflateWithNode }))
      expect(all.at(-1)).toMatchObject({ subFilter: 'ETSI.RFC3161', end: bytes.length })

      expect(await unmetRules(server, bytes)).toEqual([])

      const store = storeOf(bytes)
      expect(namesOf(store.Certs.map((der) => new X509Certificate(der)))).toEqual(CHAINS)
      expect(store.CRLs).toHaveLength(4)
      expect(store.OCSPs).toEqual([])
      const inside = all.flatMap(({ value }) => certificatesInSignedData(value))
      expect(CHAINS).toEqual(expect.arrayContaining(namesOf(inside)))
      for (const { raw } of [server.services.pki.root, server.services.pki.tsa])
        expect(bytes.includes(commonNameOf(raw, 'subject'))).toBe(false)
      const seals = await server.services.db.selectFrom('seals').selectAll().execute()
      expect(seals).toMatchObject([{ level: 'B-LTA', timestamp_source: 'external', missing: '[]' }])
    },
  )

  test('the certified seal refuses a document with a signature of the platform', async () => {
    const { server } = await startCertified(office, { threads: sharedThreads() })
    const { pki, certified } = server.services
    const now = new Date(server.clock.now())
    const document = await createPdfSigner(pki).certify(threePages(), now)
    await expect(certified?.seal({ document, logHead: 'ab', now })).rejects.toMatchObject({
      name: 'SignatureError',
      code: 'SIGNATURE_INVALID',
      message: 'it has a foreign signature',
    })
  })

  test('owner and invited signers download a completion certificate that the platform sealed', async () => {
    const certified = await startCertified(office)
    const { server, bearer, document } = certified
    const { anas } = await signBoth(certified, office)
    const other = await startOther(certified)
    const ask = (token: string, id: number) =>
      server.app.inject({
        method: 'GET',
        url: pathOf(completionCertificateCall, { id }),
        headers: { authorization: `Bearer ${token}` },
      })
    const [owners, guests] = [await ask(bearer, document.id), await ask(anas, document.id)]
    expect(owners.statusCode).toBe(200)
    expect(guests.rawPayload.equals(owners.rawPayload)).toBe(true)
    expect(await verify(server, owners.rawPayload)).toMatchObject({
      signatures: [{ problems: [], certificate: { name: 'Trazo Platform Evidence' } }],
    })
    expect((await ask(other, document.id)).statusCode).toBe(404)
  })

  test('the renewal worker adds a second national time stamp before the first expires', async () => {
    const certified = await startCertified(office)
    const { server, bearer, document } = certified
    await signBoth(certified, office)
    const before = await downloadBytes(server, bearer, document.id)
    const [seal] = await server.services.db.selectFrom('seals').selectAll().execute()
    server.clock.advance((seal?.timestamp_valid_to ?? 0) - 180 * DAY_MS - server.clock.now())
    await office.renewStamps(8 * 365)
    const log = pino({ level: 'silent' })
    expect(await createRenewalWorker({ ...server.services, margin: 180 * DAY_MS, log }).tick()).toBe(1)

    const { revision } = await server.services.db.selectFrom('documents').select('revision').executeTakeFirstOrThrow()
    const { sha256 } = await server.services.db
      .selectFrom('revisions')
      .selectAll()
      .where('number', '=', revision)
      .executeTakeFirstOrThrow()
    const bytes = Buffer.from(await server.services.blobs.read(sha256))
    expect(bytes.subarray(0, before.length).equals(before)).toBe(true)
    const kinds = readSignatures(openPdf(bytes, { inflate: inflateWithNode })).map(({ subFilter }) => subFilter)
    expect(kinds).toEqual(['ETSI.CAdES.detached', 'ETSI.CAdES.detached', 'ETSI.RFC3161', 'ETSI.RFC3161'])
    const store = storeOf(bytes)
    expect(namesOf(store.Certs.map((der) => new X509Certificate(der)))).toEqual(CHAINS)
    expect(store.CRLs).toHaveLength(6)
    for (const { raw } of [server.services.pki.root, server.services.pki.tsa])
      expect(bytes.includes(commonNameOf(raw, 'subject'))).toBe(false)
  })
})

const sendCopy = async (
  { server, bearer, ana }: CertifiedDocument,
  signWith: (document: Uint8Array) => Uint8Array | Promise<Uint8Array>,
) => (await returnCopy(server, await becomeGuest(server, bearer, ana), ana, signWith)).body

describe('a returned copy that the signer signed with another program', () => {
  test.each([
    ['without a time stamp of the authority', () => office.hierarchy, 'COPY_WITHOUT_TIME_STAMP'],
    ['by a stranger with the same names', () => newHierarchy(), 'COPY_CERTIFICATE_UNTRUSTED'],
  ] as const)('the API refuses a copy signed %s and stores no signature', async (_what, hierarchyOf, code) => {
    const certified = await startCertified(office)
    const identity = await issueIdentity(await hierarchyOf(), holder)
    const answer = await sendCopy(certified, (sent) => signCopy(sent, `trazo-${certified.ana.id}`, identity))
    expect(answer).toMatchObject({ code })
    expect(await signatures(certified.server)).toEqual([])
  })

  testWith(
    ['pdfsig', 'mutool'],
    'a returned copy and a card signature complete the document in the national format',
    async () => {
      const certified = await startCertified(office)
      const { server, bearer, document, luis } = certified
      const person = await certifyPerson(office.hierarchy, holder.identification)
      const signPdf = await createSignPdf(office.hierarchy)
      const at = new Date(server.clock.now())
      await sendCopy(certified, (sent) => signPdf({ document: sent, person, at, reason: 'Acuerdo', field: 'first' }))
      await signByCard(server, await becomeGuest(server, bearer, luis), luis, office.luises)
      expect(await fileOf(certified)).toMatchObject({ status: 'COMPLETED', sealing: null })
      const bytes = await downloadBytes(server, bearer, document.id)
      expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(2)
      expect(mutoolValid(bytes)).toBe(2)
      expect(await unmetRules(server, bytes)).toEqual([])
    },
  )
})

testWith(
  ['pdfsig', 'mutool'],
  'signatures by FVA, card and own program complete one document after the installation changed its agent',
  async () => {
    const certified = await startCertified(office)
    const { server, bearer, document, ana, luis } = certified
    const { db } = server.services
    const eva = await placeField(server, bearer, document.id, { signer_email: 'eva@example.com', page: 3 })
    await signByCard(server, await becomeGuest(server, bearer, ana), ana, office.anas)
    // As before the installation left the FVA for cards.
    await db.updateTable('signatures').set({ agent: 'fva' }).where('field_id', '=', ana.id).execute()
    const person = await certifyPerson(office.hierarchy, 'CPF-03-0456-0789')
    const signPdf = await createSignPdf(office.hierarchy)
    const at = new Date(server.clock.now())
    await sendCopy({ ...certified, ana: eva }, (sent) =>
      signPdf({ document: sent, person, at, reason: 'Acuerdo', field: 'own' }),
    )
    await signByCard(server, await becomeGuest(server, bearer, luis), luis, office.luises)
    const file = await fileOf(certified)
    expect(file).toMatchObject({ status: 'COMPLETED', sealing: null })
    expect(file.signers?.map(({ signed_with }) => signed_with)).toEqual([
      'con GAUDI',
      'con tarjeta',
      'con programa propio',
    ])
    const bytes = await downloadBytes(server, bearer, document.id)
    expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(3)
    expect(await unmetRules(server, bytes)).toEqual([])
  },
)

describe('when the national authorities are unavailable', () => {
  test('a signature fails with 503 when the national time stamp is unavailable, and succeeds later', async () => {
    const { server, bearer, ana } = await startCertified(office)
    const guest = await becomeGuest(server, bearer, ana)
    const prepared = await prepare(server, guest, ana, office.anas)
    office.answers.stamps = false
    const body = completion(prepared, office.anas)
    const refused = await refuseComplete(server, guest, ana.id, body)
    expect(refused).toMatchObject({ status: 503, code: 'TIME_STAMP_UNAVAILABLE' })
    expect(await signatures(server)).toEqual([])
    office.answers.stamps = true
    const signed = await signByCard(server, guest, ana, office.anas)
    expect(signed.timestamp).toMatchObject({ authority: 'TSA NACIONAL - PRUEBAS', source: 'external' })
  })

  test.each([
    ['stamps', 'No se pudo obtener el sello de tiempo final.'],
    ['lists', 'Una entidad emisora no confirmó que los certificados siguen vigentes.'],
  ] as const)(
    'sealing fails without national %s, and a retry completes the document after the authorities recover',
    async (kind, reason) => {
      const certified = await startCertified(office)
      const { server, document } = certified
      const { certified: means, signer, db } = server.services
      if (means === null) throw new Error('the mode is not offered')
      const real = means.seal
      let answers = false
      jest.spyOn(means, 'seal').mockImplementation((input) => {
        office.answers[kind] = answers
        return real(input)
      })
      const platform = jest.spyOn(signer, 'seal')
      await signBoth(certified, office)
      expect(await fileOf(certified)).toMatchObject({ status: 'PROCESSING', sealing: { state: 'pending', reason } })
      for (let attempt = 2; attempt <= SEAL_ATTEMPTS_MAX; attempt += 1) {
        server.clock.advance(sealPause(attempt))
        await server.sealing.tick()
      }
      expect(await db.selectFrom('documents').select('status').execute()).toEqual([{ status: 'FAILED' }])
      answers = true
      const { access_token: bearer } = await succeed(server, loginCall, {
        body: { username: 'olga', password: PASSWORD },
      })
      const retried = await succeed(server, retrySealingCall, { bearer, params: { id: document.id }, body: {} })
      expect(retried).toMatchObject({ status: 'COMPLETED', is_signed: true })
      expect(platform).not.toHaveBeenCalled()
    },
  )
})
