/** @jest-environment node */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createTestSite } from '../test/create-test-site.ts'
import { keepPdfjs, keepShell, listShells, pruneShells } from './kept-shells.ts'

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 12))
let folder: string
let dataDir: string
let site: FastifyInstance | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-shells-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await site?.close()
  site = undefined
  rmSync(folder, { recursive: true })
})

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const hash = (release: number): string => `${release}`.padStart(12, '0')
const lazy = (release: number): string => `/assets/lazy.${hash(release)}.js`

const build = (release: number): string => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  write(`dist/${release}/index.html`, '<!doctype html><meta name="trazo-api-host" content=""><div id="root"></div>')
  write(`dist/${release}/contract.json`, '{}')
  write(`dist/${release}${lazy(release)}`, `lazy part of ${release}`)
  write(`dist/${release}/assets/common.aaaaaaaaaaaa.js`, 'common')
  return join(folder, 'dist', `${release}`)
}
const open = (release: number): FastifyInstance => {
  site = createTestSite(folder, {
    dataDir,
    shell: { release: `${release}`, folder: join(folder, 'dist', `${release}`) },
  })
  return site
}
const deploy = async (release: number, date: Date): Promise<void> => keepShell({ dataDir }, build(release), date)
const served = async (releases: readonly number[]): Promise<number[]> => {
  const answers = await Promise.all(releases.map(async (release) => (await site?.inject(lazy(release)))?.body))
  return releases.filter((release, index) => answers[index] === `lazy part of ${release}`)
}

test('open tabs load lazy parts of their shell after five more releases', async () => {
  for (const release of [1, 2, 3, 4, 5, 6]) await deploy(release, day(release))
  open(6)
  expect(await served([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6])
  const { headers } = (await site?.inject(lazy(1))) ?? { headers: {} }
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})

test('a running process serves the lazy parts of a newer shell', async () => {
  await deploy(1, day(1))
  const first = open(1)
  await deploy(2, day(1))
  expect((await first.inject(lazy(2))).body).toBe('lazy part of 2')
})

test('the site still serves a running shell after its build was deleted', async () => {
  await deploy(1, day(1))
  open(1)
  rmSync(join(folder, 'dist'), { recursive: true })
  expect(await served([1])).toEqual([1])
})

test('the site answers 404 for a file that is not an asset of a kept shell', async () => {
  await deploy(1, day(1))
  open(1)
  for (const url of [lazy(9), '/assets/index.html', '/assets/..%2fcontract.json', '/assets/common.js'])
    expect([url, (await site?.inject(url))?.statusCode]).toEqual([url, 404])
})

test('a link in a shell is neither kept nor served', async () => {
  write('secret.js', 'the authority’s key')
  const output = build(1)
  symlinkSync(join(folder, 'secret.js'), join(output, 'assets/link.bbbbbbbbbbbb.js'))
  await keepShell({ dataDir }, output, day(1))
  expect(readdirSync(join(dataDir, 'releases/shell/1/assets')).sort()).toEqual([
    'common.aaaaaaaaaaaa.js',
    `lazy.${hash(1)}.js`,
  ])
  symlinkSync(join(folder, 'secret.js'), join(dataDir, 'releases/shell/1/assets/link.bbbbbbbbbbbb.js'))
  build(2)
  open(2)
  expect((await site?.inject('/assets/link.bbbbbbbbbbbb.js'))?.statusCode).toBe(404)
})

describe('pruning of kept shells', () => {
  test('pruning deletes a shell 30 days after its replacement and keeps the six newest shells', async () => {
    for (const release of [1, 2, 3, 4, 5, 6, 7]) await deploy(release, day(release))
    expect(await pruneShells({ dataDir }, day(31))).toEqual([])
    expect(await pruneShells({ dataDir }, day(32))).toEqual(['shell/1'])
    expect(await pruneShells({ dataDir }, day(400))).toEqual([])
    expect((await listShells(dataDir)).map(({ id }) => id).sort()).toEqual(['2', '3', '4', '5', '6', '7'])
  })

  test('pruning counts the days since a shell was replaced', async () => {
    await deploy(1, day(1))
    await deploy(2, day(100))
    for (const release of [3, 4, 5, 6, 7]) await deploy(release, day(101))
    expect(await pruneShells({ dataDir }, day(129))).toEqual([])
    expect(await pruneShells({ dataDir }, day(130))).toEqual(['shell/1'])
  })

  test('a restart of an older shell makes it the newest', async () => {
    await deploy(1, day(1))
    await deploy(2, day(2))
    await deploy(1, day(3))
    await keepShell({ dataDir }, join(folder, 'dist/1'), day(4))
    expect((await listShells(dataDir))[0]).toEqual({ id: '1', lastLive: day(4) })
  })

  test('pruning removes unfinished copies after a day', async () => {
    const left = join(dataDir, 'releases/shell/1.x.unfinished')
    mkdirSync(left, { recursive: true })
    utimesSync(left, day(1), day(1))
    await pruneShells({ dataDir }, day(3))
    expect(existsSync(left)).toBe(false)
  })
})

test('a live remote finds its version of pdf.js after the site has another version', async () => {
  write('pdfjs/6.5.438/pdf.worker.min.mjs', 'old worker')
  write('pdfjs/6.5.438/cmaps/a.bcmap', 'map')
  write('pdfjs/6.5.438/cmaps/LICENSE', 'licence')
  write('pdfjs/6.6.0.77.unfinished/pdf.worker.min.mjs', 'half')
  await keepPdfjs({ dataDir }, join(folder, 'pdfjs'))
  rmSync(join(folder, 'pdfjs'), { recursive: true })
  write('pdfjs/7.0.0/pdf.worker.min.mjs', 'new worker')
  build(1)
  open(1)
  const worker = await site?.inject('/pdfjs/6.5.438/pdf.worker.min.mjs')
  expect(worker?.body).toBe('old worker')
  expect(worker?.headers['content-security-policy']).toContain("'wasm-unsafe-eval'")
  expect((await site?.inject('/pdfjs/6.5.438/cmaps/a.bcmap'))?.body).toBe('map')
  expect((await site?.inject('/pdfjs/6.5.438/cmaps/LICENSE'))?.headers['content-type']).toMatch(/^text\/plain/)
  expect((await site?.inject('/pdfjs/7.0.0/pdf.worker.min.mjs'))?.body).toBe('new worker')
  expect((await site?.inject('/pdfjs/6.6.0.77.unfinished/pdf.worker.min.mjs'))?.statusCode).toBe(404)
})
