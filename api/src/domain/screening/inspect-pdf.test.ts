import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withTempDirAsync } from 'pdf/testing/node'
import { threePages } from '../../../test/support/people.ts'
import { sharedThreads } from '../../../test/support/test-threads.ts'
import { createPdfInspector } from './inspect-pdf.ts'

const TURN = { account: 'user:1' }

const withPdf = <T>(run: (path: string) => Promise<T>): Promise<T> =>
  withTempDirAsync(async (directory) => {
    const path = join(directory, 'document.pdf')
    await writeFile(path, threePages())
    return run(path)
  })

test('the inspector returns a result for each of five simultaneous inspections', () =>
  withPdf(async (path) => {
    const inspector = createPdfInspector(sharedThreads())
    const inspections = await Promise.all([1, 2, 3, 4, 5].map(() => inspector.inspect(path, TURN)))
    expect(inspections).toEqual(Array(5).fill({ kind: 'signable', pages: 3, signatures: 0 }))
  }))

test('the inspector stops a thread at the time limit, and the next inspection succeeds', () =>
  withPdf(async (path) => {
    const inspector = createPdfInspector(sharedThreads(), { timeLimit: 0 })
    expect(await inspector.inspect(path, TURN)).toEqual({ kind: 'exhausted' })
    expect(await createPdfInspector(sharedThreads()).inspect(path, TURN)).toMatchObject({ kind: 'signable' })
  }))

test('the inspection of a missing file fails with ENOENT and reports no broken document', async () => {
  const broken: unknown[] = []
  const inspector = createPdfInspector(sharedThreads(), { onBroken: (error) => broken.push(error) })
  await expect(inspector.inspect('/nowhere/document.pdf', TURN)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(broken).toEqual([])
})

test('the inspection of a small file does not wait for all large files of another account', () =>
  withTempDirAsync(async (directory) => {
    const [large, small] = [join(directory, 'large.pdf'), join(directory, 'small.pdf')]
    await writeFile(large, `%PDF-1.7\n${'1 0 obj<</Length 5>>stream\n'.repeat(100_000)}`)
    await writeFile(small, threePages())
    const inspector = createPdfInspector(sharedThreads())
    const ended: string[] = []
    const inspect = (account: string, path: string) =>
      inspector.inspect(path, { account }).finally(() => ended.push(account))
    const [, , , other] = await Promise.all([
      ...['a', 'a', 'a'].map((account) => inspect(account, large)),
      inspect('b', small),
    ])
    expect(other).toMatchObject({ kind: 'signable' })
    expect(ended.at(-1)).toBe('a')
  }))
