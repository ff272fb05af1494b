/** @jest-environment node */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStandInBucket } from 'shared/server/testing'
import { openReleaseStore } from '../bucket/open-release-store.ts'
import { listPublishers, revokePublisher } from '../publishing/publisher-tokens.ts'
import { NOW } from '../publishing/test/open-publishing-site.ts'
import { createTestSite } from '../test/create-test-site.ts'
import { keepPreview, PREVIEWS_MAX, readPreview } from './preview-store.ts'
import { createPreviewToken, listPreviewTokens, revokePreviewToken } from './preview-tokens.ts'
import { openPreviewSite, type PreviewSite } from './test/open-preview-site.ts'
import { sweepSite } from './upload-preview.ts'

const PRERENDER = JSON.stringify({
  script: '',
  modules: [],
  files: [],
  container: ['remoteEntry.js', 'app.js'],
  pages: [],
})
const DAY_MS = 24 * 60 * 60 * 1000
let site: PreviewSite
beforeEach(async () => {
  site = await openPreviewSite()
})
afterEach(async () => {
  jest.restoreAllMocks()
  await site.close()
})

const reopen = async (options: Parameters<typeof openPreviewSite>[0]): Promise<void> => {
  await site.close()
  site = await openPreviewSite(options)
}
const revokeOwn = async (): Promise<void> => {
  const [token] = await listPreviewTokens(site)
  await revokePreviewToken(site, token?.id ?? '', NOW)
}
const revokePublishing = async (): Promise<void> => {
  const [publisher] = await listPublishers(site)
  await revokePublisher(site, publisher?.id ?? '', NOW)
}

test('a build is uploaded, opened in one browser, and nothing of the site changes', async () => {
  const before = readFileSync(join(site.dataDir, 'releases/registry.json'), 'utf8')
  const { status, body } = await site.upload('9', { 'prerender.json': PRERENDER })
  const preview = { id: expect.stringMatching(/^previa-[0-9a-f]{16}$/), release: '9' }
  expect([status, body]).toEqual([
    200,
    {
      remote: 'mf_auth',
      preview: expect.objectContaining({ ...preview, uploadedAt: expect.any(String), expiresAt: expect.any(String) }),
    },
  ])
  const { id } = body.preview as { id: string }
  const cookie = await site.opened(id)
  const { html, entry } = await site.pageWith(cookie)
  expect(html).toContain('Vista previa de mf_auth 9, sin publicar')
  expect(html).toContain(`href="/r/previews/mf_auth/${id}/app.js"`)
  expect(entry).toEqual({
    active: id,
    fallback: null,
    releases: {
      [id]: {
        manifest: `/r/previews/mf_auth/${id}/mf-manifest.json`,
        integrity: expect.stringMatching(/^sha384-/),
        shared: '^1.0.0',
      },
    },
  })
  expect(await (await site.fileOf(id, cookie)).text()).toBe('script of 9')
  expect(await site.isLive('')).toBe(true)
  expect(readFileSync(join(site.dataDir, 'releases/registry.json'), 'utf8')).toBe(before)
  expect(JSON.stringify(await (await site.at('/registry.json')).json())).not.toContain('previa')
  expect((await site.at(`/r/mf_auth/${id}/app.js`)).status).toBe(404)
  expect((await site.at('/r/mf_auth/9/app.js')).status).toBe(404)
  expect(site.log()).toContain('"owner":"CI de cuentas","remote":"mf_auth"')
  expect(site.log()).not.toContain(site.previewToken)
})

test('a publisher token uploads and opens previews, too, and sees those of its remote', async () => {
  const own = await site.uploaded('9')
  const id = await site.uploaded('8', {}, {}, site.token)
  expect((await site.begin(id)).status).toBe(204)
  expect((await site.begin(own, site.token)).status).toBe(204)
  const { previews } = (await site.list(site.token)) as unknown as { previews: { id: string }[] }
  expect(previews.map((one) => one.id).sort()).toEqual([id, own].sort())
})

test('a preview of a build does not take the name of a release, and each keeps its own files', async () => {
  const id = await site.uploaded('3', { 'app.js': 'from a pull request' })
  expect((await site.publish('3', { 'app.js': 'published' })).status).toBe(200)
  const named = await site.publish(id, { 'app.js': 'named like a preview' })
  expect(named.body.after).toMatchObject({ active: id, fallback: '3' })
  const cookie = await site.opened(id)
  expect(await (await site.fileOf(id, cookie)).text()).toBe('from a pull request')
  expect(await (await site.at('/r/mf_auth/3/app.js')).text()).toBe('published')
  expect(await (await site.at(`/r/mf_auth/${id}/app.js`)).text()).toBe('named like a preview')
  expect((await site.pageWith(cookie)).html).toContain('Vista previa de mf_auth 3, sin publicar')
})

describe('files of a preview', () => {
  test('no cache keeps them and no other origin reads them', async () => {
    const id = await site.uploaded()
    const cookie = await site.opened(id)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await site.fileOf(id, cookie, 'app.js', { method })
      expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'private, no-store', null])
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  test('without the cookie of exactly this preview there are none', async () => {
    const [one, other] = [await site.uploaded('8'), await site.uploaded('9')]
    const kept = await site.opened('1', site.token)
    const cookie = await site.opened(one)
    for (const [id, given] of [
      [one, ''],
      [other, cookie],
      [one, kept],
      [one, `${cookie}; ${cookie}`],
      [one, cookie.slice(0, -2)],
    ] as const)
      expect((await site.fileOf(id, given)).status).toBe(404)
    expect((await site.fileOf(one, cookie)).status).toBe(200)
  })

  test.each([
    ['../app.js'],
    ['..%2f..%2f..%2fregistry.json'],
    ['%2e%2e/%2e%2e/%2e%2e/releases/preview-tokens.json'],
    ['..\\app.js'],
    ['app.js%00.css'],
    ['missing.js'],
    [''],
    ['index.html'],
  ])('«%s» leads to no file', async (file) => {
    const id = await site.uploaded()
    const cookie = await site.opened(id)
    expect([400, 404]).toContain((await site.fileOf(id, cookie, file)).status)
    for (const path of [`/r/previews/mf_auth/${id}/../${id}x/app.js`, `/r/previews/../previews/mf_auth/${id}/app.js`])
      expect((await site.at(path)).status).toBe(404)
  })
})

describe('a preview ends', () => {
  const expectEnded = async (id: string, cookie: string): Promise<void> => {
    expect(await site.isLive(cookie)).toBe(true)
    expect((await site.fileOf(id, cookie)).status).toBe(404)
  }

  test('at once, with cookie and files, when the token that opened it is revoked', async () => {
    const id = await site.uploaded('9', {}, {}, site.token)
    const cookie = await site.opened(id)
    expect((await site.fileOf(id, cookie)).status).toBe(200)
    await revokeOwn()
    await expectEnded(id, cookie)
    expect((await site.upload('8')).status).toBe(401)
    expect((await site.begin(id)).status).toBe(403)
    expect((await site.begin(id, site.token)).status).toBe(204)
  })

  test('for everybody, when the token that uploaded it is revoked', async () => {
    const id = await site.uploaded()
    const cookie = await site.opened(id, site.token)
    await revokeOwn()
    await expectEnded(id, cookie)
    expect((await site.begin(id, site.token)).status).toBe(422)
    expect((await site.list(site.token)).previews).toEqual([])
    await sweepSite(site, new Date())
    expect(site.kept()).toEqual([])
  })

  test('after seven days, also while it is open, and its files are deleted', async () => {
    const id = await site.uploaded()
    const { expiresAt = '' } = (await readPreview(site.dataDir, 'mf_auth', id)) ?? {}
    const end = Date.parse(expiresAt)
    expect(end - Date.now()).toBeGreaterThan(6.9 * DAY_MS)
    await sweepSite(site, new Date())
    jest.spyOn(Date, 'now').mockReturnValue(end - 1)
    const cookie = await site.opened(id)
    expect((await site.pageWith(cookie)).html).toContain('Vista previa')
    jest.spyOn(Date, 'now').mockReturnValue(end)
    await expectEnded(id, cookie)
    expect((await site.begin(id)).status).toBe(422)
    await sweepSite(site, new Date(end))
    expect(site.kept()).toEqual([])
  })

  test('when its files are deleted, altered or not readable', async () => {
    const id = await site.uploaded()
    const cookie = await site.opened(id)
    const folder = join(site.dataDir, 'previews/mf_auth', id)
    writeFileSync(join(folder, 'app.js'), 'alert(1)')
    expect(await site.isLive(cookie)).toBe(true)
    expect((await site.begin(id)).status).toBe(422)
    writeFileSync(join(folder, 'release.json'), '{')
    await expectEnded(id, cookie)
    rmSync(folder, { recursive: true })
    await expectEnded(id, cookie)
    await sweepSite(site, new Date())
    expect(site.kept()).toEqual([])
  })
})

test('the oldest previews of a remote give way to new ones', async () => {
  const ids: string[] = []
  for (let count = 0; count < PREVIEWS_MAX + 2; count += 1) ids.push(await site.uploaded('9'))
  expect(site.kept().sort()).toEqual(ids.slice(2).sort())
})

test('the oldest previews give way, too, when those of a remote are too large together', async () => {
  const ids = [await site.uploaded('7'), await site.uploaded('8'), await site.uploaded('9')]
  for (const id of ids) {
    const file = join(site.dataDir, 'previews/mf_auth', id, 'release.json')
    const record = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...record, bytes: 160 * 1024 * 1024 }))
  }
  await sweepSite(site, new Date())
  expect(site.kept().sort()).toEqual(ids.slice(1).sort())
})

test('previews of guests’ pages and frames do not exist', async () => {
  const cookie = await site.opened(await site.uploaded())
  for (const path of ['/sign/1/a', '/SIGN/1/a', '/sign/1/a/?token=x'])
    expect(await site.isLive(cookie, path)).toBe(true)
  for (const dest of ['iframe', 'frame', 'embed', 'object'])
    expect(await site.isLive(cookie, '/login', { 'sec-fetch-dest': dest })).toBe(true)
})

test('an added remote that was never published can be previewed with the mounts of its build', async () => {
  const token = await createPreviewToken(site, 'mf_reports', 'CI de reportes', NOW)
  const mounts = [{ prefix: '/reports', access: 'everyone', title: 'Reportes' }]
  const contract = { name: 'mf_reports', mounts, routes: ['/reports'] }
  const form = await site.formOf(await site.build('1', {}, contract, 'mf_reports'))
  const { body } = await site.send(form, token)
  const { id } = body.preview as { id: string }
  const answer = await site.begin(id, token, 'mf_reports')
  expect(answer.status).toBe(204)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await site.pageWith(cookie, '/reports')).html).toContain('Vista previa de mf_reports 1, sin publicar')
  expect((await site.pageWith('', '/reports')).html).not.toContain('mf_reports')
})

test('a site that asks for two people per release takes no previews, and shows none from before', async () => {
  await reopen({ releaseApproval: true })
  const { status, body } = await site.upload()
  expect([status, body.message]).toEqual([
    422,
    'Este sitio pide dos personas por versión, y así no recibe vistas previas.',
  ])
  expect(site.kept()).toEqual([])
  const [token] = await listPreviewTokens(site)
  const by = { kind: 'preview', id: token?.id ?? '', remote: 'mf_auth' } as const
  const { id } = await keepPreview(site.dataDir, await site.build('9'), by, new Date())
  expect((await site.begin(id)).status).toBe(422)
})

test('a site with its releases in S3 takes no previews, and says so', async () => {
  const bucket = await openStandInBucket()
  const store = await openReleaseStore(site.dataDir, bucket.place)
  const shared = createTestSite(site.folder, { ...store, pollMs: 20 })
  const token = await createPreviewToken(store, 'mf_auth', 'CI de cuentas', NOW)
  const { statusCode, body } = await shared.inject({
    method: 'POST',
    url: '/releases/previews',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b--\r\n',
  })
  await shared.close()
  bucket.close()
  const message = 'Este sitio guarda sus versiones en S3, y así no recibe vistas previas.'
  expect([statusCode, JSON.parse(body).message]).toEqual([422, message])
  expect(site.kept()).toEqual([])
})

test('tokens are stored hashed in a private file of their own', async () => {
  const file = join(site.dataDir, 'releases/preview-tokens.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain(site.previewToken.slice(-43))
  await revokePublishing()
  expect((await site.upload()).status).toBe(200)
})
