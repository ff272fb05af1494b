import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { downloadFileCall } from 'shared/contract'
import type { S3Place } from 'shared/server'
import { openBucket } from 'shared/server/s3'
import { registerPerson, threePages, upload, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf } from '../../../test/support/test-server.ts'
import { openSharedStore, type TestStore } from '../../../test/support/test-store.ts'
import { openS3BlobStore, type S3BlobStore } from './s3-blob-store.ts'
import { BlobFaultError, StorageUnavailableError } from './storage-errors.ts'

let directory = ''
let store: TestStore
let place: S3Place
let blobs: S3BlobStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trazo-blobs-'))
  store = await openSharedStore()
  const { S3_ENDPOINT = '', S3_BUCKET = '', S3_REGION = '', S3_PREFIX = '', ...keys } = store.variables
  const { S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = keys
  const credentials = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
  place = { endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION, prefix: S3_PREFIX, ...credentials }
  blobs = await openS3BlobStore(directory, place)
})

afterEach(async () => {
  blobs.close()
  await closeTestServers()
  await store.drop()
  await rm(directory, { recursive: true })
})

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const chunked = async function* (bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

test('an upload is hashed while it arrives, stored on keep, and read whole or in ranges', async () => {
  const bytes = randomBytes(300_000)
  const received = await blobs.receive(chunked(bytes, 7001), 300_000)
  if (received.kind !== 'complete') throw new Error('it fits')
  expect([received.blob.sha256, received.blob.size]).toEqual([hashOf(bytes), bytes.length])
  expect([await store.stored(), await blobs.isEmpty()]).toEqual([[], true])
  await received.blob.keep()
  expect([await store.stored(), await blobs.isEmpty()]).toEqual([[hashOf(bytes)], false])
  expect(await readdir(join(directory, 'tmp'))).toEqual([])
  expect(Buffer.from(await blobs.read(hashOf(bytes))).equals(bytes)).toBe(true)
  for (const range of [
    { start: 0, end: 0 },
    { start: 4096, end: 69_999 },
    { start: 299_999, end: 299_999 },
  ])
    expect(
      (await buffer(await blobs.open(hashOf(bytes), range))).equals(bytes.subarray(range.start, range.end + 1)),
    ).toBe(true)
})

test('the store stops reading an upload at the first chunk beyond the limit and stores nothing', async () => {
  let read = 0
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1
      yield new Uint8Array(1000)
    }
  }
  expect(await blobs.receive(endless(), 2500)).toEqual({ kind: 'too-large' })
  expect([read, await readdir(join(directory, 'tmp')), await store.stored()]).toEqual([3, [], []])
})

test('the store reports an object as damaged when its content does not match its hash', async () => {
  const { sha256 } = await blobs.put(Buffer.from('firmado'))
  const { endpoint, region, bucket: Bucket, prefix, accessKeyId, secretAccessKey } = place
  const client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true })
  const Key = `${prefix}${sha256.slice(0, 2)}/${sha256}`
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'alterado' }))
  client.destroy()
  await expect(blobs.read(sha256)).rejects.toThrow(BlobFaultError)
  for (const read of [() => blobs.verify(sha256), async () => buffer(await blobs.stream(sha256, 7))])
    await expect(read()).rejects.toMatchObject({ fault: 'damaged' })
})

test('a read returns the whole object or reports it missing during simultaneous writes and removals', async () => {
  for (let round = 0; round < 20; round += 1) {
    const bytes = randomBytes(300_000)
    const { sha256 } = await blobs.put(bytes)
    const readers = (count: number) => Array.from({ length: count }, () => blobs.read(sha256))
    const [, ...read] = await Promise.all([blobs.put(bytes), ...readers(8)])
    expect(read.every((found) => bytes.equals(found))).toBe(true)
    const [, ...last] = await Promise.allSettled([blobs.remove(sha256, 0), ...readers(4)])
    for (const reading of last)
      if (reading.status === 'fulfilled') expect(bytes.equals(reading.value)).toBe(true)
      else expect(reading.reason).toMatchObject({ fault: 'missing' })
  }
})

test('a missing object is reported as missing, and a missing bucket as unavailable storage', async () => {
  const gone = hashOf(Buffer.from('nada'))
  const other = await openS3BlobStore(directory, { ...place, bucket: 'ninguno' })
  for (const read of ['read', 'verify'] as const) {
    await expect(blobs[read](gone)).rejects.toMatchObject({ fault: 'missing' })
    await expect(other[read](gone)).rejects.toThrow(StorageUnavailableError)
  }
  await expect(blobs.stream(gone, 4)).rejects.toMatchObject({ fault: 'missing' })
  other.close()
  const { sha256, size } = await blobs.put(Buffer.from('firmado'))
  expect([await blobs.verify(sha256), (await buffer(await blobs.stream(sha256, size))).toString()]).toEqual([
    7,
    'firmado',
  ])
})

test('unavailable storage throws its own error, and the API returns 503', async () => {
  const away = await openS3BlobStore(directory, { ...place, endpoint: 'http://127.0.0.1:9' })
  await expect(away.put(Buffer.from('a'))).rejects.toThrow(StorageUnavailableError)
  await expect(away.probe()).rejects.toThrow(StorageUnavailableError)
  await expect(away.open(hashOf(Buffer.from('a')), { start: 0, end: 0 })).rejects.toThrow(StorageUnavailableError)
  away.close()
  const server = await openTestServer({ variables: { S3_ENDPOINT: 'http://127.0.0.1:9' } })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const refused = await upload(server, bearer, [
    ['file_type_id', '1'],
    ['file', { bytes: threePages(), filename: 'Otro.pdf' }],
  ])
  expect(refused).toMatchObject({ status: 503, body: { error_code: 'UNAVAILABLE', error_type: 'UPLOAD_ERROR' } })
  expect(await server.services.db.selectFrom('documents').selectAll().execute()).toEqual([])
})

test('the API returns a byte range of a stored document', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { id } = await uploadDocument(server, bearer)
  const headers = { authorization: `Bearer ${bearer}`, range: 'bytes=0-9' }
  const part = await server.app.inject({ method: 'GET', url: pathOf(downloadFileCall, { id }), headers })
  expect([part.statusCode, part.rawPayload.equals(threePages().slice(0, 10))]).toEqual([206, true])
})

test('of two writers of one version, only one succeeds, and site objects are no stored documents', async () => {
  const bucket = openBucket(place)
  const key = `${place.prefix}site/registry.json`
  const write = (text: string, version?: string) => bucket.replace(key, Buffer.from(text), version)
  expect(await bucket.readVersion(key)).toBeUndefined()
  const first = await write('1')
  expect([typeof first, await write('2'), await write('2', '"other"')]).toEqual(['string', undefined, undefined])
  expect(await bucket.readVersion(key, first)).toBe('same')
  const both = await Promise.all([write('3', first), write('4', first)])
  expect(both.filter((version) => version !== undefined)).toHaveLength(1)
  const [winner] = both
  expect(await bucket.readVersion(key)).toMatchObject({ bytes: Buffer.from(winner === undefined ? '4' : '3') })
  expect((await bucket.list(place.prefix)).map((object) => object.key)).toEqual([key])
  expect(await blobs.isEmpty()).toBe(true)
  await blobs.put(Buffer.from('uno'))
  expect(await blobs.isEmpty()).toBe(false)
  bucket.close()
})
