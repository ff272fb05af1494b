import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pagesThatChanged, sampleOf } from 'pdf/testing/node'
import { downloadFileCall, FileErrorSchema, type UserFile, UserFileSchema } from 'shared/contract'
import * as v from 'valibot'
import { registerPerson, upload } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../../../test/support/test-server.ts'

/** Optional real PDFs from public test suites. */
const FOLDER = resolve(__dirname, '../../../../../shared/pdfs')

interface Sample {
  readonly file: string
  readonly cls: string
  readonly popplerOpens: boolean
  readonly screen: { readonly verdict: 'ok' | 'strip' | 'reject'; readonly codes: readonly string[] }
}

/** Deviations from the prototype; see decision 0008. */
const better: Readonly<Record<string, string>> = {
  'encrypted__qpdf__encrypted-with-images.pdf': 'accepted',
  'forms__libpdf__sample_form.pdf': 'accepted',
  'forms__libpdf__annotation-choice-widget.pdf': 'refused: PDF_MALICIOUS_JAVASCRIPT, can be cleaned',
  'malformed__qpdf__bad-xref-entry.pdf': 'normalised',
  'malformed__safedocs__Dual-startxref.pdf': 'normalised',
  'structure__qpdf__good1.pdf': 'normalised',
  'malformed__qpdf__issue-101.pdf': 'refused: PDF_CORRUPT',
  'malformed__qpdf__pages-loop.pdf': 'normalised',
  'malicious__malpdf__test6.pdf': 'refused: PDF_MALICIOUS_LAUNCH, can be cleaned',
  'malicious__malpdf__test8.pdf': 'refused: PDF_MALICIOUS_SUBMITFORM, can be cleaned',
  'malicious__payloads__payload3.pdf': 'refused: PDF_MALICIOUS_JAVASCRIPT, can be cleaned',
  'malicious__pdfjs__doc_actions.pdf': 'refused: PDF_MALICIOUS_JAVASCRIPT, can be cleaned',
  'malicious__pdfjs__evaljs.pdf': 'refused: PDF_MALICIOUS_JAVASCRIPT, can be cleaned',
  'structure__pyhanko__minimal-annotless.pdf': 'normalised',
  'structure__pyhanko__page-tree-direct-kid.pdf': 'normalised',
}

/** Damage keeps it from being cleaned. */
const offeredInVain: Readonly<Record<string, string>> = {
  'malicious__malpdf__test3.pdf': 'refused: PDF_MALICIOUS_JAVASCRIPT, can be cleaned',
}

const renamed: Readonly<Record<string, string>> = {
  PDF_NOT_A_PDF: 'FILE_TYPE_NOT_ALLOWED',
  PDF_MALFORMED: 'PDF_CORRUPT',
  PDF_EMBEDDED_FILE: 'PDF_MALICIOUS_EMBEDDED_FILE',
}

const listed = ({ screen: { verdict, codes } }: Sample): string => {
  if (verdict === 'ok') return 'accepted'
  const found = codes.filter((code) => code !== 'PDF_MALFORMED').at(-1)
  if (found === undefined) return verdict === 'strip' ? 'normalised' : 'refused: PDF_CORRUPT'
  return `refused: ${renamed[found] ?? found}${verdict === 'strip' ? ', can be cleaned' : ''}`
}

const present = existsSync(resolve(FOLDER, 'manifest.json'))
const samples: Sample[] = present ? JSON.parse(readFileSync(resolve(FOLDER, 'manifest.json'), 'utf8')) : []
const bytesOf = ({ file }: Sample): Uint8Array => new Uint8Array(readFileSync(resolve(FOLDER, file)))

let server: TestServer
let bearer: string

const send = (bytes: Uint8Array, clean: boolean) =>
  upload(server, bearer, [
    ['file_type_id', '1'],
    ['clean', String(clean)],
    ['file', { bytes, filename: 'real.pdf' }],
  ])

const accept = async (bytes: Uint8Array, clean: boolean): Promise<UserFile> => {
  const { status, body } = await send(bytes, clean)
  expect({ status, body }).toMatchObject({ status: 201 })
  return v.parse(UserFileSchema, body)
}

const answerOf = ({ status, body }: { status: number; body: unknown }): string => {
  if (status === 201) return v.parse(UserFileSchema, body).rewritten ?? 'accepted'
  const { error_code, can_clean } = v.parse(FileErrorSchema, body)
  return `refused: ${error_code}${can_clean ? ', can be cleaned' : ''}`
}

const download = async ({ id }: UserFile, revision: 'newest' | 'original'): Promise<Buffer> => {
  const response = await server.app.inject({
    method: 'GET',
    url: pathOf(downloadFileCall, { id }),
    query: { revision },
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

if (!present) test.skip('real PDFs (skipped: ../shared/pdfs is missing)', () => {})
else {
  beforeAll(async () => {
    server = await openTestServer()
    bearer = (await registerPerson(server, 'olga')).access_token
  })
  afterAll(closeTestServers)

  const expected = (sample: Sample): string => better[sample.file] ?? offeredInVain[sample.file] ?? listed(sample)
  const answering = (answer: RegExp) =>
    sampleOf(
      samples.filter((sample) => answer.test(expected(sample))).map((sample) => [sample.file, sample] as const),
      6,
    )

  test('each result listed as better differs from the result in the manifest', () => {
    const files = samples.filter((sample) => better[sample.file] === listed(sample)).map(({ file }) => file)
    expect(files).toEqual([])
  })

  test.each(samples.map((sample) => [sample.file, expected(sample), sample] as const))(
    'the API answers the upload of %s with: %s',
    async (_, answer, sample) => {
      const reply = await send(bytesOf(sample), false)
      expect(answerOf(reply)).toBe(answer)
      if (reply.status !== 201) return
      const { foreign_signatures } = v.parse(UserFileSchema, reply.body)
      const isSigned = ['signed', 'sigattack'].includes(sample.cls)
      expect(foreign_signatures > 0).toBe(isSigned)
    },
  )

  test.each(answering(/^accepted/))(
    'the API stores %s byte for byte when the upload requests sanitising',
    async (_, sample) => {
      const document = await accept(bytesOf(sample), true)
      expect(document.rewritten).toBeNull()
      expect(Buffer.compare(await download(document, 'newest'), bytesOf(sample))).toBe(0)
    },
  )

  test.each(answering(/^normalised/))(
    'the pages of %s look the same after the repair, and the original stays available',
    async (_, sample) => {
      const document = await accept(bytesOf(sample), false)
      expect(Buffer.compare(await download(document, 'original'), bytesOf(sample))).toBe(0)
      expect(pagesThatChanged(bytesOf(sample), await download(document, 'newest'), document.pages)).toEqual([])
    },
  )

  test.each(Object.keys(offeredInVain))('the API refuses to sanitise %s with PDF_CLEANING_FAILED', async (file) => {
    const bytes = new Uint8Array(readFileSync(resolve(FOLDER, file)))
    expect(answerOf(await send(bytes, true))).toBe('refused: PDF_CLEANING_FAILED')
  })

  const cleaned = answering(/can be cleaned/).filter(([file]) => !(file in offeredInVain))
  test.each(cleaned)(
    'the pages of %s look the same after sanitising, and the sanitised copy is accepted',
    async (_, sample) => {
      const document = await accept(bytesOf(sample), true)
      expect(document.rewritten).toBe('cleaned')
      const cleaned = await download(document, 'newest')
      if (sample.popplerOpens) expect(pagesThatChanged(bytesOf(sample), cleaned, document.pages)).toEqual([])
      expect(answerOf(await send(cleaned, false))).toBe('accepted')
    },
  )
}
