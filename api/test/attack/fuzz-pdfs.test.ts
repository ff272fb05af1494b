import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { concatBytes } from 'pdf'
import { inflateInBrowser } from 'pdf/inflate'
import { buildPdf, payloads, signSample, techniques, withTempDirAsync } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { createPdfInspector } from '../../src/domain/screening/inspect-pdf.ts'
import { createPdfRewriter } from '../../src/domain/screening/rewrite-pdf.ts'
import { createVerifyFile } from '../../src/domain/verification/verification-task.ts'
import { openBlobStore } from '../../src/platform/storage/blob-store.ts'
import { sharedThreads } from '../support/test-threads.ts'
import { fuzzSettings, fuzzTimeout, inTime } from './fuzz-settings.ts'
import { changes, mutate } from './mutate-pdf.ts'

/** Fewer processes: they start slowly. */
const RUNS = { thread: 150, process: 8 }
const PROCESS_SHARE = 0.05
const MAX_BYTES = 20 * 1024 * 1024

/** Optional real PDFs from public test suites. */
const FOLDER = resolve(__dirname, '../../../../shared/pdfs')
const real = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.pdf')) : []

const TURN = { account: 'user:1' }

const samples = new Map<string, Uint8Array>()

beforeAll(async () => {
  for (const file of real) samples.set(file, new Uint8Array(readFileSync(join(FOLDER, file))))
  for (const xref of ['table', 'stream', 'hybrid'] as const) {
    samples.set(`built with ${xref}`, buildPdf({ xref, pages: [{}, { rotate: 90 }, {}] }))
    samples.set(`signed with ${xref}`, (await signSample(xref)).sealed)
  }
  const hostile = payloads.filter(([, code]) => code !== 'PDF_BOMB')
  for (const [how, hide] of Object.entries(techniques))
    for (const [name, , payload] of hostile) samples.set(`${name}, ${how}`, hide(payload))
})

/** Chosen by index, so reports contain its name. */
const sample = fc.nat().map((place) => [...samples.keys()][place % samples.size] ?? '')

const mutated = (name: string, made: Parameters<typeof mutate>[1]): Uint8Array =>
  mutate(samples.get(name) ?? new Uint8Array(), made)

const checkAll = (
  usual: number,
  answer: (path: string, bytes: Uint8Array) => Promise<unknown>,
  share = 1,
): Promise<void> =>
  withTempDirAsync((directory) =>
    fc.assert(
      fc.asyncProperty(sample, changes, async (name, made) => {
        const path = join(directory, 'document.pdf')
        const bytes = mutated(name, made)
        await writeFile(path, bytes)
        await inTime(name, answer(path, bytes))
      }),
      fuzzSettings(usual, share),
    ),
  )

test(
  'reading and screening an upload returns a result in time and breaks no thread',
  async () => {
    const broken: unknown[] = []
    const inspector = createPdfInspector(sharedThreads(), { onBroken: (error) => broken.push(error) })
    await checkAll(RUNS.thread, async (path) => {
      const { kind } = await inspector.inspect(path, TURN)
      expect(['signable', 'unsupported', 'refused', 'exhausted']).toContain(kind)
      expect(broken).toEqual([])
    })
  },
  fuzzTimeout(RUNS.thread),
)

test(
  'comparing a revision with annotations ends in time and breaks no thread',
  async () => {
    const broken: unknown[] = []
    const inspector = createPdfInspector(sharedThreads(), { onBroken: (error) => broken.push(error) })
    // The prefix is the server's; appended bytes are untrusted.
    const base = buildPdf({ xref: 'table', pages: [{}, {}] })
    await checkAll(RUNS.thread, async (path, bytes) => {
      await writeFile(path, concatBytes([base, bytes]))
      await inspector.inspectAnnotated(path, base.length, TURN)
      expect(broken).toEqual([])
    })
  },
  fuzzTimeout(RUNS.thread),
)

test(
  'the verifier of the page returns a report for every file',
  () =>
    checkAll(RUNS.thread, async (_path, bytes) => {
      const report = await verifyPdf(bytes, {
        roots: [],
        inflate: inflateInBrowser,
        now: new Date('2026-03-14T20:05:09Z'),
      })
      expect(['signed', 'unsigned', 'unreadable']).toContain(report.kind)
    }),
  fuzzTimeout(RUNS.thread),
)

test(
  'the verifier of the server’s thread returns a report for every file',
  () => {
    const verifyFile = createVerifyFile(sharedThreads(), { roots: [], intermediates: [] })
    const answer = async (path: string): Promise<void> => {
      const report = await verifyFile(path, new Date('2026-03-14T20:05:09Z'), 'prueba')
      expect(['signed', 'unsigned', 'unreadable']).toContain(report.kind)
    }
    return checkAll(RUNS.process, answer, PROCESS_SHARE)
  },
  fuzzTimeout(RUNS.process),
)

test(
  'rewriting a file ends with or without a copy and leaves no temporary file',
  () =>
    withTempDirAsync(async (directory) => {
      const blobs = await openBlobStore(directory)
      const rewriter = createPdfRewriter({ blobs })
      const purpose = fc.constantFrom('repair', 'clean')
      await fc.assert(
        fc.asyncProperty(sample, changes, purpose, async (name, made, what) => {
          const received = await blobs.receive(fromBytes(mutated(name, made)), MAX_BYTES)
          if (received.kind !== 'complete') return
          const copy = await rewriter.rewrite(received.blob, what, TURN)
          if (copy.kind === 'rewritten') await copy.blob.discard()
          await received.blob.discard()
          expect(readdirSync(join(directory, 'tmp'))).toEqual([])
        }),
        fuzzSettings(RUNS.process, PROCESS_SHARE),
      )
      await rewriter.close()
    }),
  fuzzTimeout(RUNS.process) + RUNS.process * 10_000,
)

async function* fromBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
