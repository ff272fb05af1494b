import { asciiBytes, openPdf, type PdfObject, pdfDict, pdfName, pdfString, withEntries } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import {
  type EncryptionForm,
  encryptedPdf,
  encryptionDict,
  encryptionForms,
  hasTool,
  mutoolValid,
  NO_SIGNING,
  pdfsigPeople,
  qpdfStatus,
} from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { digitalSignCall, type FileError, listFilesCall, type UserFile } from 'shared/contract'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  placeField,
  registerPerson,
  upload,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { isPrefix } from '../signing/test-support/signing.ts'

let server: TestServer
let bearer: string

beforeAll(async () => {
  server = await openTestServer()
  bearer = (await registerPerson(server, 'olga')).access_token
})
afterAll(closeTestServers)

const FORM = 'AES, 256 bits'

/** Two people sign, one on each page, and the document is sealed. */
const complete = async (document: UserFile): Promise<Uint8Array> => {
  const addresses = [`ana-${document.id}@example.com`, `beto-${document.id}@example.com`]
  const fields: Awaited<ReturnType<typeof placeField>>[] = []
  for (const [index, address] of addresses.entries()) {
    fields.push(await placeField(server, bearer, document.id, { signer_email: address, page: index + 1 }))
  }
  const guests: string[] = []
  for (const field of fields) guests.push(await becomeGuest(server, bearer, field))
  for (const [index, field] of fields.entries()) {
    const body = { field_id: field.id, signature_data: drawing() }
    await succeed(server, digitalSignCall, { bearer: guests[index] ?? '', params: { fieldId: field.id }, body })
  }
  return new Uint8Array(await downloadBytes(server, bearer, document.id))
}

const verify = (bytes: Uint8Array) => {
  const { authorities } = server.services.verification
  return verifyPdf(bytes, { ...authorities, now: new Date(server.clock.now()), inflate: inflateWithNode })
}

test.each(encryptionForms.map((form, index) => [form, index % 2 === 0 ? 'table' : 'stream'] as const))(
  'an upload that opens without a password is stored byte for byte and signed within its encryption: %s, %s',
  async (form: EncryptionForm, xref) => {
    const bytes = encryptedPdf(form, { xref, pages: [{}, {}] })
    const document = await uploadDocument(server, bearer, bytes, 'Estado de cuenta.pdf')
    expect(document).toMatchObject({ rewritten: null, pages: 2 })
    expect(Buffer.compare(await downloadBytes(server, bearer, document.id), bytes)).toBe(0)
    const final = await complete(document)
    expect(isPrefix(bytes, final)).toBe(true)
    expect(openPdf(final, { inflate: inflateWithNode }).encryption?.allowsSigning).toBe(true)
    expect(Buffer.from(final.subarray(bytes.length)).toString('latin1')).not.toMatch(/Tj ET|@example|D:20\d\d/)
    const report = await verify(final)
    expect(report).toMatchObject({ kind: 'signed', verdict: 'valid', hidden: 0 })
    if (report.kind === 'signed')
      expect(report.signatures.map(({ verdict }) => verdict)).toEqual(['valid', 'valid', 'valid'])
    if (hasTool('pdfsig')) expect(pdfsigPeople(final).map(({ valid }) => valid)).toEqual([true, true])
    if (hasTool('mutool')) expect(mutoolValid(final)).toBeGreaterThanOrEqual(2)
    if (hasTool('qpdf')) expect(qpdfStatus(final)).toBe(0)
  },
)

/** The dictionary of a document that forbids signing, with other entries. */
const changed = (entries: Readonly<Record<string, PdfObject>>) => withEntries(encryptionDict(FORM, NO_SIGNING), entries)

const program = pdfDict({ S: pdfName('JavaScript'), JS: pdfString(asciiBytes('app.alert(1)')) })

test.each<[string, () => Uint8Array, Partial<FileError>]>([
  [
    'that forbids signing',
    () => encryptedPdf(FORM, { xref: 'table', permissions: NO_SIGNING }),
    {
      error_code: 'PDF_RESTRICTED',
      title: 'El PDF no permite firmarlo',
      message: 'Quien lo emitió prohibió llenarlo y firmarlo, y respetamos esa restricción.',
      suggestion:
        'Pide a quien lo emitió una copia sin la restricción y súbela. Si la pusiste tú, escribe la contraseña de propietario.',
      can_open: true,
    },
  ],
  [
    'whose permissions were altered',
    () => encryptedPdf(FORM, { xref: 'table', dictionary: changed({ P: -4 }), permissions: NO_SIGNING }),
    { error_code: 'PDF_RESTRICTED' },
  ],
  [
    'that asks for a password',
    () => encryptedPdf(FORM, { xref: 'table', dictionary: changed({ U: pdfString(new Uint8Array(48)) }) }),
    { error_code: 'PDF_ENCRYPTED', title: 'Este PDF pide una contraseña para abrirse', can_open: true },
  ],
  [
    'that readers understand differently',
    () => encryptedPdf(FORM, { xref: 'table', catalog: { DSS: pdfDict({}) } }),
    { error_code: 'PDF_UNSUPPORTED', title: 'El PDF está cifrado y no lo podemos reparar' },
  ],
  [
    'with a program',
    () => encryptedPdf(FORM, { xref: 'stream', catalog: { OpenAction: program } }),
    { error_code: 'PDF_MALICIOUS_JAVASCRIPT' },
  ],
])('the API refuses an encrypted upload %s, offers no remedy and stores nothing', async (_, read, expected) => {
  const before = await server.stored()
  const listed = await succeed(server, listFilesCall, { bearer })
  for (const clean of ['false', 'true']) {
    const { status, body } = await upload(server, bearer, [
      ['file_type_id', '1'],
      ['file', { bytes: read(), filename: 'Estado.pdf' }],
      ['clean', clean],
    ])
    expect(status).toBe(400)
    expect(body).toMatchObject({ ...expected, can_clean: false, user_action_required: true })
  }
  expect(await server.stored()).toEqual(before)
  expect(await succeed(server, listFilesCall, { bearer })).toEqual(listed)
})
