/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLock } from './with-lock.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-lock-'))
  file = join(folder, 'new', 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the lock runs concurrent work one after another', async () => {
  let inside = 0
  let most = 0
  const work = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise(setImmediate)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 5 }, () => withLock(file, 10_000, work)))
  expect(most).toBe(1)
})

test('an error releases the lock', async () => {
  const failing = withLock(file, 0, async () => {
    throw new Error('no disk')
  })
  await expect(failing).rejects.toThrow('no disk')
  await expect(withLock(file, 0, async () => 'next')).resolves.toBe('next')
})

test('waiting for the lock throws `busy` after the timeout', async () => {
  const second = withLock(file, 0, () => withLock(file, 50, async () => 'never'))
  await expect(second).rejects.toMatchObject({ problem: 'busy', message: expect.stringMatching(/^Otro proceso lleva/) })
})
