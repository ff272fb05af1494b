import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { asciiBytes, openPdf, type PdfObject, pdfArray, pdfDict, pdfName, pdfRef, pdfString, withEntries } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import {
  type EncryptionForm,
  encryptedPdf,
  encryptionForms,
  hasTool,
  OWNER_PASSWORD,
  passwordTrailer,
  pdfsigPeople,
  protectedPdf,
  qpdfStatus,
  USER_PASSWORD,
} from 'pdf/testing/node'
import { digitalSignCall, downloadFileCall, type FileError, type UserFile, uploadFileCall } from 'shared/contract'
import * as v from 'valibot'
import {
  becomeGuest,
  drawing,
  multipart,
  placeField,
  registerPerson,
  threePages,
  upload,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { createLog } from '../../platform/logging.ts'

let server: TestServer
let bearer: string
let written = ''

beforeAll(async () => {
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk)
      done()
    },
  })
  server = await openTestServer({ log: createLog('trace', sink) })
  bearer = (await registerPerson(server, 'olga')).access_token
})
afterAll(closeTestServers)

type Parts = Parameters<typeof upload>[2]

const FORM = 'AES, 256 bits'
const fileOf = (bytes: Uint8Array): Parts[number] => ['file', { bytes, filename: 'Estado.pdf' }]
const opening = (password: string): Parts => [
  ['password', password],
  ['opened', 'true'],
]
const send = (bytes: Uint8Array, more: Parts) => upload(server, bearer, [['file_type_id', '1'], ...more, fileOf(bytes)])

const accept = async (bytes: Uint8Array, more: Parts): Promise<UserFile> => {
  const { status, body } = await send(bytes, more)
  expect({ status, body }).toMatchObject({ status: 201 })
  return v.parse(uploadFileCall.reply, body)
}

const refuse = async (bytes: Uint8Array, more: Parts, expected: Partial<FileError>): Promise<void> => {
  const before = await server.stored()
  const { status, body } = await send(bytes, more)
  expect({ status, body }).toMatchObject({ status: 400, body: expected })
  expect(await server.stored()).toEqual(before)
  expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
}

const download = async ({ id }: UserFile, revision: 'newest' | 'original'): Promise<Buffer> => {
  const response = await server.app.inject({
    url: pathOf(downloadFileCall, { id }),
    query: { revision },
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

const events = async ({ id }: UserFile) => {
  const rows = await server.services.db
    .selectFrom('audit_events')
    .select(['kind', 'data', 'actor'])
    .where('document_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(({ data, ...rest }) => ({ ...rest, data: JSON.parse(data) as Record<string, unknown> }))
}

const WRONG = { error_code: 'PDF_PASSWORD_WRONG', can_open: true, can_clean: false }
const NEEDED = { error_code: 'PDF_ENCRYPTED', title: 'Este PDF pide una contraseña para abrirse', can_open: true }

test.each(encryptionForms.map((form, index) => [form, index % 2 === 0 ? 'table' : 'stream'] as const))(
  'with its password and the agreement, a copy without protection is signed, and the original is kept: %s, %s',
  async (form: EncryptionForm, xref) => {
    const bytes = protectedPdf(form, { xref, pages: [{}, {}] })
    await refuse(bytes, [], NEEDED)
    const document = await accept(bytes, opening(USER_PASSWORD))
    expect(document).toMatchObject({ rewritten: 'normalised', opened: true, pages: 2, revision: 1 })
    expect(Buffer.compare(await download(document, 'original'), bytes)).toBe(0)
    const copy = await download(document, 'newest')
    expect(openPdf(copy, { inflate: inflateWithNode }).encryption).toBeUndefined()

    const address = `ana-${document.id}@example.com`
    const field = await placeField(server, bearer, document.id, { signer_email: address })
    const body = { field_id: field.id, signature_data: drawing() }
    const guest = await becomeGuest(server, bearer, field)
    await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
    const final = await download(document, 'newest')
    expect(final.subarray(0, copy.length).equals(copy)).toBe(true)
    if (hasTool('pdfsig'))
      expect(pdfsigPeople(final)).toEqual([expect.objectContaining({ valid: true, wholeDocument: true })])
    if (hasTool('qpdf')) expect(qpdfStatus(final)).toBe(0)
  },
)

test('the log of the document says that it was opened, with the hashes of original and copy', async () => {
  const document = await accept(protectedPdf(), opening(USER_PASSWORD))
  const [original, copy] = await server.services.db
    .selectFrom('revisions')
    .select(['number', 'kind', 'sha256', 'size'])
    .where('document_id', '=', document.id)
    .orderBy('number')
    .execute()
  expect([original?.kind, copy?.kind]).toEqual(['original', 'uploaded'])
  const hashes = { sha256: copy?.sha256, original_sha256: original?.sha256 }
  expect(await events(document)).toMatchObject([
    { kind: 'document-uploaded', data: { ...hashes, rewritten: 'opened', original_size: original?.size } },
    { kind: 'document-opened', actor: expect.stringMatching(/^user:/), data: hashes },
  ])
})

test('a wrong password is said to be wrong, and nothing is stored', async () => {
  await refuse(protectedPdf(), opening('otra'), {
    ...WRONG,
    title: 'Esa contraseña no abre el PDF',
    message: 'No es la contraseña de este documento. No se guardó nada.',
  })
  expect(await accept(protectedPdf(), opening(OWNER_PASSWORD))).toMatchObject({ opened: true })
})

test('a password without the agreement is not tried, and says which parts are needed', async () => {
  const refusal = { ...NEEDED, details: expect.stringContaining('password y opened=true') }
  await refuse(protectedPdf(), [['password', USER_PASSWORD]], refusal)
  await refuse(protectedPdf(), [['password', 'otra']], refusal)
  await refuse(protectedPdf(), [['opened', 'true']], refusal)
  await refuse(protectedPdf(), opening(''), refusal)
})

test('a restriction holds for a user, and not for the owner of the file', async () => {
  for (const form of encryptionForms) {
    const bytes = protectedPdf(form, { rights: 'restricted' })
    await refuse(bytes, opening(USER_PASSWORD), { error_code: 'PDF_RESTRICTED', can_open: true })
    expect(await accept(bytes, opening(OWNER_PASSWORD))).toMatchObject({ opened: true })
  }
})

const script = pdfDict({ S: pdfName('JavaScript'), JS: pdfString(asciiBytes('app.alert(1)')) })

test('active content behind a password is removed only with a second agreement, and its file is not kept', async () => {
  const bytes = protectedPdf(FORM, { catalog: { OpenAction: script } })
  await refuse(bytes, opening(USER_PASSWORD), {
    error_code: 'PDF_MALICIOUS_JAVASCRIPT',
    can_clean: true,
    can_open: false,
  })
  await refuse(bytes, [['clean', 'true']], NEEDED)
  const document = await accept(bytes, [...opening(USER_PASSWORD), ['clean', 'true']])
  expect(document).toMatchObject({ rewritten: 'cleaned' })
  expect(document).not.toHaveProperty('opened')
  expect((await events(document)).map(({ kind }) => kind)).toEqual([
    'document-uploaded',
    'document-opened',
    'document-cleaned',
  ])
  expect((await download(document, 'original')).toString('latin1')).not.toMatch(/JavaScript|\/Encrypt/)
})

test('a document with signatures is not opened: they would be lost', async () => {
  const value = pdfDict({
    Type: pdfName('Sig'),
    Contents: pdfString(asciiBytes('value')),
    ByteRange: pdfArray([0, 1, 2, 3]),
  })
  await refuse(protectedPdf(FORM, { extra: [value] }), opening(USER_PASSWORD), {
    error_code: 'PDF_UNSUPPORTED',
    title: 'El PDF ya trae firmas y no lo podemos abrir con su contraseña',
    can_open: false,
  })
})

test('a password is ignored for a file that opens without one', async () => {
  expect(await accept(threePages(), opening('otra'))).toMatchObject({ rewritten: null })
  expect(await accept(encryptedPdf(FORM, { xref: 'table' }), opening('otra'))).toMatchObject({ rewritten: null })
})

test('a file that no password opens does not ask for one', async () => {
  const dictionary = pdfDict({ Filter: pdfName('Adobe.PubSec') })
  const bytes = protectedPdf(FORM, { dictionary })
  await refuse(bytes, opening(USER_PASSWORD), { error_code: 'PDF_ENCRYPTED', can_open: false })
})

test('the same request is answered with the same document, whatever its password', async () => {
  const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': 'estado-cifrado-000001' }
  const post = async (password?: string) => {
    const opened = password === undefined ? [] : opening(password)
    const form = await multipart([['file_type_id', '1'], ...opened, fileOf(protectedPdf())])
    const options = { method: 'POST', url: uploadFileCall.path, payload: form.payload } as const
    const { statusCode, body } = await server.app.inject({ ...options, headers: { ...headers, ...form.headers } })
    return { statusCode, id: (JSON.parse(body) as Partial<UserFile>).id }
  }
  expect(await post('otra')).toMatchObject({ statusCode: 400 })
  const first = await post(USER_PASSWORD)
  expect(first.statusCode).toBe(201)
  for (const password of [USER_PASSWORD, 'otra', undefined]) expect(await post(password)).toEqual(first)
})

describe('hostile passwords', () => {
  test.each<[string, Parts, object]>([
    [
      '10,000 characters',
      opening('x'.repeat(10_000)),
      { code: 'VALIDATION', fields: { password: expect.any(String) } },
    ],
    ['128 bytes', opening('ñ'.repeat(64)), { code: 'VALIDATION' }],
    ['a NUL', opening('a\0b'), { code: 'VALIDATION' }],
    ['a line end', opening('a\nb'), { code: 'VALIDATION' }],
    ['a lone surrogate', opening('\ud83d'), WRONG],
    ['127 bytes', opening(`ñ${'x'.repeat(125)}`), WRONG],
    ['compatibility characters', opening('ﬁ\u00a0\u200b①'), WRONG],
    ['another case', opening(USER_PASSWORD.toLowerCase()), WRONG],
    ['spaces around it', opening(` ${USER_PASSWORD} `), WRONG],
  ])('%s: a clear refusal', async (_, parts, expected) => {
    const { status, body } = await send(protectedPdf(), parts)
    expect({ status, body }).toMatchObject({ status: expect.any(Number), body: expected })
    expect([400, 422]).toContain(status)
    expect(JSON.stringify(body)).not.toContain('xxxxx')
  })

  test('composed and decomposed accents open the same file', async () => {
    for (const spelling of ['NFC', 'NFD'] as const)
      expect(await accept(protectedPdf(), opening(USER_PASSWORD.normalize(spelling)))).toBeDefined()
  })

  test('sent twice, the last one counts; one after the file counts; one that is a file does not', async () => {
    await refuse(protectedPdf(), [...opening(USER_PASSWORD), ['password', 'otra']], WRONG)
    const parts: Parts = [['file_type_id', '1'], fileOf(protectedPdf()), ...opening(USER_PASSWORD)]
    expect(await upload(server, bearer, parts)).toMatchObject({ status: 201 })
    const bytes = new TextEncoder().encode(USER_PASSWORD)
    const asFile: Parts = [
      ['password', { bytes, filename: 'a.txt', type: 'text/plain' }],
      ['opened', 'true'],
    ]
    const { status } = await send(protectedPdf(), asFile)
    expect(status).toBe(400)
  })

  test.each<[string, Readonly<Record<string, PdfObject>>]>([
    ['endless rounds', { Rounds: 1e9, Length: 2 ** 31 }],
    ['long strings', { U: pdfString(new Uint8Array(1e6)), O: pdfString(new Uint8Array(1e6)) }],
    ['short strings', { U: pdfString(new Uint8Array(3)) }],
    ['an unknown revision', { R: 7 }],
    ['itself', { CF: pdfRef(1) }],
  ])('a dictionary with %s is answered in bounded time', async (_, changes) => {
    const dictionary = withEntries(passwordTrailer(FORM).Encrypt, changes)
    const { status } = await send(protectedPdf(FORM, { dictionary }), opening(USER_PASSWORD))
    expect([201, 400]).toContain(status)
  })
})

const formsOf = (password: string): readonly Buffer[] => [
  Buffer.from(password),
  Buffer.from(password.normalize('NFD')),
  Buffer.from(password, 'latin1'),
  Buffer.from(Buffer.from(password).toString('base64')),
  Buffer.from(Buffer.from(password).toString('hex')),
  Buffer.from(encodeURIComponent(password)),
]

test('no password is found in logs, in the database, or in a file', async () => {
  const MARKER = 'marcador-secreto-90210'
  await accept(protectedPdf(), opening(USER_PASSWORD))
  await refuse(protectedPdf(), opening(MARKER), WRONG)
  await send(protectedPdf(), opening(`${MARKER}\0`))
  await send(threePages(), opening(MARKER))
  const { db } = server.services
  const places: [string, Buffer][] = [['log', Buffer.from(written)]]
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(name as 'documents')
      .selectAll()
      .execute()
    places.push([name, Buffer.from(JSON.stringify(rows))])
  }
  for (const entry of await readdir(server.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) places.push([entry.name, await readFile(join(entry.parentPath, entry.name))])
  expect(written).toContain('incoming request')
  expect(places.length).toBeGreaterThan(30)
  const secrets = [...formsOf(USER_PASSWORD), ...formsOf(MARKER)]
  expect(places.filter(([, bytes]) => secrets.some((secret) => bytes.includes(secret))).map(([name]) => name)).toEqual(
    [],
  )
})
