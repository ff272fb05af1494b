import { watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { withTempDirAsync } from 'pdf/testing/node'
import { threePages } from '../../../test/support/people.ts'
import { type BlobStore, openBlobStore } from '../../platform/storage/blob-store.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { createPdfRewriter, type RewriteResult } from './rewrite-pdf.ts'

const TURN = { account: 'user:1' }

interface Scene {
  readonly blobs: BlobStore
  readonly upload: IncomingBlob
  /** Temporary files, without the upload's. */
  leftBehind(): Promise<string[]>
  begun(): Promise<void>
}

const inScene = (run: (scene: Scene) => Promise<void>): Promise<void> =>
  withTempDirAsync(async (directory) => {
    const blobs = await openBlobStore(directory)
    const received = await blobs.receive(Readable.from([threePages()]), 1_000_000)
    if (received.kind !== 'complete') throw new Error('not received')
    const upload = received.blob
    const folder = join(directory, 'tmp')
    await run({
      blobs,
      upload,
      leftBehind: async () => (await readdir(folder)).filter((name) => !upload.path.endsWith(name)),
      begun: () =>
        new Promise((resolve) => {
          const watcher = watch(folder, () => {
            watcher.close()
            resolve()
          })
        }),
    })
    await upload.discard()
  })

const written = (result: RewriteResult): IncomingBlob => {
  if (result.kind !== 'rewritten') throw new Error(result.kind)
  return result.blob
}

const script = (name: string): URL => new URL(`./test-support/${name}.ts`, import.meta.url)

test('the rewriter stores the repaired copy and leaves no temporary file', () =>
  inScene(async ({ blobs, upload, leftBehind }) => {
    const rewriter = createPdfRewriter({ blobs })
    const copy = written(await rewriter.rewrite(upload, 'repair', TURN))
    expect(copy.sha256).not.toBe(upload.sha256)
    expect(await leftBehind()).toHaveLength(1)
    await copy.keep()
    expect(Buffer.from(await blobs.read(copy.sha256)).toString('latin1')).toMatch(/^%PDF-1\.7\n.*%%EOF\n$/s)
    expect(await leftBehind()).toEqual([])
    await rewriter.close()
  }))

test('a password reaches the process on standard input, and is in no argument and no variable', () =>
  inScene(async ({ blobs, upload }) => {
    const rewriter = createPdfRewriter({ blobs, script: script('show-start') })
    for (const password of ['Ñandú 2026', undefined]) {
      const copy = written(await rewriter.rewrite(upload, 'repair', TURN, password))
      await copy.keep()
      const told = JSON.parse(Buffer.from(await blobs.read(copy.sha256)).toString())
      expect(told).toMatchObject({ seen: { argv: expect.any(Array) }, given: password ?? '' })
      expect(JSON.stringify(told.seen)).not.toContain('Ñandú')
    }
    await rewriter.close()
  }))

test.each([
  ['crash', 'exhausted'],
  ['leak-memory', 'exhausted'],
  ['grow-output', 'exhausted'],
  ['refuse', 'unrepairable'],
])('the rewriter reports the failure and leaves no temporary file when the process does this: %s', (name, kind) =>
  inScene(async ({ blobs, upload, leftBehind }) => {
    const rewriter = createPdfRewriter({ blobs, script: script(name) })
    expect(await rewriter.rewrite(upload, 'repair', TURN)).toEqual({ kind })
    expect(await leftBehind()).toEqual([])
    await rewriter.close()
  }),
)

test('when the disk is full, the rewriter reports the disk error instead of a damaged document', () =>
  inScene(async ({ blobs, upload, leftBehind }) => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' })
    const probe = () => Promise.reject(full)
    const rewriter = createPdfRewriter({ blobs: { ...blobs, probe }, script: script('crash') })
    await expect(rewriter.rewrite(upload, 'repair', TURN)).rejects.toBe(full)
    expect(await leftBehind()).toEqual([])
    await rewriter.close()
  }))

test('the rewriter kills a process that exceeds the time limit and leaves no temporary file', () =>
  inScene(async ({ blobs, upload, leftBehind }) => {
    const rewriter = createPdfRewriter({ blobs, script: script('hang'), timeLimit: 500 })
    const result = await rewriter.rewrite(upload, 'repair', TURN).catch((error: Error) => ({ kind: error.name }))
    // A busy machine gives the process no time to spend.
    expect(['exhausted', 'OverloadError']).toContain(result.kind)
    expect(await leftBehind()).toEqual([])
    await rewriter.close()
  }))

test('a process that the machine leaves without processor time is overload, not a fault of the document', () =>
  inScene(async ({ blobs, upload, leftBehind }) => {
    const rewriter = createPdfRewriter({ blobs, script: script('sleep'), timeLimit: 1000 })
    await expect(rewriter.rewrite(upload, 'repair', TURN)).rejects.toMatchObject({
      name: 'OverloadError',
      reason: 'starved',
    })
    expect(await leftBehind()).toEqual([])
    await rewriter.close()
  }))

test('a cancelled upload ends its rewrite process and leaves no temporary file', () =>
  inScene(async ({ blobs, upload, leftBehind, begun }) => {
    const rewriter = createPdfRewriter({ blobs, script: script('hang'), timeLimit: 600_000 })
    const leaving = new AbortController()
    const hasBegun = begun()
    const result = rewriter.rewrite(upload, 'clean', { ...TURN, signal: leaving.signal })
    await hasBegun
    leaving.abort(new Error('gone'))
    await expect(result).rejects.toThrow('gone')
    expect(await leftBehind()).toEqual([])
    await rewriter.close()
  }))

test('closing the rewriter ends the running process and prevents new rewrites', () =>
  inScene(async ({ blobs, upload, leftBehind, begun }) => {
    const rewriter = createPdfRewriter({ blobs, script: script('hang'), timeLimit: 600_000 })
    const hasBegun = begun()
    const results = [rewriter.rewrite(upload, 'repair', TURN)]
    await hasBegun
    await rewriter.close()
    results.push(rewriter.rewrite(upload, 'repair', TURN))
    expect(await Promise.all(results)).toEqual([{ kind: 'exhausted' }, { kind: 'exhausted' }])
    expect(await leftBehind()).toEqual([])
  }))

test('the rewrite process has no environment, reads only its input, and cannot write files or start processes', () =>
  inScene(async ({ blobs, upload }) => {
    process.env.SMTP_URL = 'smtp://user:secret@mail.example'
    const rewriter = createPdfRewriter({ blobs, script: script('attempt-access') })
    const report = written(await rewriter.rewrite(upload, 'repair', TURN))
    delete process.env.SMTP_URL
    await report.keep()
    expect(JSON.parse(Buffer.from(await blobs.read(report.sha256)).toString())).toEqual({
      environment: [],
      input: 'done',
      neighbours: 'ERR_ACCESS_DENIED',
      writing: 'ERR_ACCESS_DENIED',
      starting: 'ERR_ACCESS_DENIED',
    })
    await rewriter.close()
  }))
