import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { asciiBytes, concatBytes, openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { samplePng } from 'pdf/sign'
import {
  buildPdf,
  hasTool,
  onePage,
  pagesThatChanged,
  pdfsigPeople,
  sampleOf,
  streamOf,
  textPdf,
} from 'pdf/testing/node'
import { digitalSignCall, downloadFileCall, type FileError, type UserFile, uploadFileCall } from 'shared/contract'
import * as v from 'valibot'
import { becomeGuest, drawing, placeField, registerPerson, threePages, upload } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { buildApp } from '../../app/app.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { createPdfRewriter } from '../screening/rewrite-pdf.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { createTestPki, signTwice } from '../signing/test-support/signing.ts'

afterEach(closeTestServers)

interface Scene {
  readonly server: TestServer
  readonly bearer: string
}

const start = async (replace: (services: ApiServices) => Partial<ApiServices> = () => ({})): Promise<Scene> => {
  const opened = await openTestServer()
  const { access_token: bearer } = await registerPerson(opened, 'olga')
  const { log } = opened.app
  const options = { log, dataDir: opened.dataDir, showOutbox: true, rateLimitFactor: 1000 }
  const app = await buildApp({ ...opened.services, ...replace(opened.services) }, options)
  return { server: { ...opened, app }, bearer }
}

const send = ({ server, bearer }: Scene, bytes: Uint8Array, clean = false) =>
  upload(server, bearer, [
    ['file_type_id', '1'],
    ['file', { bytes, filename: 'Contrato.pdf' }],
    ...(clean ? [['clean', 'true'] as const] : []),
  ])

const accept = async (scene: Scene, bytes: Uint8Array, clean = false): Promise<UserFile> => {
  const { status, body } = await send(scene, bytes, clean)
  expect({ status, body }).toMatchObject({ status: 201 })
  return v.parse(uploadFileCall.reply, body)
}

const refuse = async (scene: Scene, bytes: Uint8Array, clean = false): Promise<FileError> => {
  const { status, body } = await send(scene, bytes, clean)
  expect(status).toBe(400)
  return body as FileError
}

const download = async ({ server, bearer }: Scene, { id }: UserFile, revision = 'newest'): Promise<Buffer> => {
  const response = await server.app.inject({
    method: 'GET',
    url: pathOf(downloadFileCall, { id }),
    query: { revision },
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

const underWay = ({ server }: Scene): Promise<string[]> => readdir(join(server.dataDir, 'tmp'))

const uploadedFacts = async ({ server }: Scene): Promise<Record<string, unknown>> => {
  const event = await server.services.db
    .selectFrom('audit_events')
    .select('data')
    .where('kind', '=', 'document-uploaded')
    .executeTakeFirstOrThrow()
  return JSON.parse(event.data)
}

const revisions = ({ server }: Scene) =>
  server.services.db.selectFrom('revisions').select(['number', 'kind', 'sha256', 'size']).orderBy('number').execute()

const inHex = (text: string): string => Buffer.from(text, 'latin1').toString('hex')

const drawn = streamOf('0.2 0.4 0.6 rg 100 100 200 300 re f')
const damaged = (): Uint8Array => textPdf([...onePage('', '/Contents 4 0 R'), drawn], { damaged: true })
const withProgram = (): Uint8Array =>
  textPdf([
    ...onePage('', '/Contents 4 0 R /Annots [5 0 R]'),
    drawn,
    '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 6 0 R>>',
    '<</S /Launch /F (calc.exe)>>',
  ])

const signed = async (bytes: Uint8Array): Promise<Uint8Array> =>
  (await signTwice(createPdfSigner(await createTestPki()), bytes, samplePng())).final

describe('a damaged upload', () => {
  test('the API stores the original and the repaired copy, and the log records both', async () => {
    const scene = await start()
    const document = await accept(scene, damaged())
    expect(document).toMatchObject({ rewritten: 'normalised', revision: 1, pages: 1, foreign_signatures: 0 })
    const [original, copy, ...more] = await revisions(scene)
    expect(original).toMatchObject({ number: 0, kind: 'original', size: damaged().length })
    expect(copy).toMatchObject({ number: 1, kind: 'uploaded' })
    expect(more).toEqual([])
    expect(await uploadedFacts(scene)).toEqual({
      sha256: copy?.sha256,
      size: copy?.size,
      pages: 1,
      signatures: 0,
      rewritten: 'normalised',
      original_sha256: original?.sha256,
      original_size: original?.size,
    })
    expect((await scene.server.stored()).sort()).toEqual([original?.sha256, copy?.sha256].sort())
    expect(await underWay(scene)).toEqual([])
  })

  test('the owner can download the original and the repaired copy, and the pages look the same', async () => {
    const scene = await start()
    const document = await accept(scene, damaged())
    const copy = await download(scene, document)
    expect(Buffer.compare(await download(scene, document, 'original'), damaged())).toBe(0)
    expect(openPdf(copy, { inflate: inflateWithNode }).pageCount).toBe(1)
    expect(pagesThatChanged(damaged(), copy, 1)).toEqual([])
  })

  test('a guest signs the repaired copy, and the signature is valid', async () => {
    const scene = await start()
    const { server, bearer } = scene
    const document = await accept(scene, damaged())
    const field = await placeField(server, bearer, document.id)
    const body = { field_id: field.id, signature_data: drawing() }
    const guest = await becomeGuest(server, bearer, field)
    await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
    const final = await download(scene, document)
    if (hasTool('pdfsig'))
      expect(pdfsigPeople(final)).toEqual([expect.objectContaining({ valid: true, wholeDocument: true })])
    expect((await revisions(scene)).map(({ number, kind }) => [number, kind])).toEqual([
      [0, 'original'],
      [1, 'uploaded'],
      [2, 'prepared'],
      [3, 'signed'],
      [4, 'sealed'],
    ])
  })

  test('the API refuses a damaged upload with signatures and stores nothing', async () => {
    const scene = await start()
    const bytes = await signed(threePages())
    const broken = asciiBytes(Buffer.from(bytes).toString('latin1').replaceAll('startxref', 'startxxxx'))
    expect(await refuse(scene, broken, true)).toMatchObject({ error_code: 'PDF_CORRUPT', can_clean: false })
    expect(await scene.server.stored()).toEqual([])
  })

  test('the API refuses a damaged upload that has lost a page', async () => {
    const scene = await start()
    const [catalog, , page] = onePage()
    const bytes = textPdf([catalog ?? '', '<</Type /Pages /Kids [3 0 R 9 0 R] /Count 2>>', page ?? ''], {
      damaged: true,
    })
    expect(await refuse(scene, bytes)).toMatchObject({ error_code: 'PDF_CORRUPT', can_clean: false })
  })

  test('the API inspects the repaired copy and refuses the upload when the copy has active content', async () => {
    const scene = await start(({ blobs }) => ({
      rewritePdf: async () => {
        const received = await blobs.receive(Readable.from([withProgram()]), 1_000_000)
        return received.kind === 'complete' ? { kind: 'rewritten', blob: received.blob } : { kind: 'exhausted' }
      },
    }))
    expect(await refuse(scene, damaged())).toMatchObject({ error_code: 'PDF_CORRUPT', can_clean: false })
    expect(await underWay(scene)).toEqual([])
    expect(await scene.server.stored()).toEqual([])
  })
})

describe('when the rewrite process fails', () => {
  test.each([
    ['crash', damaged(), 'PDF_TOO_COMPLEX'],
    ['crash', withProgram(), 'PDF_TOO_COMPLEX'],
    ['hang', damaged(), 'PDF_TOO_COMPLEX'],
    ['hang', withProgram(), 'PDF_TOO_COMPLEX'],
    ['refuse', damaged(), 'PDF_CORRUPT'],
    ['refuse', withProgram(), 'PDF_CLEANING_FAILED'],
  ])('%s: the API refuses the upload with the matching error code and stores nothing', async (name, bytes, code) => {
    const script = new URL(`../screening/test-support/${name}.ts`, import.meta.url)
    const scene = await start(({ blobs }) => ({
      rewritePdf: createPdfRewriter({ blobs, script, timeLimit: name === 'hang' ? 0 : 60_000 }).rewrite,
    }))
    expect(await refuse(scene, bytes, true)).toMatchObject({ error_code: code, can_clean: false })
    expect(await underWay(scene)).toEqual([])
    expect(await scene.server.stored()).toEqual([])
  })
})

test('the API answers UNAVAILABLE and stores nothing when the machine leaves the rewrite without processor time', async () => {
  const script = new URL('../screening/test-support/sleep.ts', import.meta.url)
  const scene = await start(({ blobs }) => ({
    rewritePdf: createPdfRewriter({ blobs, script, timeLimit: 1000 }).rewrite,
  }))
  expect(await send(scene, damaged(), false)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(await underWay(scene)).toEqual([])
  expect(await scene.server.stored()).toEqual([])
})

test('an exceeded limit is not reported as damage, and a second upload of the file succeeds', async () => {
  let tries = 0
  const scene = await start(({ rewritePdf }) => ({
    rewritePdf: async (...given) => (tries++ === 0 ? { kind: 'exhausted' } : rewritePdf(...given)),
  }))
  expect(await refuse(scene, damaged())).toMatchObject({
    error_code: 'PDF_TOO_COMPLEX',
    title: 'El PDF es demasiado complejo',
    suggestion: expect.stringMatching(/^Inténtalo otra vez/),
    can_clean: false,
  })
  expect(await accept(scene, damaged())).toMatchObject({ rewritten: 'normalised' })
})

test('the API reports PDF_TOO_COMPLEX when the repaired copy exceeds a limit of the inspection', async () => {
  let inspections = 0
  const scene = await start(({ inspectPdf }) => ({
    inspectPdf: async (...given) => (++inspections === 2 ? { kind: 'exhausted' } : inspectPdf(...given)),
  }))
  expect(await refuse(scene, damaged())).toMatchObject({ error_code: 'PDF_TOO_COMPLEX' })
  expect(await underWay(scene)).toEqual([])
})

describe('an upload with removable active content', () => {
  test('the API does not sanitise an upload before the user requests it', async () => {
    const rewritePdf = jest.fn()
    const scene = await start(() => ({ rewritePdf }))
    expect(await refuse(scene, withProgram())).toMatchObject({ error_code: 'PDF_MALICIOUS_LAUNCH', can_clean: true })
    expect(rewritePdf).not.toHaveBeenCalled()
  })

  /** Large enough for a trial. */
  const largeWithProgram = (): Uint8Array =>
    textPdf([
      ...onePage('', '/Contents 4 0 R /Annots [5 0 R]'),
      streamOf(`0.2 0.4 0.6 rg 100 100 200 300 re f\n%${'x'.repeat(100_000)}`),
      '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 6 0 R>>',
      '<</S /Launch /F (calc.exe)>>',
    ])

  test.each(['exhausted', 'unrepairable'] as const)(
    'the API offers no sanitising of a large upload that ends %s',
    async (kind) => {
      const scene = await start(() => ({ rewritePdf: async () => ({ kind }) }))
      expect(await refuse(scene, largeWithProgram())).toMatchObject({
        error_code: 'PDF_MALICIOUS_LAUNCH',
        message: expect.stringContaining('No lo podemos quitar: el documento es demasiado grande'),
        suggestion: expect.not.stringContaining('Podemos guardar una copia'),
        can_clean: false,
      })
      expect(await scene.server.stored()).toEqual([])
      expect(await underWay(scene)).toEqual([])
    },
  )

  test('the API offers to sanitise a large upload after a trial, and throws the copy away', async () => {
    const scene = await start()
    const refusal = await refuse(scene, largeWithProgram())
    expect(refusal).toMatchObject({ error_code: 'PDF_MALICIOUS_LAUNCH', can_clean: true })
    expect(await scene.server.stored()).toEqual([])
    expect(await underWay(scene)).toEqual([])
    expect(await accept(scene, largeWithProgram(), true)).toMatchObject({ rewritten: 'cleaned' })
  })

  test('a machine without time for the trial does not withdraw the offer', async () => {
    const scene = await start(() => ({
      rewritePdf: async () => {
        throw new OverloadError('starved')
      },
    }))
    expect(await refuse(scene, largeWithProgram())).toMatchObject({ can_clean: true })
  })

  test('failed sanitising names the active content and offers no further sanitising', async () => {
    const scene = await start(() => ({ rewritePdf: async () => ({ kind: 'unrepairable' }) }))
    expect(await refuse(scene, withProgram(), true)).toMatchObject({
      error_code: 'PDF_CLEANING_FAILED',
      title: 'No pudimos quitar ese contenido',
      message: expect.stringMatching(/No se guardó nada\. El documento trae una orden para abrir un programa/),
      details: expect.stringContaining('PDF_MALICIOUS_LAUNCH'),
      can_clean: false,
    })
  })

  test('the API refuses the upload, offers a sanitised copy and stores nothing', async () => {
    const scene = await start()
    expect(await refuse(scene, withProgram())).toMatchObject({
      error_code: 'PDF_MALICIOUS_LAUNCH',
      can_clean: true,
      suggestion: expect.stringMatching(/^Podemos guardar una copia sin ese contenido/),
    })
    expect(await scene.server.stored()).toEqual([])
    expect(await underWay(scene)).toEqual([])
  })

  test('the API stores only the sanitised copy on request, and the log records the removed content', async () => {
    const scene = await start()
    const document = await accept(scene, withProgram(), true)
    expect(document).toMatchObject({ rewritten: 'cleaned', revision: 1, pages: 1 })
    const stored = await revisions(scene)
    expect(stored.map(({ number, kind }) => [number, kind])).toEqual([[1, 'uploaded']])
    expect(await scene.server.stored()).toEqual([stored[0]?.sha256])
    expect(await uploadedFacts(scene)).toMatchObject({
      rewritten: 'cleaned',
      sha256: stored[0]?.sha256,
      original_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      original_size: withProgram().length,
      removed: 'PDF_MALICIOUS_LAUNCH 6 /S /Launch',
    })
    const copy = await download(scene, document)
    expect(copy.toString('latin1')).not.toContain('calc.exe')
    expect(pagesThatChanged(withProgram(), copy, 1)).toEqual([])
    expect(await underWay(scene)).toEqual([])
  })

  test('the API sanitises a damaged upload with active content in one request', async () => {
    const scene = await start()
    const bytes = asciiBytes(Buffer.from(withProgram()).toString('latin1').replace('\nxref', '\nxxxx'))
    expect(await refuse(scene, bytes)).toMatchObject({ error_code: 'PDF_MALICIOUS_LAUNCH', can_clean: true })
    expect(await accept(scene, bytes, true)).toMatchObject({ rewritten: 'cleaned' })
  })

  test('the API refuses the upload without an offer when some active content cannot be removed', async () => {
    const scene = await start()
    const bytes = textPdf([...onePage('/AcroForm <</Fields [] /XFA [(a) (b)]>> /OpenAction 4 0 R'), '<</S /Launch>>'])
    const refusal = await refuse(scene, bytes, true)
    expect(refusal).toMatchObject({ error_code: 'PDF_MALICIOUS_LAUNCH', can_clean: false })
    expect(refusal.suggestion).not.toMatch(/copia sin ese contenido/)
    expect(refusal.message).toMatch(/Lo que no podemos quitar: un formulario XFA\.$/)
  })

  test('the API refuses a signed upload with active content and offers no sanitising', async () => {
    const scene = await start()
    const bytes = await signed(withProgram())
    expect(await refuse(scene, bytes, true)).toMatchObject({
      error_code: 'PDF_MALICIOUS_LAUNCH',
      can_clean: false,
      details: expect.stringContaining('no se puede quitar'),
      message: expect.stringMatching(/el documento ya trae firmas/),
    })
    expect(await scene.server.stored()).toEqual([])
  })

  test('sanitising removes active content that only an earlier revision contains', async () => {
    const scene = await start()
    const update = asciiBytes('6 0 obj\nnull\nendobj\n')
    const first = withProgram()
    const start6 = first.length
    const entry = `${String(start6).padStart(10, '0')} 00000 n\r\n`
    const at = start6 + update.length
    const previous = /startxref\n(\d+)/.exec(Buffer.from(first).toString('latin1'))?.[1]
    const trailer = `xref\n6 1\n${entry}trailer\n<</Size 7 /Root 1 0 R /Prev ${previous}>>\nstartxref\n${at}\n%%EOF\n`
    const document = await accept(scene, concatBytes([first, update, asciiBytes(trailer)]), true)
    expect((await download(scene, document)).toString('latin1')).not.toContain('calc.exe')
  })
})

test('sanitising removes the attached XML of an electronic invoice and keeps its page', async () => {
  const scene = await start()
  const xml = '<?xml version="1.0"?><FacturaElectronica><Clave>506</Clave></FacturaElectronica>'
  const invoice = textPdf([
    ...onePage('/AF [5 0 R] /Names <</EmbeddedFiles <</Names [(factura.xml) 5 0 R]>>>>', '/Contents 4 0 R'),
    drawn,
    '<</Type /Filespec /F (factura.xml) /UF (factura.xml) /AFRelationship /Data /EF <</F 6 0 R>>>>',
    streamOf(xml, '/Type /EmbeddedFile /Subtype /text#2Fxml'),
  ])
  expect(await refuse(scene, invoice)).toMatchObject({ error_code: 'PDF_MALICIOUS_EMBEDDED_FILE', can_clean: true })
  const copy = await download(scene, await accept(scene, invoice, true))
  expect(copy.toString('latin1')).not.toMatch(/FacturaElectronica|factura\.xml/)
  expect(pagesThatChanged(invoice, copy, 1)).toEqual([])
})

test('sanitising removes XFA and Adobe Reader rights and keeps the normal form', async () => {
  const scene = await start()
  const hybrid = textPdf([
    ...onePage(
      '/AcroForm <</Fields [4 0 R] /XFA [(template) 5 0 R]>> /Perms <</UR3 6 0 R>>',
      '/Annots [4 0 R] /Contents 7 0 R',
    ),
    '<</Type /Annot /Subtype /Widget /FT /Tx /T (nombre) /V (Ana) /Rect [10 10 110 30] /AP <</N 8 0 R>>>>',
    streamOf('<template><field name="nombre"/></template>'),
    '<</Type /Sig /Reference [<</TransformMethod /UR3>>] /ByteRange [0 00480 00490 99] /Contents <00>>>',
    drawn,
    streamOf('1 0 0 rg 0 0 100 20 re f', '/Subtype /Form /BBox [0 0 100 20]'),
  ])
  const text = Buffer.from(hybrid).toString('latin1')
  const gap = String(text.indexOf('<00>')).padStart(5, '0')
  const bytes = asciiBytes(text.replace('00480 00490', `${gap} ${String(Number(gap) + 4).padStart(5, '0')}`))
  expect(await refuse(scene, bytes)).toMatchObject({
    error_code: 'PDF_XFA',
    can_clean: true,
    suggestion: expect.stringContaining('queda el formulario normal'),
  })
  const document = await accept(scene, bytes, true)
  expect(document).toMatchObject({ rewritten: 'cleaned', foreign_signatures: 0 })
  const copy = await download(scene, document)
  expect(copy.toString('latin1')).toMatch(/\/T \(nombre\) \/V \(Ana\)/)
  expect(copy.toString('latin1')).not.toMatch(/XFA|template|UR3|ByteRange/)
  expect(pagesThatChanged(bytes, copy, 1)).toEqual([])
})

test('sanitising removes the scripts of a form and keeps its values, formats and links', async () => {
  const scene = await start()
  const look = streamOf('/Tx BMC q 1 0 0 rg 0 0 100 20 re f Q EMC', '/Subtype /Form /BBox [0 0 100 20]')
  const field = (name: string, value: string, actions: string) =>
    `<</Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [10 10 110 30] /AP <</N 7 0 R>> /AA <<${actions}>>>>`
  const format = '/F <</S /JavaScript /JS (AFNumber_Format\\(2, 0, 0, 0, "", true\\))>>'
  const form = textPdf([
    ...onePage('/AcroForm <</Fields [4 0 R 5 0 R] /CO [5 0 R] /NeedAppearances true>>', '/Annots [4 0 R 5 0 R 6 0 R]'),
    field('precio', '10,00', format),
    field('total', '20,00', `${format} /C <</S /JavaScript /JS (AFSimple_Calculate\\("SUM", "precio"\\))>>`),
    '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://example.com/contrato)>>>>',
    look,
  ])
  expect(await refuse(scene, form)).toMatchObject({ error_code: 'PDF_MALICIOUS_JAVASCRIPT', can_clean: true })
  const copy = await download(scene, await accept(scene, form, true))
  const text = copy.toString('latin1')
  for (const kept of [
    '(precio)',
    '(10,00)',
    '(total)',
    '(20,00)',
    inHex('AFNumber_Format'),
    '(https://example.com/contrato)',
  ]) {
    expect(text).toContain(kept)
  }
  expect(text).toContain('/NeedAppearances true')
  expect(text).not.toContain(inHex('AFSimple_Calculate'))
  expect(pagesThatChanged(form, copy, 1)).toEqual([])
})

test.each(
  sampleOf(
    [
      ['a table', buildPdf({ xref: 'table', pages: [{}, {}] })],
      ['a stream', buildPdf({ xref: 'stream', pages: [{}, {}] })],
      ['both', buildPdf({ xref: 'hybrid', pages: [{}, {}] })],
    ] as const,
    1,
  ),
)('the API repairs several kinds of damage in a file whose cross-reference is %s', async (_, whole) => {
  const scene = await start()
  const text = Buffer.from(whole).toString('latin1')
  const damages: Readonly<Record<string, string>> = {
    'something came before the objects': text.replace('%PDF-1.7\n', '%PDF-1.7\n% una línea de más\n'),
    'the way to the cross-reference is wrong': text.replace(/startxref\n(\d+)/, 'startxref\n7'),
    'the end is gone': text.slice(0, text.lastIndexOf('startxref')),
    'the end is far from the end': text + ' '.repeat(4000),
    'a stream has the wrong length': text.replace(/(% page 1.*?)endstream/s, '% una\n$1endstream'),
    'a key stands twice': text.replace('/Type /Page ', '/Rotate 90 /Type /Page /Rotate 0 '),
  }
  const names = Object.keys(damages).filter((name) => damages[name] !== text)
  for (const name of names) {
    const bytes = asciiBytes(damages[name] ?? '')
    const document = await accept(scene, bytes)
    expect({ name, pages: document.pages, rewritten: document.rewritten }).toEqual({
      name,
      pages: 2,
      rewritten: 'normalised',
    })
    const copy = await download(scene, document)
    expect({ name, changed: pagesThatChanged(whole, copy, 2) }).toEqual({ name, changed: [] })
  }
  expect(names.length).toBeGreaterThanOrEqual(4)
})
