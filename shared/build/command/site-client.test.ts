/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePassedChecks, writePassedChecks } from '../checks/passed-checks.ts'
import { uploadBuild, uploadPreviewBuild } from './site-client.ts'

const record = { name: 'mf_reportes', release: '1.0.0-a', shared: '^5.9.0', integrity: 'sha384-a', files: 'sha384-b' }
const site = { url: 'https://trazo.example', token: 'secret' }
const { fetch } = globalThis
let root: string

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'trazo-upload-'))
  mkdirSync(join(root, 'dist/1.0.0-a/fonts'), { recursive: true })
  writeFileSync(join(root, 'dist/1.0.0-a/app.js'), 'app')
  writeFileSync(join(root, 'dist/1.0.0-a/fonts/a.woff2'), 'font')
  await writePassedChecks(root, { release: '1.0.0-a', types: true, tests: true, at: '2026-11-23T12:00:00.000Z' })
})
afterEach(() => {
  rmSync(root, { recursive: true })
  globalThis.fetch = fetch
})

const answer = (...replies: readonly (readonly [status: number, body: unknown])[]) => {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  globalThis.fetch = async (url, init) => {
    const [status, body] = replies[sent.length] ?? [500, 'no reply']
    sent.push({ url: String(url), init })
    return Response.json(body, { status })
  }
  return sent
}
const own = [200, { remote: 'mf_reportes', live: null }] as const

test('the client sends the record and the recorded checks first, then each file by its path', async () => {
  const sent = answer(own, [200, { after: { active: '1.0.0-a', fallback: null } }])
  expect(await uploadBuild(site, root, record, undefined)).toBe('1.0.0-a está en vivo.')
  expect(sent.map(({ url, init }) => [init?.method, url, init?.headers])).toEqual([
    ['GET', 'https://trazo.example/releases', { authorization: 'Bearer secret' }],
    ['POST', 'https://trazo.example/releases', { authorization: 'Bearer secret' }],
  ])
  const form = sent[1]?.init?.body
  if (!(form instanceof FormData)) throw new Error('no form')
  const [first, ...files] = [...form]
  const upload = JSON.parse(String(first?.[1]))
  expect([first?.[0], upload.record, parsePassedChecks(upload.checks, '1.0.0-a')?.tests]).toEqual([
    'release',
    record,
    true,
  ])
  expect(files.map(([, file]) => file instanceof File && file.name)).toEqual(['app.js', 'fonts/a.woff2'])
})

test.each([
  [{ after: { active: '0.9.0-b', fallback: null, canary: { release: '1.0.0-a', percent: 5 } } }, 'se prueba en el 5 %'],
  [{ waiting: '1.0.0-a' }, 'espera que otra persona la apruebe'],
])('the client reports the result that the site returns', async (done, text) => {
  answer(own, [200, done])
  expect(await uploadBuild(site, root, record, 5)).toContain(text)
})

test('the client uploads a preview to its own address, and prints id and address', async () => {
  const preview = {
    id: 'previa-1',
    release: '1.0.0-a',
    uploadedAt: '2026-11-23T12:00:00.000Z',
    expiresAt: '2026-11-30T12:00:00.000Z',
  }
  const sent = answer([200, { remote: 'mf_reportes', previews: [] }], [200, { remote: 'mf_reportes', preview }])
  const [first, second] = (await uploadPreviewBuild(site, root, record)).split('\n')
  expect(first).toMatch(/^vista previa de 1\.0\.0-a hasta el 30 nov 2026, .*, sin publicar: previa-1$/)
  expect(second).toBe('https://trazo.example/previews#mf_reportes/previa-1')
  expect(sent.map(({ url, init }) => [init?.method, url])).toEqual([
    ['GET', 'https://trazo.example/releases/previews'],
    ['POST', 'https://trazo.example/releases/previews'],
  ])
})

test('the client uploads nothing to a site that knows no previews', async () => {
  const sent = answer([200, 'a page'])
  await expect(uploadPreviewBuild(site, root, record)).rejects.toThrow('¿es de una versión anterior?')
  expect(sent).toHaveLength(1)
})

test('the client uploads nothing with a token of another remote', async () => {
  const sent = answer([200, { remote: 'mf_auth', live: null }])
  await expect(uploadBuild(site, root, record, undefined)).rejects.toThrow('El token es de mf_auth, no de mf_reportes.')
  expect(sent).toHaveLength(1)
})

test('the client shows the refusal message of the site', async () => {
  answer(own, [422, { code: 'RELEASE_REFUSED', message: 'Primero hay que publicar el shell.' }])
  await expect(uploadBuild(site, root, record, undefined)).rejects.toThrow('Primero hay que publicar el shell.')
})

test('the client refuses a build that contains a symbolic link and uploads nothing', async () => {
  symlinkSync('/etc/hostname', join(root, 'dist/1.0.0-a/name.txt'))
  const sent = answer(own)
  await expect(uploadBuild(site, root, record, undefined)).rejects.toThrow('name.txt no es un archivo')
  expect(sent).toHaveLength(1)
})
