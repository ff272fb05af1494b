import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { asciiBytes, type PdfObject, pdfArray, pdfDict, pdfName, pdfRef, pdfStream } from 'pdf'
import { buildPdf, signAndSeal, tamper } from 'pdf/testing/node'
import { describeReport, describeVerdict, type SignatureReport, type VerificationReport } from 'pdf/verify'
import { verifyFileCall } from 'shared/contract/verify'
import { multipart } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../../../test/support/test-server.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { createVerifyFile } from './verification-task.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(closeTestServers)

type Signed = Extract<VerificationReport, { kind: 'signed' }>

/** A machine that hardly gets the processor answers «try again»; a client does. */
const verify = async (bytes: Uint8Array): Promise<Signed> => {
  const { payload, headers } = await multipart([['file', { bytes, filename: 'Contrato.pdf' }]])
  const send = () => server.app.inject({ method: 'POST', url: pathOf(verifyFileCall), payload, headers })
  let answer = await send()
  while (answer.statusCode === 503) answer = await send()
  expect(answer.statusCode).toBe(200)
  const parsed = await verifyFileCall.reply['~standard'].validate(answer.json())
  if (parsed.issues !== undefined || parsed.value.kind !== 'signed') throw new Error(answer.body.slice(0, 300))
  return parsed.value
}

const sealed = (bytes: Uint8Array): Promise<Uint8Array> =>
  signAndSeal({ signer: createPdfSigner(server.services.pki), now: new Date(server.clock.now()) }, bytes)

const verifyBlob = async (verifyFile: ReturnType<typeof createVerifyFile>, bytes: Uint8Array): Promise<Signed> => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  try {
    const path = join(folder, 'file.pdf')
    await writeFile(path, bytes)
    const attempt = (): ReturnType<typeof verifyFile> =>
      verifyFile(path, new Date(server.clock.now()), 'test').catch((error: unknown) => {
        if (error instanceof OverloadError) return attempt()
        throw error
      })
    const report = await attempt()
    if (report.kind !== 'signed') throw new Error(report.kind)
    return report
  } finally {
    await rm(folder, { recursive: true })
  }
}

const PROMISE = /intact|sin cambios|no ha cambiado|[íÍ]ntegr/
const promises = (signature: SignatureReport): boolean => {
  const { title, text } = describeVerdict(signature)
  return PROMISE.test(`${title} ${text}`)
}

const FOLDER = resolve(__dirname, '../../../../../shared/pdfs')
const isPresent = existsSync(FOLDER)
const read = (file: string): Uint8Array => new Uint8Array(readFileSync(resolve(FOLDER, file)))

if (!isPresent) test.skip('real PDFs (skipped: ../shared/pdfs is missing)', () => {})
else {
  /** The number of signatures before the change. */
  test.each([
    ['certified3-link-becomes-stamp', 1],
    ['existing-signature-field-filled', 3],
    ['form-font-changes-note', 3],
    ['full-page-check-box', 3],
    ['layers-through-field', 3],
    ['lock-text-field-filled', 3],
    ['stamp-flags-2p32', 3],
  ])(
    '%s: every earlier signature is told with page and rectangle, or suspicious, and nothing is promised',
    async (file, victims) => {
      const { signatures } = await verify(read(`verdict/${file}.pdf`))
      expect(signatures.length).toBeGreaterThanOrEqual(victims)
      for (const signature of signatures.slice(0, victims)) {
        const { verdict, picture, changes } = signature
        const isDoubted = verdict === 'suspicious' || verdict === 'invalid'
        const isTold = changes.some(
          ({ kind, page, rect }) =>
            page === 1 && rect !== undefined && (kind !== 'signature-added' || rect.width > 0.9),
        )
        expect(isDoubted ? picture.differences.length > 0 || isTold : isTold).toBe(true)
        expect(promises(signature)).toBe(false)
      }
    },
  )

  test.each(['nota-byterange', 'texto-byterange', 'titulo-byterange'])(
    '%s: signed and sealed, every signature is valid to both judges',
    async (file) => {
      const { signatures } = await verify(await sealed(read(`verdict/${file}.pdf`)))
      expect(signatures).toHaveLength(3)
      for (const { picture, verdict } of signatures)
        expect({ picture, verdict }).toEqual({
          verdict: 'valid',
          picture: { state: 'same', differences: [], uncompared: [] },
        })
    },
  )

  test.each(readdirSync(FOLDER).filter((file) => file.startsWith('signed__')))(
    '%s: the pictures raise no alarm',
    async (file) => {
      const { signatures } = await verify(read(file))
      for (const { picture } of signatures) expect(picture).toEqual({ state: 'same', differences: [], uncompared: [] })
    },
  )

  test('30 real files that two people sign and the platform seals look the same to every signature', async () => {
    const judged: Record<string, readonly string[]> = {}
    for (const file of readdirSync(FOLDER).filter((each) =>
      /^(normal|forms|pdf2-pdfa|structure)__.*\.pdf$/.test(each),
    )) {
      const document = await sealed(read(file)).catch(() => undefined)
      if (document === undefined) continue
      const { signatures } = await verify(document)
      judged[file] = signatures.map(({ picture }) => picture.state)
    }
    const alarmed = Object.entries(judged).filter(([, states]) => states.some((state) => state !== 'same'))
    expect(alarmed).toEqual([])
    expect(Object.keys(judged).length).toBeGreaterThanOrEqual(30)
  })
}

const NOTHING_DRAWN = { state: 'not-compared', differences: [], uncompared: [] }

const expectNoPromise = (report: Signed): void => {
  const { title, text } = describeReport(report)
  expect(`${title} ${text}`).not.toMatch(PROMISE)
  for (const signature of report.signatures)
    if (signature.picture.state !== 'same') expect(promises(signature)).toBe(false)
}

const drawing = (Resources: PdfObject, content: string, extra: readonly PdfObject[]): Uint8Array => {
  const pages = [{ entries: { Contents: pdfRef(100 + extra.length), Resources } }]
  return buildPdf({ xref: 'table', pages, extra: [...extra, pdfStream(pdfDict({}), asciiBytes(content))] })
}

/** A pattern of 10 million by 10 million tiles. */
const endless = (): Uint8Array => {
  const tile = {
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: pdfArray([0, 0, 1, 1]),
    XStep: 0.0001,
    YStep: 0.0001,
  }
  const pattern = pdfStream(pdfDict({ ...tile, Resources: pdfDict({}) }), asciiBytes('1 0 0 rg 0 0 1 1 re f'))
  return drawing(pdfDict({ Pattern: pdfDict({ P: pdfRef(100) }) }), '/Pattern cs /P scn 0 0 595 842 re f', [pattern])
}

/** Forms that draw each other twice need 2 ** 40 times the memory of one. */
const crashing = (): Uint8Array => {
  const form = (next: number) =>
    pdfStream(
      pdfDict({
        Type: pdfName('XObject'),
        Subtype: pdfName('Form'),
        BBox: pdfArray([0, 0, 595, 842]),
        Resources: pdfDict({ XObject: pdfDict({ F: pdfRef(next) }) }),
      }),
      asciiBytes('/F Do /F Do'),
    )
  const forms = Array.from({ length: 40 }, (_, index) => form(101 + index))
  return drawing(pdfDict({ XObject: pdfDict({ F: pdfRef(100) }) }), '/F Do', forms)
}

test.each<[string, () => Uint8Array, object]>([
  ['draws for ever', endless, NOTHING_DRAWN],
  ['crashes the renderer', crashing, { state: 'incomplete', differences: [], uncompared: [{ from: 1, to: 1 }] }],
])('a page that %s costs the pictures, neither the verdict nor the next file', async (_, make, expected) => {
  const { threads, verification } = server.services
  const verifyFile = createVerifyFile(threads, verification.authorities, { pictureTimeLimit: 4000 })
  const report = await verifyBlob(verifyFile, await sealed(make()))
  expect(report).toMatchObject({ verdict: 'valid' })
  for (const { picture } of report.signatures.slice(0, -1)) expect(picture).toEqual(expected)
  expectNoPromise(report)
  const next = await verify(await sealed(buildPdf({ xref: 'table' })))
  for (const { picture } of next.signatures) expect(picture.state).toBe('same')
})

test('pictures without time: the verdict is that of the structure, and its words say that no page was compared', async () => {
  const { threads, verification } = server.services
  const hurried = createVerifyFile(threads, verification.authorities, { pictureTimeLimit: 0 })
  const report = await verifyBlob(hurried, await sealed(buildPdf({ xref: 'table' })))
  expect(report.signatures[0]?.picture).toEqual(NOTHING_DRAWN)
  expect(describeReport(report).text).toContain('No se compararon las páginas.')
  expectNoPromise(report)
})

test('a page of 5 metres and 2,000 pages get an answer that names what was not compared', async () => {
  const long = tamper.update(
    buildPdf({ xref: 'table', pages: [{ mediaBox: [0, 0, 14_400, 14_400] }] }),
    (_, revision) => {
      const page = pdfDict({
        Type: pdfName('Page'),
        Parent: pdfRef(2),
        MediaBox: pdfArray([0, 0, 595, 842]),
        Resources: pdfDict({}),
      })
      const added = Array.from({ length: 1999 }, () => revision.add(page))
      revision.put(pdfRef(2), pdfDict({ Type: pdfName('Pages'), Kids: pdfArray([pdfRef(10), ...added]), Count: 2000 }))
    },
  )
  const report = await verify(await sealed(long))
  const [first] = report.signatures
  expect(report.verdict).toBe('valid')
  expect(first?.picture).toMatchObject({ state: 'incomplete', differences: [] })
  expect(first?.picture.uncompared[0]).toEqual({ from: 1, to: 1 })
  expect(first?.picture.uncompared.at(-1)?.to).toBe(2000)
  expectNoPromise(report)
})
