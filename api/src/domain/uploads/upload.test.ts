import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { asciiBytes, concatBytes, pdfDict, pdfName, pdfStream } from 'pdf'
import { samplePng } from 'pdf/sign'
import { buildPdf, onePage, payloads, techniques, textPdf } from 'pdf/testing/node'
import { listFilesCall, UPLOAD_MAX_BYTES, uploadFileCall } from 'shared/contract'
import {
  downloadBytes,
  multipart,
  registerPerson,
  threePages,
  upload,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { createPdfInspector } from '../screening/inspect-pdf.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { createTestPki, signTwice } from '../signing/test-support/signing.ts'

afterEach(closeTestServers)

const start = async (): Promise<{ server: TestServer; bearer: string }> => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  return { server, bearer }
}

const pdfPart = (bytes: Uint8Array, filename = 'Contrato.pdf') => ['file', { bytes, filename }] as const

describe('an accepted upload', () => {
  test('the API returns the document, lists the document and keeps its bytes', async () => {
    const { server, bearer } = await start()
    const bytes = threePages()
    const { status, body } = await upload(server, bearer, [
      ['file_type_id', '1'],
      ['description', ' Alquiler '],
      ['notes', 'Para enero'],
      pdfPart(bytes, 'Año señalado.pdf'),
    ])
    expect(status).toBe(201)
    expect(body).toMatchObject({
      original_filename: 'Año señalado.pdf',
      description: 'Alquiler',
      notes: 'Para enero',
      file_type_id: 1,
      status: 'UPLOADED',
      is_signed: false,
      pages: 3,
      file_size_mb: 0.01,
    })
    const listed = await succeed(server, listFilesCall, { bearer })
    expect(listed).toEqual([body])
    expect(await downloadBytes(server, bearer, listed[0]?.id ?? 0)).toEqual(Buffer.from(bytes))
  })

  test.each([
    ['Contrato "Los Pinos".pdf', 'Contrato "Los Pinos".pdf'],
    ['"".pdf', '"".pdf'],
    ['Línea\r\npartida.pdf', 'Líneapartida.pdf'],
    ['Al 50%.pdf', 'Al 50%.pdf'],
    ['Al 100%25.pdf', 'Al 100%25.pdf'],
  ])('the API reads a file name as browsers encode it: %j', async (filename, stored) => {
    const { server, bearer } = await start()
    const file = await uploadDocument(server, bearer, threePages(), filename)
    expect(file.original_filename).toBe(stored)
    expect(await succeed(server, listFilesCall, { bearer })).toMatchObject([{ original_filename: stored }])
  })

  test('the API accepts the parts of an upload in any order', async () => {
    const { server, bearer } = await start()
    const parts = [pdfPart(threePages()), ['notes', 'después'], ['file_type_id', '1']] as const
    expect(await upload(server, bearer, parts)).toMatchObject({ status: 201, body: { notes: 'después' } })
  })

  test('the API stores the same content once, under its SHA-256, for two documents', async () => {
    const { server, bearer } = await start()
    const bytes = threePages()
    await uploadDocument(server, bearer, bytes, 'uno.pdf')
    await uploadDocument(server, bearer, bytes, 'dos.pdf')
    expect(await server.stored()).toEqual([createHash('sha256').update(bytes).digest('hex')])
    expect(await succeed(server, listFilesCall, { bearer })).toHaveLength(2)
  })

  test('the API accepts an upload of exactly 10 MB and refuses one byte more', async () => {
    const { server, bearer } = await start()
    const bytes = pdfOfSize(UPLOAD_MAX_BYTES)
    expect(bytes.length).toBe(UPLOAD_MAX_BYTES)
    const { status } = await upload(server, bearer, [['file_type_id', '1'], pdfPart(bytes)])
    expect(status).toBe(201)
    expect(
      (await upload(server, bearer, [['file_type_id', '1'], pdfPart(pdfOfSize(UPLOAD_MAX_BYTES + 1))])).status,
    ).toBe(413)
  })
})

const pdfOfSize = (size: number): Uint8Array => {
  const padded = (length: number) =>
    buildPdf({ xref: 'table', extra: [pdfStream(pdfDict({}), new Uint8Array(length))] })
  return padded(size - (padded(size).length - size))
}

describe('a refused upload', () => {
  const encrypted = buildPdf({ xref: 'table', trailer: { Encrypt: pdfDict({ Filter: pdfName('Adobe.PubSec') }) } })
  const truncated = threePages().slice(0, 300)

  test.each([
    ['a text named .pdf', asciiBytes('no soy un PDF'), 'FILE_TYPE_ERROR', 'Solo se permiten archivos PDF'],
    ['an empty file', new Uint8Array(), 'FILE_TYPE_ERROR', 'Solo se permiten archivos PDF'],
    [
      'a Word file',
      concatBytes([asciiBytes('PK\x03\x04'), new Uint8Array(4000)]),
      'FILE_TYPE_ERROR',
      'Solo se permiten archivos PDF',
    ],
    ['an encrypted PDF', encrypted, 'PDF_VALIDATION_ERROR', /contraseña/],
    ['a truncated PDF', truncated, 'PDF_VALIDATION_ERROR', /no se puede leer/],
    [
      'a PDF of more than 10 MB',
      concatBytes([asciiBytes('%PDF-1.7\n'), new Uint8Array(UPLOAD_MAX_BYTES)]),
      'FILE_SIZE_ERROR',
      'El archivo excede el tamaño máximo permitido (10MB)',
    ],
  ])('the API refuses the upload and stores nothing: %s', async (_, bytes, type, message) => {
    const { server, bearer } = await start()
    const { status, body } = await upload(server, bearer, [['file_type_id', '1'], pdfPart(bytes)])
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body).toEqual({
      error_code: expect.any(String),
      error_type: type,
      title: expect.any(String),
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      suggestion: expect.any(String),
      details:
        type === 'PDF_VALIDATION_ERROR' || message === 'Solo se permiten archivos PDF' ? expect.anything() : null,
      timestamp: '2026-01-31T18:00:00.000Z',
      user_action_required: true,
      can_clean: false,
      can_open: false,
    })
    expect(await server.stored()).toEqual([])
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
    expect(await succeed(server, listFilesCall, { bearer })).toEqual([])
  })

  test('the API repairs a PDF with a page rotated by 45 degrees, which readers understand differently', async () => {
    const { server, bearer } = await start()
    const askew = buildPdf({ xref: 'table', pages: [{}, { rotate: 45 }] })
    const { body } = await upload(server, bearer, [['file_type_id', '1'], pdfPart(askew)])
    expect(body).toMatchObject({ rewritten: 'normalised', pages: 2 })
  })

  test.each([
    ['without a file', [['file_type_id', '1']] as const, { error_code: 'FILE_REQUIRED' }],
    ['without a type', [pdfPart(threePages())], { message: 'Por favor selecciona un tipo de archivo' }],
    ['of an unknown type', [['file_type_id', '7'], pdfPart(threePages())] as const, { code: 'VALIDATION' }],
  ])('the API refuses an upload %s and leaves no temporary file', async (_, parts, expected) => {
    const { server, bearer } = await start()
    expect(await upload(server, bearer, parts)).toMatchObject({ status: 400, body: expected })
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
  })

  test('the API refuses an upload without a multipart body', async () => {
    const { server, bearer } = await start()
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const response = await server.app.inject({ method: 'POST', url: uploadFileCall.path, headers, payload: '{}' })
    expect(response.json()).toMatchObject({ error_code: 'FILE_REQUIRED' })
  })

  test('the API refuses a truncated upload body and leaves no temporary file', async () => {
    const { server, bearer } = await start()
    const { payload, headers } = await multipart([['file_type_id', '1'], pdfPart(threePages())])
    const response = await server.app.inject({
      method: 'POST',
      url: uploadFileCall.path,
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      payload: payload.subarray(0, payload.length - 300),
    })
    expect(response.json()).toMatchObject({ error_code: 'UPLOAD_INTERRUPTED', error_type: 'UPLOAD_ERROR' })
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
  })

  test('the API refuses an upload without a session', async () => {
    const { server } = await start()
    const { payload, headers } = await multipart([['file_type_id', '1'], pdfPart(threePages())])
    const response = await server.app.inject({ method: 'POST', url: uploadFileCall.path, headers, payload })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

test('the API answers 413 to an upload of 40 MB over a socket', async () => {
  const { server, bearer } = await start()
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const form = new FormData()
  form.append('file_type_id', '1')
  form.append('file', new Blob([asciiBytes('%PDF-1.7\n'), new Uint8Array(40 * 1024 * 1024)]), 'grande.pdf')
  const response = await fetch(`${address}${uploadFileCall.path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ error_type: 'FILE_SIZE_ERROR' })
})

test('the API streams an upload of 10 MB and buffers at most 512 KiB of it', async () => {
  const { server, bearer } = await start()
  const sizes: number[] = []
  const waiting: number[] = []
  const { receive } = server.services.blobs
  jest.spyOn(server.services.blobs, 'receive').mockImplementation((chunks, maxBytes) => {
    const watched = async function* () {
      for await (const chunk of chunks) {
        sizes.push(chunk.length)
        if (chunks instanceof Readable) waiting.push(chunks.readableLength)
        yield chunk
      }
    }
    return receive(watched(), maxBytes)
  })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const form = new FormData()
  form.append('file_type_id', '1')
  form.append('file', new Blob([Uint8Array.from(pdfOfSize(UPLOAD_MAX_BYTES))]), 'grande.pdf')
  const headers = { authorization: `Bearer ${bearer}` }
  const response = await fetch(`${address}${uploadFileCall.path}`, { method: 'POST', body: form, headers })
  expect(response.status).toBe(201)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(UPLOAD_MAX_BYTES)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(512 * 1024)
  expect(waiting).toHaveLength(sizes.length)
  expect(Math.max(...waiting)).toBeLessThanOrEqual(512 * 1024)
})

test('the API stops an endless upload at the size limit and closes the connection', async () => {
  const { server, bearer } = await start()
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { payload, headers } = await multipart([['file_type_id', '1'], pdfPart(asciiBytes('%PDF-1.7\n'))])
  const [head] = Buffer.from(payload).toString('latin1').split('%PDF-1.7\n')
  const endless = async function* () {
    yield asciiBytes(`${head}%PDF-1.7\n`)
    while (true) yield new Uint8Array(64 * 1024)
  }
  const response = await fetch(`${address}${uploadFileCall.path}`, {
    method: 'POST',
    body: ReadableStream.from(endless()),
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    duplex: 'half',
  })
  expect(response.status).toBe(413)
  expect(response.headers.get('connection')).toBe('close')
  expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
})

test('the inspection of an uploaded document stops at the time limit', async () => {
  const server = await openTestServer()
  const received = await server.services.blobs.receive(
    (async function* () {
      yield threePages()
    })(),
    UPLOAD_MAX_BYTES,
  )
  if (received.kind !== 'complete') throw new Error('not received')
  const inspector = createPdfInspector(server.services.threads, { timeLimit: 0 })
  expect(await inspector.inspect(received.blob.path, { account: 'user:1' })).toEqual({ kind: 'exhausted' })
  await received.blob.discard()
})

test('the API accepts a PDF with an empty form', async () => {
  const { server, bearer } = await start()
  const withForm = buildPdf({
    xref: 'table',
    catalog: { Lang: pdfName('es'), AcroForm: pdfDict({ Fields: { kind: 'array', items: [] } }) },
  })
  expect((await uploadDocument(server, bearer, withForm)).pages).toBe(1)
})

describe('screening of an upload', () => {
  const hidden = (title: string, technique: string): Uint8Array => {
    const [, , payload] = payloads.find(([candidate]) => candidate === title) ?? []
    const hide = techniques[technique]
    if (payload === undefined || hide === undefined) throw new Error('no such variant')
    return hide(payload)
  }

  test.each([
    ['JavaScript', 'by escaped names in an object stream', 'PDF_MALICIOUS_JAVASCRIPT', /JavaScript \(página 1\)/],
    ['a program', 'in an incremental update', 'PDF_MALICIOUS_LAUNCH', /abrir un programa .* \(página 1\)/],
    ['an attachment', 'in the open', 'PDF_MALICIOUS_EMBEDDED_FILE', /otro archivo adentro \(objeto 11 del archivo\)/],
  ])('the API refuses %s, %s, with an explanation and stores nothing', async (title, technique, code, message) => {
    const { server, bearer } = await start()
    const { status, body } = await upload(server, bearer, [['file_type_id', '1'], pdfPart(hidden(title, technique))])
    expect(status).toBe(400)
    expect(body).toEqual({
      can_clean: expect.any(Boolean),
      can_open: false,
      error_code: code,
      error_type: 'PDF_VALIDATION_ERROR',
      title: expect.any(String),
      message: expect.stringMatching(message),
      suggestion: expect.any(String),
      details: expect.stringMatching(new RegExp(`^${code} · objeto 1[01] · .*se puede quitar`)),
      timestamp: '2026-01-31T18:00:00.000Z',
      user_action_required: true,
    })
    expect(await server.stored()).toEqual([])
  })

  test('the API accepts a signed file, keeps its bytes and logs the number of signatures', async () => {
    const { server, bearer } = await start()
    const signer = createPdfSigner(await createTestPki())
    const { final } = await signTwice(signer, threePages(), samplePng())
    const document = await uploadDocument(server, bearer, final)
    expect(await downloadBytes(server, bearer, document.id)).toEqual(Buffer.from(final))
    const event = await server.services.db
      .selectFrom('audit_events')
      .select('data')
      .where('kind', '=', 'document-uploaded')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(event.data)).toMatchObject({ signatures: 2 })
  })
})

test('the reply to an upload says if its signatures could not be confirmed, and never refuses it for that', async () => {
  const { server, bearer } = await start()
  const { revisions } = await signTwice(createPdfSigner(await createTestPki()), threePages(), samplePng())
  const [first = new Uint8Array()] = revisions
  expect(await uploadDocument(server, bearer, first)).not.toHaveProperty('signatures_doubted')
  const changed = Uint8Array.from(first)
  const at = Buffer.from(changed).indexOf('/MediaBox [0') + '/MediaBox ['.length
  changed[at] = 0x31
  expect(await uploadDocument(server, bearer, changed)).toMatchObject({
    foreign_signatures: 1,
    signatures_doubted: true,
  })
})

test('the reply to an upload of a signed form with NeedAppearances warns that readers may hide the drawing', async () => {
  const { server, bearer } = await start()
  const signature = '<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00>>>'
  const fileWith = (value: string): Uint8Array =>
    textPdf([
      ...onePage('/AcroForm <</Fields [4 0 R] /NeedAppearances true>>', '/Annots [4 0 R]'),
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (a) /Rect [10 10 60 30] ${value}>>`,
    ])
  const signed = await uploadDocument(server, bearer, fileWith(`/V ${signature}`))
  expect(signed).toMatchObject({ foreign_signatures: 1, drawings_hidden: true })
  expect(await uploadDocument(server, bearer, fileWith(''))).not.toHaveProperty('drawings_hidden')
})

test('the reply contains the count and an example of broken links, and the log contains the count', async () => {
  const { server, bearer } = await start()
  const links = ['anexo.pdf', 'htpp://x.cr', 'https://example.com'].map(
    (address) => `<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (${address})>>>>`,
  )
  const document = await uploadDocument(server, bearer, textPdf(onePage('', `/Annots [${links.join(' ')}]`)))
  expect(document).toMatchObject({ rewritten: null, broken_links: { count: 2, example: 'anexo.pdf', page: 1 } })
  const { data } = await server.services.db.selectFrom('audit_events').select('data').executeTakeFirstOrThrow()
  expect(JSON.parse(data)).toMatchObject({ broken_links: 2 })
})
