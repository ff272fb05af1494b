import { runOn, testWith } from 'pdf/testing/node'
import { deleteFieldCall } from 'shared/contract'
import { CONSENT_VERSION } from 'shared/contract/consent'
import { completionCertificateCall, evidenceCall } from 'shared/contract/evidence'
import { checkEvidence, readStoredZip } from '#offline-verifier'
import {
  type CardOffice,
  complete,
  completion,
  openCardOffice,
  prepare,
  startWithCards,
} from '../../../test/support/card-signing.ts'
import { closeTestServers, pathOf, succeed } from '../../../test/support/test-server.ts'
import { readLog } from '../audit/read-log.ts'

let office: CardOffice
beforeAll(async () => {
  office = await openCardOffice()
})
afterAll(() => office.close())
afterEach(closeTestServers)

const signedByCard = async () => {
  const { server, bearer, document, first, second, guest } = await startWithCards(office)
  await succeed(server, deleteFieldCall, { bearer, params: { id: second.id } })
  const prepared = await prepare(server, guest, first, office.anas, { consent: CONSENT_VERSION })
  await complete(server, guest, first, completion(prepared, office.anas))
  const fetchBytes = async (call: typeof evidenceCall | typeof completionCertificateCall) => {
    const headers = { authorization: `Bearer ${bearer}` }
    const response = await server.app.inject({ method: 'GET', url: pathOf(call, { id: document.id }), headers })
    expect(response.statusCode).toBe(200)
    return new Uint8Array(response.rawPayload)
  }
  return { server, document, fetchBytes }
}

describe('evidence of a document signed with a card', () => {
  testWith(
    ['pdftotext'],
    'the certificate names the identity that the card proved and says that the evidence is separate',
    async () => {
      const { fetchBytes } = await signedByCard()
      const text = runOn(await fetchBytes(completionCertificateCall), 'pdftotext', ['-layout'], ['-']).output
      expect(text.replaceAll(/\s+/g, ' ')).toContain('Identidad comprobada por su tarjeta de firma digital: CPF-')
      expect(text).toContain('la evidencia se guarda aparte')
      expect(text).not.toContain('Cabeza dentro del sello')
    },
  )

  test('the bundle verifies as valid and says that the document has no seal', async () => {
    const { server, document, fetchBytes } = await signedByCard()
    const bundle = await fetchBytes(evidenceCall)
    const { authorities } = server.services.verification
    const options = { ...authorities, now: new Date(server.clock.now()) }
    const { kind, findings } = await checkEvidence([{ name: 'evidencia.zip', bytes: bundle }], options)
    expect(findings.filter(({ tone }) => tone === 'bad')).toEqual([])
    expect(kind).toBe('valid')
    expect(findings.map(({ title }) => title)).toContain(
      'El documento se firmó con tarjeta y no lleva sello: el registro se guarda aparte de él.',
    )
    const readme = readStoredZip(bundle).find(({ name }) => name === 'LEEME.txt')
    expect(new TextDecoder().decode(readme?.bytes)).toContain('se firmó con tarjetas de firma digital')
    const kinds = (await readLog(server.services.db, document.id)).map((entry) => entry.kind)
    expect(kinds.filter((each) => /^(signer|field-signed|document-(sealed|completed))/.test(each))).toEqual([
      'signer-agreed',
      'signer-identified',
      'field-signed',
      'document-completed',
    ])
  })
})
