import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { onePage, streamOf, textPdf } from 'pdf/testing/node'
import {
  deleteFileCall,
  digitalSignCall,
  downloadFileCall,
  listFilesCall,
  shareFileCall,
  validateInvitationCall,
} from 'shared/contract'
import {
  becomeGuest,
  drawing,
  invitationToken,
  placeField,
  registerPerson,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { onPostgres } from '../../../test/support/test-store.ts'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { StorageUnavailableError } from '../../platform/storage/storage-errors.ts'
import { ACCESS_TOKEN_LIFE } from '../accounts/users/constants.ts'

afterEach(closeTestServers)

const onDisk = onPostgres ? test.skip : test

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const bytes = Buffer.from(threePages())
  const document = await uploadDocument(server, bearer, bytes, 'Año «señal».pdf')
  return { server, bearer, bytes, document }
}

const get = (server: TestServer, id: number, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url: pathOf(downloadFileCall, { id }), headers })

const auth = (bearer: string) => ({ authorization: `Bearer ${bearer}` })

describe('downloading a document', () => {
  test('the API returns the whole document with its headers', async () => {
    const { server, bearer, bytes, document } = await start()
    const response = await get(server, document.id, auth(bearer))
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(bytes)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
      'cache-control': 'no-store',
      vary: 'Authorization',
      'content-disposition': `attachment; filename="Ano _senal_.pdf"; filename*=UTF-8''A%C3%B1o%20%C2%ABse%C3%B1al%C2%BB.pdf`,
    })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.etag).toBe(`"${document.sha256}"`)
  })

  test('the API returns a requested range, and answers 416 to a range beyond the end', async () => {
    const { server, bearer, bytes, document } = await start()
    const part = await get(server, document.id, { ...auth(bearer), range: 'bytes=10-19' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({ 'content-range': `bytes 10-19/${bytes.length}`, 'content-length': '10' })
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true)
    const beyond = await get(server, document.id, { ...auth(bearer), range: `bytes=${bytes.length}-` })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe(`bytes */${bytes.length}`)
  })

  test('a range request for another revision returns the whole document', async () => {
    const { server, bearer, bytes, document } = await start()
    const headers = { ...auth(bearer), range: 'bytes=0-9' }
    const other = await get(server, document.id, { ...headers, 'if-range': '"other"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, bytes.length])
    const same = await get(server, document.id, { ...headers, 'if-range': String(other.headers.etag) })
    expect(same.statusCode).toBe(206)
  })

  test('the API answers 304 without a body when the client has the current revision', async () => {
    const { server, bearer, document } = await start()
    const first = await get(server, document.id, auth(bearer))
    const again = await get(server, document.id, { ...auth(bearer), 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('a HEAD request returns the length and no bytes', async () => {
    const { server, bearer, bytes, document } = await start()
    const response = await get(server, document.id, auth(bearer), 'HEAD')
    expect([response.statusCode, response.headers['content-length'], response.body]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
  })

  test('parallel range requests over a socket return the right bytes', async () => {
    const { server, bearer, bytes, document } = await start()
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `${address}${pathOf(downloadFileCall, { id: document.id })}`
    const ranges = [0, 100, 200, 300].map(async (from) => {
      const response = await fetch(url, { headers: { ...auth(bearer), range: `bytes=${from}-${from + 99}` } })
      return Buffer.from(await response.arrayBuffer())
    })
    expect(Buffer.concat(await Promise.all(ranges)).equals(bytes.subarray(0, 400))).toBe(true)
  })
})

describe('download failures', () => {
  const storedFile = async ({ dataDir, stored }: TestServer): Promise<string> => {
    const [sha256 = ''] = await stored()
    return join(dataDir, 'files', sha256.slice(0, 2), sha256)
  }
  const overSocket = async (server: TestServer, id: number, bearer: string): Promise<Response> => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    return fetch(`${address}${pathOf(downloadFileCall, { id })}`, { headers: auth(bearer) })
  }

  test.each([
    ['whole', {}],
    ['a range', { range: 'bytes=0-9' }],
  ])('while the storage is unavailable, a download answers 503: %s', async (_, range) => {
    const { server, bearer, document } = await start()
    for (const read of ['open', 'stream'] as const)
      jest.spyOn(server.services.blobs, read).mockRejectedValue(new StorageUnavailableError('away'))
    const response = await get(server, document.id, { ...auth(bearer), ...range })
    expect([response.statusCode, response.json().code]).toEqual([503, 'UNAVAILABLE'])
    expect(response.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) })
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    for (const name of ['etag', 'content-disposition', 'content-range']) expect(response.headers[name]).toBeUndefined()
  })

  onDisk('the API refuses to send a document with a flipped byte', async () => {
    const { server, bearer, bytes, document } = await start()
    await writeFile(await storedFile(server), bytes.with(bytes.length - 9, 0))
    const response = await get(server, document.id, auth(bearer))
    expect([response.statusCode, response.json().code]).toEqual([500, 'DOCUMENT_DAMAGED'])
  })

  onDisk('a damaged large document aborts the download before its last byte', async () => {
    const { server, bearer } = await start()
    const bytes = Buffer.from(textPdf([...onePage(), streamOf('x'.repeat(300_000))]))
    const document = await uploadDocument(server, bearer, bytes, 'Largo.pdf')
    const { sha256 } = document
    await writeFile(join(server.dataDir, 'files', sha256.slice(0, 2), sha256), bytes.with(100_000, 0))
    const response = await overSocket(server, document.id, bearer)
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  test('a stream that fails midway ends the connection', async () => {
    const { server, bearer, bytes, document } = await start()
    const half = async function* () {
      yield bytes.subarray(0, 100)
      yield bytes.subarray(100, 200)
      throw new Error('cut')
    }
    jest.spyOn(server.services.blobs, 'stream').mockResolvedValue(Readable.from(half()))
    const response = await overSocket(server, document.id, bearer)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})

describe('access to a document’s bytes', () => {
  test('before sharing, only the owner downloads; the API answers others as for a missing document', async () => {
    const { server, bearer, document } = await start()
    const { access_token: other } = await registerPerson(server, 'pedro')
    expect((await get(server, document.id, auth(bearer))).statusCode).toBe(200)
    for (const id of [document.id, 123_456]) {
      expect((await get(server, id)).json()).toMatchObject({ code: 'NOT_FOUND' })
      expect((await get(server, id, auth(other))).json()).toMatchObject({ code: 'NOT_FOUND' })
      expect((await get(server, id, auth('viejo'))).json()).toMatchObject({ code: 'SESSION_EXPIRED' })
    }
  })

  test('the owner gets 401 with an expired token', async () => {
    const { server, bearer, document } = await start()
    server.clock.advance(ACCESS_TOKEN_LIFE)
    expect((await get(server, document.id, auth(bearer))).statusCode).toBe(401)
  })

  test('after an invitation, the guest downloads the document and anonymous callers get 404', async () => {
    const { server, bearer, document } = await start()
    const field = await placeField(server, bearer, document.id)
    const guest = await becomeGuest(server, bearer, field)
    const statuses = [{}, auth(guest), auth('viejo')].map(
      async (headers) => (await get(server, document.id, headers)).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([404, 200, 401])
  })

  test('a guest downloads the invited document and no other document', async () => {
    const { server, bearer, document } = await start()
    const guest = await becomeGuest(server, bearer, await placeField(server, bearer, document.id))
    expect((await get(server, document.id, auth(guest))).statusCode).toBe(200)
    expect((await get(server, document.id)).statusCode).toBe(404)
    const second = await uploadDocument(server, bearer)
    expect((await get(server, second.id, auth(guest))).statusCode).toBe(404)
  })
})

describe('downloading the original', () => {
  const original = { revision: 'original' }
  const fetchOriginal = (server: TestServer, id: number, headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: pathOf(downloadFileCall, { id }), query: original, headers })

  const sign = async ({ server, bearer, document }: Awaited<ReturnType<typeof start>>) => {
    const field = await placeField(server, bearer, document.id)
    const guest = await becomeGuest(server, bearer, field)
    const params = { fieldId: field.id }
    await succeed(server, digitalSignCall, {
      bearer: guest,
      params,
      body: { field_id: field.id, signature_data: drawing() },
    })
    return guest
  }

  test('the original is the uploaded file under a different name, even after signatures', async () => {
    const started = await start()
    const { server, bearer, bytes, document } = started
    await sign(started)
    expect((await get(server, document.id, auth(bearer))).rawPayload.length).toBeGreaterThan(bytes.length)
    const response = await fetchOriginal(server, document.id, auth(bearer))
    expect(response.rawPayload.equals(bytes)).toBe(true)
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
    expect(response.headers).toMatchObject({
      etag,
      'content-length': String(bytes.length),
      'content-disposition': contentDisposition('Año «señal» (original).pdf'),
    })
    const part = await fetchOriginal(server, document.id, { ...auth(bearer), range: 'bytes=10-19', 'if-range': etag })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true)
    const known = await fetchOriginal(server, document.id, { ...auth(bearer), 'if-none-match': etag })
    expect([known.statusCode, known.body]).toEqual([304, ''])
  })

  test('the original of a repaired document is the damaged file as received', async () => {
    const { server, bearer, document } = await start()
    const { db, blobs } = server.services
    const damaged = Buffer.from('%PDF-1.7 tal como llegó')
    const received = await blobs.receive(Readable.from([damaged]), 1000)
    if (received.kind !== 'complete') throw new Error('it was not received')
    const { sha256, size } = received.blob
    await received.blob.keep()
    await db
      .insertInto('revisions')
      .values({ document_id: document.id, number: 0, kind: 'original', sha256, size, created_at: 0 })
      .execute()
    expect((await fetchOriginal(server, document.id, auth(bearer))).rawPayload.equals(damaged)).toBe(true)
    const newest = await get(server, document.id, auth(bearer))
    expect(newest.rawPayload.length).toBe(Number(newest.headers['content-length']))
    expect(newest.rawPayload.equals(damaged)).toBe(false)
  })

  test('only the owner downloads the original, even while the document is shared', async () => {
    const started = await start()
    const { server, bearer, document } = started
    const guest = await sign(started)
    await succeed(server, shareFileCall, { bearer, params: { id: document.id } })
    const { access_token: other } = await registerPerson(server, 'pedro')
    for (const headers of [{}, auth(guest), auth(other)])
      for (const id of [document.id, 123_456])
        expect((await fetchOriginal(server, id, headers)).json()).toMatchObject({ code: 'NOT_FOUND' })
    expect((await fetchOriginal(server, document.id, auth('viejo'))).json()).toMatchObject({ code: 'SESSION_EXPIRED' })
    expect((await get(server, document.id, auth(other))).statusCode).toBe(200)
  })
})

describe('deleting a document', () => {
  test('deleting hides the document from everyone and revokes its invitations', async () => {
    const { server, bearer, document } = await start()
    const guest = await becomeGuest(server, bearer, await placeField(server, bearer, document.id))
    const token = await invitationToken(server, 'ana@example.com')
    await succeed(server, deleteFileCall, { bearer, params: { id: document.id } })
    expect(await succeed(server, listFilesCall, { bearer })).toEqual([])
    expect((await get(server, document.id, auth(bearer))).statusCode).toBe(404)
    expect((await get(server, document.id)).statusCode).toBe(404)
    expect((await get(server, document.id, auth(guest))).json()).toMatchObject({ code: 'INVITATION_INVALID' })
    expect((await refuse(server, validateInvitationCall, { query: { token } })).code).toBe('INVITATION_INVALID')
  })

  test('deleting another owner’s document or a missing document returns the same structured error', async () => {
    const { server, bearer, document } = await start()
    const { access_token: other } = await registerPerson(server, 'pedro')
    const missing = {
      status: 404,
      error_type: 'DELETE_ERROR',
      title: 'No se pudo eliminar',
      message: 'El documento no existe o ya fue eliminado.',
    }
    const params = { id: document.id }
    expect(await refuse(server, deleteFileCall, { bearer: other, params })).toMatchObject(missing)
    await succeed(server, deleteFileCall, { bearer, params })
    expect(await refuse(server, deleteFileCall, { bearer, params })).toMatchObject(missing)
  })
})

test('a file name cannot break out of its Content-Disposition header (RFC 8187)', () => {
  expect(contentDisposition(`a"b\\c%'(é)*.pdf`)).toBe(
    `attachment; filename="a_b_c_'(e)*.pdf"; filename*=UTF-8''a%22b%5Cc%25%27%28%C3%A9%29%2A.pdf`,
  )
})
