import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type BlobStore, openBlobStore } from './blob-store.ts'
import { ensureSecretKey } from './secret-key.ts'
import { BlobFaultError, StorageUnavailableError } from './storage-errors.ts'

let directory = ''
let blobs: BlobStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trazo-blobs-'))
  blobs = await openBlobStore(directory)
})

afterEach(() => rm(directory, { recursive: true }))

const chunks = async function* (...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex')
const temporaryFiles = () => readdir(join(directory, 'tmp'))

test('the store keeps received bytes under their hash and leaves no temporary file', async () => {
  const received = await blobs.receive(chunks('uno ', 'dos'), 7)
  if (received.kind !== 'complete') throw new Error('not received')
  expect(received.blob).toMatchObject({ sha256: hashOf('uno dos'), size: 7 })
  expect(await readdir(join(directory, 'files'))).toEqual([])
  await received.blob.keep()
  expect(Buffer.from(await blobs.read(received.blob.sha256)).toString()).toBe('uno dos')
  expect(await text(await blobs.open(received.blob.sha256, { start: 4, end: 5 }))).toBe('do')
  expect(await temporaryFiles()).toEqual([])
})

test('the store stops reading an upload at the first chunk beyond the limit', async () => {
  let given = 0
  const endless = async function* () {
    for (;;) {
      given += 1
      yield Buffer.alloc(10)
    }
  }
  expect(await blobs.receive(endless(), 25)).toEqual({ kind: 'too-large' })
  expect(given).toBe(3)
  expect(await temporaryFiles()).toEqual([])
})

test('an upload that breaks off leaves no temporary file', async () => {
  const broken = async function* () {
    yield Buffer.from('uno')
    throw new Error('se cortó')
  }
  await expect(blobs.receive(broken(), 100)).rejects.toThrow('se cortó')
  expect(await temporaryFiles()).toEqual([])
})

test('storing the same content twice makes one file that only the owner can read', async () => {
  const { sha256 } = await blobs.put(Buffer.from('igual'))
  await blobs.put(Buffer.from('igual'))
  const folder = join(directory, 'files', sha256.slice(0, 2))
  expect(await readdir(folder)).toEqual([sha256])
  expect((await stat(join(folder, sha256))).mode & 0o777).toBe(0o600)
})

test('reading a file whose content changed on the disk throws an error', async () => {
  const { sha256 } = await blobs.put(Buffer.from('original'))
  await writeFile(join(directory, 'files', sha256.slice(0, 2), sha256), 'otra cosa')
  await expect(blobs.read(sha256)).rejects.toThrow(BlobFaultError)
})

test.each([
  ['damaged', Buffer.from('originol')],
  ['damaged', Buffer.from('original y más')],
  ['damaged', Buffer.from('orig')],
  ['missing', undefined],
])('every read reports a %s file when its bytes are %s', async (fault, now) => {
  const { sha256, size } = await blobs.put(Buffer.from('original'))
  expect(await blobs.verify(sha256)).toBe(size)
  expect(await text(await blobs.stream(sha256, size))).toBe('original')
  const path = join(directory, 'files', sha256.slice(0, 2), sha256)
  if (now === undefined) await rm(path)
  else await writeFile(path, now)
  for (const read of [
    () => blobs.read(sha256),
    () => blobs.verify(sha256),
    async () => text(await blobs.stream(sha256, size)),
  ])
    await expect(read()).rejects.toMatchObject({ name: 'BlobFaultError', sha256, fault })
})

test('when the files folder is missing, the store is unavailable and reports no missing file', async () => {
  const { sha256 } = await blobs.put(Buffer.from('original'))
  await rename(join(directory, 'files'), join(directory, 'elsewhere'))
  await expect(blobs.read(sha256)).rejects.toThrow(StorageUnavailableError)
})

test('opening the store removes temporary files of a crashed process', async () => {
  await writeFile(join(directory, 'tmp', 'a-medias'), 'x')
  await openBlobStore(directory)
  expect(await temporaryFiles()).toEqual([])
})

test('a secret key is created once, only its owner can read the file, and a damaged key is not replaced', async () => {
  const path = join(directory, 'keys', 'a.key')
  const key = await ensureSecretKey(path)
  expect(key).toHaveLength(32)
  expect(Buffer.from(await ensureSecretKey(path))).toEqual(Buffer.from(key))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFile(path, 'corta')
  await expect(ensureSecretKey(path)).rejects.toThrow('not a key of 32 bytes')
})

describe('removing stored bytes', () => {
  const QUIET = 60_000
  const age = async (sha256: string, milliseconds: number): Promise<void> => {
    const then = new Date(Date.now() - milliseconds)
    await utimes(join(directory, 'files', sha256.slice(0, 2), sha256), then, then)
  }

  test('the store removes bytes that are old enough, and removing absent bytes succeeds', async () => {
    const { sha256 } = await blobs.put(Buffer.from('viejo'))
    await age(sha256, QUIET)
    expect(await blobs.remove(sha256, QUIET)).toBe(true)
    await expect(blobs.read(sha256)).rejects.toMatchObject({ fault: 'missing' })
    expect(await blobs.remove(sha256, QUIET)).toBe(true)
    expect(await temporaryFiles()).toEqual([])
  })

  test('the store keeps bytes that were stored again recently', async () => {
    const { sha256 } = await blobs.put(Buffer.from('otra vez'))
    await age(sha256, QUIET)
    await blobs.put(Buffer.from('otra vez'))
    expect(await blobs.remove(sha256, QUIET)).toBe(false)
    expect(Buffer.from(await blobs.read(sha256)).toString()).toBe('otra vez')
  })
})
