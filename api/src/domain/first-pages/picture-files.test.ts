import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../../platform/clock.ts'
import { KEPT_BYTES } from './constants.ts'
import { openPictureFiles } from './picture-files.ts'

let folder = ''
let now = Date.parse('2026-11-27T10:00:00Z')
const clock = () => now

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'trazo-pictures-')), 'first-pages')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const keyOf = (digit: string) => ({ sha256: digit.repeat(64), page: 1, width: 800 })
const drawn = { picture: new Uint8Array([1, 2, 10, 3]), width: 595.5, height: 842, pages: 7 }
const every = async (hashes: readonly string[]) => new Set(hashes)

test('a kept picture comes back with its page, and a page without one, too', async () => {
  const files = await openPictureFiles(folder, clock)
  expect(await files.read(keyOf('a'))).toBeUndefined()
  await files.keep(keyOf('a'), drawn)
  const none = { ...drawn, picture: undefined }
  await files.keep(keyOf('b'), none)
  const again = await openPictureFiles(folder, clock)
  const found = await again.read(keyOf('a'))
  expect({ ...found, picture: [...(found?.picture ?? [])] }).toEqual({ ...drawn, picture: [1, 2, 10, 3] })
  expect(await again.read(keyOf('b'))).toEqual(none)
  expect(await again.read({ ...keyOf('a'), width: 1300 })).toBeUndefined()
  expect(await again.read({ ...keyOf('a'), page: 2 })).toBeUndefined()
  const [name = ''] = await readdir(folder)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test.each(['cut', 'empty', 'foreign'])('a file that is %s counts as missing, and is replaced', async (damage) => {
  const files = await openPictureFiles(folder, clock)
  await files.keep(keyOf('a'), drawn)
  const path = join(folder, (await readdir(folder))[0] ?? '')
  const { length } = await readFile(path)
  if (damage === 'foreign') await writeFile(path, '{"some":"text"}\n')
  else await truncate(path, damage === 'cut' ? length - 1 : 0)
  expect(await files.read(keyOf('a'))).toBeUndefined()
  await files.keep(keyOf('a'), drawn)
  expect(await files.read(keyOf('a'))).toMatchObject({ pages: 7 })
})

test('pictures of revisions that are gone go, and so do those that no visitor asked for in a month', async () => {
  const files = await openPictureFiles(folder, clock)
  for (const digit of ['a', 'b', 'c']) await files.keep(keyOf(digit), drawn)
  await files.keep({ ...keyOf('b'), page: 7 }, drawn)
  const crashed = join(folder, 'new-left-by-a-crash')
  await writeFile(crashed, 'x')
  await utimes(crashed, now / 1000 - 7200, now / 1000 - 7200)
  const written = join(folder, 'new-being-written')
  await writeFile(written, 'x')
  await utimes(written, now / 1000, now / 1000)
  await files.sweep(async (hashes) => new Set(hashes.filter((hash) => !hash.startsWith('b'))))
  expect((await readdir(folder)).map((name) => name[0])).toEqual(['a', 'c', 'n'])
  now += 31 * DAY_MS
  await files.keep(keyOf('d'), drawn)
  await files.read(keyOf('c'))
  await files.sweep(every)
  expect((await readdir(folder)).map((name) => name[0])).toEqual(['c', 'd'])
})

test('the oldest pictures beyond the space go first', async () => {
  const files = await openPictureFiles(folder, clock)
  for (const digit of ['a', 'b', 'c']) {
    now += 1000
    await files.keep(keyOf(digit), drawn)
    // A sparse file costs the disk nothing.
    const path = join(folder, `${digit.repeat(64)}-800`)
    await truncate(path, KEPT_BYTES * 0.45)
    await utimes(path, now / 1000, now / 1000)
  }
  await files.sweep(every)
  expect((await readdir(folder)).map((name) => name[0])).toEqual(['b', 'c'])
})
