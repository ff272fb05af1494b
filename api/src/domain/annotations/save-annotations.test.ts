import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import {
  annotate,
  comment,
  freeText,
  highlight,
  pagesThatChanged,
  pdfsig,
  qpdfStatus,
  signature,
  tailOf,
  testWith,
} from 'pdf/testing/node'
import {
  digitalSignCall,
  getFileCall,
  shareFileCall,
  type UserFile,
  UserFileSchema,
  unshareFileCall,
} from 'shared/contract'
import { annotationStateCall, saveAnnotationsCall } from 'shared/contract/annotations'
import * as v from 'valibot'
import { ownerId } from '../../../test/support/documents.ts'
import {
  downloadBytes,
  drawing,
  inviteSigner,
  multipart,
  placeField,
  registerPerson,
  stated,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { frozenTexts } from '../documents/frozen.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const bytes = threePages()
  const document = await uploadDocument(server, bearer, bytes)
  return { server, bearer, bytes, document }
}

interface Sent {
  readonly base: UserFile
  readonly tail: Uint8Array
  readonly key?: string
}

const send = async (server: TestServer, bearer: string, { base, tail, key = randomUUID() }: Sent) => {
  const { payload, headers } = await multipart([
    ['base_sha256', base.sha256],
    ['request_key', key],
    ['tail', { bytes: tail, filename: 'tail' }],
  ])
  const response = await server.app.inject({
    method: 'POST',
    url: pathOf(saveAnnotationsCall, { id: base.id }),
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    payload,
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const save = async (server: TestServer, bearer: string, sent: Sent): Promise<UserFile> =>
  v.parse(UserFileSchema, (await send(server, bearer, sent)).body)

const hello = (bytes: Uint8Array, text = 'Revisado') => tailOf(bytes, annotate(bytes, [freeText(text)]))

const revisionsOf = ({ services: { db } }: TestServer, id: number) =>
  db.selectFrom('revisions').select(['number', 'kind']).where('document_id', '=', id).orderBy('number').execute()

const temporaryFiles = async ({ dataDir }: TestServer): Promise<string[]> => readdir(`${dataDir}/tmp`)

describe('saving annotations', () => {
  for (const [what, before] of [
    ['empty lines', '\n\n'],
    ['a byte order mark', '\xef\xbb\xbf'],
    ['lines of a mail', 'Content-Type: application/pdf\r\n\r\n'],
  ] as const)
    testWith(['qpdf'], `the API saves annotations in a document with ${what} before its header`, async () => {
      const server = await openTestServer()
      const { access_token: bearer } = await registerPerson(server, 'olga')
      const pdf = threePages()
      const bytes = Buffer.concat([Buffer.from(before, 'latin1'), pdf])
      const base = await uploadDocument(server, bearer, bytes)
      await save(server, bearer, { base, tail: hello(pdf) })
      const stored = await downloadBytes(server, bearer, base.id)
      expect(stored.subarray(0, bytes.length).equals(bytes)).toBe(true)
      expect(stored.toString('latin1')).toContain('Revisado')
      expect(qpdfStatus(stored)).toBe(0)
    })

  test('saved annotations become the newest revision, with the previous revision as an exact prefix', async () => {
    const { server, bearer, bytes, document } = await start()
    const saved = annotate(bytes, [freeText('Hola ñ', comment('¿Y esto?')), highlight(), signature('Firma de Ana')])
    const liveEvents: unknown[] = []
    server.services.documentEvents.subscribe(await ownerId(server.services.db, 'olga'), (event) =>
      liveEvents.push(event),
    )
    const now = await save(server, bearer, { base: document, tail: tailOf(bytes, saved) })
    const stored = await downloadBytes(server, bearer, document.id)
    expect(stored.equals(saved)).toBe(true)
    expect(stored.subarray(0, bytes.length).equals(bytes)).toBe(true)
    expect(now).toMatchObject({
      revision: 2,
      status: 'UPLOADED',
      sha256: createHash('sha256').update(saved).digest('hex'),
    })
    expect(liveEvents).toEqual([{ kind: 'changed', document_id: document.id }])
    expect(await revisionsOf(server, document.id)).toEqual([
      { number: 1, kind: 'uploaded' },
      { number: 2, kind: 'annotated' },
    ])
    const log = server.services.db
      .selectFrom('audit_events')
      .select(['kind', 'data'])
      .where('kind', '=', 'document-annotated')
    const { data } = await log.executeTakeFirstOrThrow()
    expect(JSON.parse(data)).toMatchObject({
      revision: 2,
      base_sha256: document.sha256,
      added: 4,
      changed: 0,
      removed: 0,
    })
    expect(await temporaryFiles(server)).toEqual([])
  })

  test('a second save appends a revision and logs one changed and one removed annotation', async () => {
    const { server, bearer, bytes, document } = await start()
    const first = annotate(bytes, [freeText('Hola'), highlight()])
    const base = await save(server, bearer, { base: document, tail: tailOf(bytes, first) })
    const ids = [
      ...Buffer.from(first)
        .toString('latin1')
        .matchAll(/(\d+) 0 obj\s*<<[^>]*\/Subtype \/(FreeText|Highlight)/g),
    ]
    const id = (kind: string) => `${ids.find(([, , subtype]) => subtype === kind)?.[1]}R`
    const second = annotate(first, [
      freeText('Adiós', { id: id('FreeText') }),
      { id: id('Highlight'), deleted: true, pageIndex: 0 },
    ])
    const now = await save(server, bearer, { base, tail: tailOf(first, second) })
    expect(now.revision).toBe(3)
    const events = await server.services.db
      .selectFrom('audit_events')
      .select('data')
      .orderBy('number', 'desc')
      .execute()
    expect(JSON.parse(events[0]?.data ?? '{}')).toMatchObject({ added: 0, changed: 1, removed: 1 })
  })

  test('the API stores annotations once when a request is repeated', async () => {
    const { server, bearer, bytes, document } = await start()
    const sent = { base: document, tail: hello(bytes), key: randomUUID() }
    const [first, second] = [await save(server, bearer, sent), await save(server, bearer, sent)]
    expect(second).toEqual(first)
    expect(await revisionsOf(server, document.id)).toHaveLength(2)
  })

  test('the API refuses a repeated key with other annotations', async () => {
    const { server, bearer, bytes, document } = await start()
    const sent = { base: document, tail: hello(bytes), key: randomUUID() }
    await save(server, bearer, sent)
    const other = await send(server, bearer, { ...sent, tail: hello(bytes, 'Otro texto') })
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await revisionsOf(server, document.id)).toHaveLength(2)
  })

  testWith(['qpdf', 'pdftoppm'], 'qpdf finds no error in the saved annotations and poppler renders them', async () => {
    const { server, bearer, bytes, document } = await start()
    const tail = tailOf(bytes, annotate(bytes, [freeText('Hola'), highlight(), signature('Ana', { pageIndex: 1 })]))
    await save(server, bearer, { base: document, tail })
    const stored = await downloadBytes(server, bearer, document.id)
    expect(qpdfStatus(stored)).toBe(0)
    expect(pagesThatChanged(bytes, stored, 3)).toEqual([1, 2])
  })

  testWith(['pdfsig'], 'the owner can validly sign a document with saved annotations', async () => {
    const { server, bearer, bytes, document } = await start()
    const saved = await save(server, bearer, { base: document, tail: hello(bytes) })
    const field = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    await succeed(server, digitalSignCall, {
      bearer,
      params: { fieldId: field.id },
      body: { field_id: field.id, signature_data: drawing(), ...stated(saved) },
    })
    const signed = await downloadBytes(server, bearer, document.id)
    expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true)
    expect(pdfsig(signed)[0]).toMatchObject({ valid: true })
  })
})

describe('saving annotations in two windows', () => {
  test('the API refuses a save based on an outdated revision and keeps the first save', async () => {
    const { server, bearer, bytes, document } = await start()
    await save(server, bearer, { base: document, tail: hello(bytes, 'Primera') })
    const { status, body } = await send(server, bearer, { base: document, tail: hello(bytes, 'Segunda') })
    expect([status, body.code]).toEqual([409, 'ANNOTATIONS_OUTDATED'])
    expect((await succeed(server, getFileCall, { bearer, params: { id: document.id } })).revision).toBe(2)
  })

  test('of two simultaneous saves, the API stores one and refuses the other', async () => {
    const { server, bearer, bytes, document } = await start()
    const both = await Promise.all(
      ['Una', 'Otra'].map((text) => send(server, bearer, { base: document, tail: hello(bytes, text) })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await revisionsOf(server, document.id)).toHaveLength(2)
    expect(await temporaryFiles(server)).toEqual([])
  })
})

describe('refused annotations', () => {
  const refused = async (
    prepare: (server: TestServer, bearer: string, document: UserFile) => Promise<unknown>,
  ): Promise<unknown> => {
    const { server, bearer, bytes, document } = await start()
    await prepare(server, bearer, document)
    const { status, body } = await send(server, bearer, { base: document, tail: hello(bytes) })
    expect(status).toBe(409)
    expect(body.code).toBe('DOCUMENT_FROZEN')
    return body.message
  }

  test('the API refuses annotations while an invitation is open', async () => {
    const message = await refused(async (server, bearer, { id }) =>
      inviteSigner(server, bearer, await placeField(server, bearer, id)),
    )
    expect(message).toBe(frozenTexts.invited)
  })

  test('the API refuses annotations while the public link is on and accepts the same request after it is off', async () => {
    const { server, bearer, bytes, document } = await start()
    await succeed(server, shareFileCall, { bearer, params: { id: document.id }, body: { mode: 'sign' } })
    const sent = { base: document, tail: hello(bytes) }
    expect((await send(server, bearer, sent)).body.message).toBe(frozenTexts['public-link'])
    await succeed(server, unshareFileCall, { bearer, params: { id: document.id }, body: { mode: 'sign' } })
    expect((await save(server, bearer, sent)).revision).toBe(2)
  })

  test('the API refuses annotations after a signature', async () => {
    const message = await refused(async (server, bearer, document) => {
      const { id } = document
      const fields = [
        await placeField(server, bearer, id, { field_type: 'PRIMARY' }),
        await placeField(server, bearer, id),
      ]
      const fieldId = fields[0]?.id ?? 0
      const body = { field_id: fieldId, signature_data: drawing(), ...stated(document) }
      await succeed(server, digitalSignCall, { bearer, params: { fieldId }, body })
    })
    expect(message).toBe(frozenTexts.signed)
  })

  test('the annotation state gives the reason for the lock before a save', async () => {
    const { server, bearer, document } = await start()
    const ask = () => succeed(server, annotationStateCall, { bearer, params: { id: document.id } })
    expect(await ask()).toEqual({ revision: 1, sha256: document.sha256, locked: null })
    await succeed(server, shareFileCall, { bearer, params: { id: document.id }, body: { mode: 'sign' } })
    expect(await ask()).toMatchObject({ locked: frozenTexts['public-link'] })
  })

  test('the API refuses annotations of another user without revealing that the document exists', async () => {
    const { server, bytes, document } = await start()
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    expect((await send(server, stranger, { base: document, tail: hello(bytes) })).status).toBe(404)
  })

  test.each([
    ['that breaks off', /cambiaría algo más|No se guardaron/, (bytes: Uint8Array) => hello(bytes).subarray(0, -40)],
    ['that is empty', /cambiaría algo más/, () => new Uint8Array()],
    [
      'that no viewer shows in time',
      /más grandes, de las que un lector puede mostrar .*: borra las que sobren\./,
      (bytes: Uint8Array) =>
        Buffer.concat([Buffer.from(`\n90 0 obj\n<</Annots [${'3 0 R '.repeat(2001)}]>>\nendobj\n`), hello(bytes)]),
    ],
    [
      'with a script, however small',
      /JavaScript/,
      (bytes: Uint8Array) => {
        const tail = Buffer.from(hello(bytes)).toString('latin1')
        return Buffer.from(`\n90 0 obj\n<</S /JavaScript /JS (app.alert\\(1\\))>>\nendobj\n${tail}`, 'latin1')
      },
    ],
  ])('the API refuses a tail %s and stores nothing', async (_, message, tailFrom) => {
    const { server, bearer, bytes, document } = await start()
    const { status, body } = await send(server, bearer, { base: document, tail: tailFrom(bytes) })
    expect([status, body.code]).toEqual([400, 'ANNOTATIONS_REFUSED'])
    expect(body.message).toMatch(message)
    expect(await revisionsOf(server, document.id)).toHaveLength(1)
    expect(await temporaryFiles(server)).toEqual([])
  })

  test('the API refuses annotations when the account’s storage quota is full', async () => {
    const bytes = threePages()
    const ACCOUNT_QUOTA_GB = ((bytes.length + 10) / 1024 ** 3).toFixed(12)
    const server = await openTestServer({ variables: { ACCOUNT_QUOTA_GB } })
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const base = await uploadDocument(server, bearer, bytes)
    const { status, body } = await send(server, bearer, { base, tail: hello(bytes) })
    expect([status, body.code]).toEqual([413, 'QUOTA_EXCEEDED'])
    expect(await temporaryFiles(server)).toEqual([])
  })

  test('the API refuses annotations above the size limit', async () => {
    const { server, bearer, document } = await start()
    const { status, body } = await send(server, bearer, { base: document, tail: new Uint8Array(10 * 1024 * 1024 + 1) })
    expect([status, body.code]).toEqual([413, 'ANNOTATIONS_TOO_LARGE'])
    expect(await temporaryFiles(server)).toEqual([])
  })

  test('the API refuses annotations when the text parts of the request are missing', async () => {
    const { server, bearer, bytes, document } = await start()
    const { payload, headers } = await multipart([['tail', { bytes: hello(bytes), filename: 'tail' }]])
    const response = await server.app.inject({
      method: 'POST',
      url: pathOf(saveAnnotationsCall, { id: document.id }),
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      payload,
    })
    expect(response.statusCode).toBe(400)
  })
})
