import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { asciiBytes, concatBytes } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import {
  hasTool,
  mutoolValid,
  pdfsig,
  producerForms,
  qpdfStatus,
  rowsOf19Bytes,
  signWithPdfsig,
  wordFile,
} from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { digitalSignCall, type UserFile } from 'shared/contract'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { isPrefix } from '../signing/test-support/signing.ts'

/** Real files of Word and Excel, if available. */
const FOLDER = resolve(__dirname, '../../../../../shared/pdfs/producers')
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.pdf')) : []
const real = files.map((file) => [file, () => new Uint8Array(readFileSync(resolve(FOLDER, file)))] as const)
const forms = Object.entries({ ...producerForms, 'rows of 19 bytes': rowsOf19Bytes }).map(
  ([name, write]) => [name, () => write()] as const,
)

if (real.length === 0) test.skip('files of office programs (skipped: ../shared/pdfs is missing)', () => {})

let server: TestServer
let bearer: string

beforeAll(async () => {
  server = await openTestServer()
  bearer = (await registerPerson(server, 'olga')).access_token
})
afterAll(closeTestServers)

const sign = async (document: UserFile, address: string, page: number): Promise<void> => {
  const field = await placeField(server, bearer, document.id, { signer_email: address, page })
  const guest = await becomeGuest(server, bearer, field)
  const body = { field_id: field.id, signature_data: drawing() }
  await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
}

/** Invited, signed and sealed. */
const complete = async (document: UserFile): Promise<Uint8Array> => {
  await sign(document, `ana-${document.id}@example.com`, 1)
  return new Uint8Array(await downloadBytes(server, bearer, document.id))
}

const verdictsOf = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const { authorities } = server.services.verification
  const options = { ...authorities, now: new Date(server.clock.now()), inflate: inflateWithNode }
  const report = await verifyPdf(bytes, options)
  return report.kind === 'signed' ? report.signatures.map(({ verdict }) => verdict) : []
}

const peopleIn = (bytes: Uint8Array): boolean[] =>
  pdfsig(bytes)
    .filter(({ type }) => type !== '' && type !== 'unknown')
    .map(({ valid }) => valid)

test.each([...forms, ...real])(
  'the API stores an upload in this form byte for byte, and signature and seal on it are valid: %s',
  async (name, read) => {
    const bytes = read()
    const document = await uploadDocument(server, bearer, bytes, 'Contrato.pdf')
    expect({ name, rewritten: document.rewritten }).toEqual({ name, rewritten: null })
    expect(Buffer.compare(await downloadBytes(server, bearer, document.id), bytes)).toBe(0)
    const final = await complete(document)
    expect(isPrefix(bytes, final)).toBe(true)
    expect(await verdictsOf(final)).toEqual(['valid', 'valid'])
    if (hasTool('pdfsig')) expect(peopleIn(final)).toEqual([true])
    if (hasTool('mutool')) expect(mutoolValid(final)).toBe(1)
    if (hasTool('qpdf')) expect([0, qpdfStatus(bytes)]).toContain(qpdfStatus(final))
  },
)

test.each(real.length > 0 ? real : [['Word', () => wordFile()] as const])(
  'the API accepts %s as another program signed it, and both signatures and the seal stay valid',
  async (_, read) => {
    if (!hasTool('pdfsig')) return
    const bytes = signWithPdfsig(read())
    const document = await uploadDocument(server, bearer, bytes, 'Firmado.pdf')
    expect(document).toMatchObject({ rewritten: null, foreign_signatures: 1 })
    const final = await complete(document)
    expect(isPrefix(bytes, final)).toBe(true)
    expect(peopleIn(final)).toEqual([true, true])
    // No known authority issued the other program's certificate.
    expect(await verdictsOf(final)).toEqual(['unknown', 'valid', 'valid'])
  },
)

test('the API repairs a file that PDFium searches if a text looks like an object, and one whose hybrid stream moves a page', async () => {
  const moved = wordFile({ listed: (made) => [...made.used(1, 2, 5), ...made.used(4, 5)] })
  const searched = asciiBytes(Buffer.from(rowsOf19Bytes()).toString('latin1').replace('(Contrato)', '(4 0 obj )'))
  for (const bytes of [searched, moved]) {
    const document = await uploadDocument(server, bearer, bytes, 'Contrato.pdf')
    expect(document.rewritten).toBe('normalised')
  }
})

/** A hybrid save whose stream lists object 90, which the table hides. */
const hybridSave = (bytes: Uint8Array): Uint8Array => {
  const before = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(Buffer.from(bytes).toString('latin1'))?.[1])
  const object = '90 0 obj\nnull\nendobj\n'
  const stream = bytes.length + object.length
  const row = String.fromCharCode(1, ...[24, 16, 8, 0].map((shift) => (bytes.length >> shift) & 255), 0, 0)
  const section = `91 0 obj\n<</Type/XRef/Size 91/Index[90 1]/W[1 4 2]/Length 7>>\nstream\n${row}\nendstream\nendobj\n`
  const table = `xref\n91 1\n${String(stream).padStart(10, '0')} 00000 n\r\n`
  const trailer = `trailer\n<</Size 92/Root 1 0 R/Prev ${before}/XRefStm ${stream}>>\n`
  return concatBytes([
    bytes,
    asciiBytes(`${object}${section}${table}${trailer}startxref\n${stream + section.length}\n%%EOF\n`),
  ])
}

test('the API repairs no upload with a hybrid save after its own, and accepts it unchanged', async () => {
  const bytes = hybridSave(wordFile())
  expect(await uploadDocument(server, bearer, bytes, 'Contrato.pdf')).toMatchObject({ rewritten: null })
})

test('a hybrid save after a signature makes every signature suspicious', async () => {
  const final = await complete(await uploadDocument(server, bearer, wordFile(), 'Contrato.pdf'))
  expect(await verdictsOf(hybridSave(final))).toEqual(['suspicious', 'suspicious'])
})
