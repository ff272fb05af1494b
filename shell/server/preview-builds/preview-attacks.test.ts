/** @jest-environment node */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RemoteName, RemoteNameSchema } from 'shared/contract'
import { hashHex } from 'shared/server'
import { scaled } from 'shared/testing/limits'
import * as v from 'valibot'
import { createPublisher, listPublishers } from '../publishing/publisher-tokens.ts'
import { NOW } from '../publishing/test/open-publishing-site.ts'
import type { Files } from '../registry/test/write-build.ts'
import { createPreviewToken, listPreviewTokens, revokePreviewToken } from './preview-tokens.ts'
import { openPreviewSite, type PreviewSite } from './test/open-preview-site.ts'

let site: PreviewSite
beforeEach(async () => {
  site = await openPreviewSite()
})
afterEach(() => site.close())

const expectNothingKept = (): void => {
  expect(site.kept()).toEqual([])
  const folder = join(site.dataDir, 'previews')
  expect((existsSync(folder) ? readdirSync(folder) : []).filter((name) => name !== 'mf_auth')).toEqual([])
  expect(readdirSync(site.dataDir).filter((name) => name !== 'releases' && name !== 'previews')).toEqual([])
}

describe('a token for previews', () => {
  const registry = () => readFileSync(join(site.dataDir, 'releases/registry.json'), 'utf8')

  test('neither publishes, nor goes back, nor ends a canary, nor approves, nor reads what is live', async () => {
    await site.publish('3', {}, {}, { canary: 5 })
    const before = registry()
    const releases = readdirSync(join(site.dataDir, 'releases/mf_auth')).sort()
    expect((await site.publish('4', {}, {}, {}, site.previewToken)).status).toBe(401)
    expect((await site.publish('4', {}, {}, { canary: 5 }, site.previewToken)).status).toBe(401)
    for (const order of [
      { kind: 'to', release: '1' },
      { kind: 'to', release: 'previous' },
      { kind: 'end-canary' },
      { kind: 'approve', release: '3' },
    ])
      expect((await site.order(order, site.previewToken)).status).toBe(401)
    expect((await site.call({}, site.previewToken)).status).toBe(401)
    const headers = { authorization: `Bearer ${site.previewToken}` }
    expect((await site.at('/metrics', { headers })).status).not.toBe(200)
    expect([registry(), readdirSync(join(site.dataDir, 'releases/mf_auth')).sort()]).toEqual([before, releases])
  })

  test('opens no release, whether live or kept', async () => {
    for (const release of ['1', '2']) {
      const answer = await site.begin(release)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
    }
  })

  test('orders nothing at the address for previews', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ kind: 'to', release: '1' })
    const { status } = await site.call({ method: 'POST', headers, body }, site.previewToken, '/releases/previews')
    expect(status).toBe(422)
    expect((await site.live())?.active).toBe('2')
  })

  test('sees no preview of another remote, and cannot upload one for it', async () => {
    const id = await site.uploaded()
    const other = await createPreviewToken(site, 'mf_documents', 'CI de documentos', NOW)
    expect(await site.list(other)).toEqual({ remote: 'mf_documents', previews: [] })
    expect((await site.begin(id, other)).status).toBe(403)
    expect((await site.begin(id, other, 'mf_documents')).status).toBe(422)
    const { status, body } = await site.upload('8', {}, {}, other)
    expect([status, body.message]).toEqual([
      422,
      'El token es de mf_documents y lo construido es de mf_auth. No se publicó nada.',
    ])
    expect(site.kept('mf_documents')).toEqual([])
  })

  test('revoked, invented or missing, uploads and lists nothing, and guesses are limited', async () => {
    const [token] = await listPreviewTokens(site)
    await revokePreviewToken(site, token?.id ?? '', NOW)
    const invented = 'trazo_preview_00000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    for (const bearer of [site.previewToken, invented, ''])
      expect([(await site.upload('9', {}, {}, bearer)).status, (await site.list(bearer)).code]).toEqual([
        401,
        'UNAUTHENTICATED',
      ])
    for (let call = 6; call < 30; call += 1) await site.list('wrong')
    expect((await site.list('wrong')).code).toBe('RATE_LIMITED')
    expect(await site.list(site.token)).toEqual({ remote: 'mf_auth', previews: [] })
    expectNothingKept()
  })
})

test('a damaged file of these tokens stops no publication, and opens no preview', async () => {
  const cookie = await site.opened(await site.uploaded())
  writeFileSync(join(site.dataDir, 'releases/preview-tokens.json'), '{')
  expect((await site.upload('9')).body.message).toMatch(/^preview-tokens\.json no se puede leer/)
  expect(await site.isLive(cookie)).toBe(true)
  expect((await site.publish('5')).status).toBe(200)
  expect(site.kept()).toHaveLength(1)
})

describe('a site of version 0.2.0 in the same folder', () => {
  // As 0.2.0 reads them: `shell/server/publishing/publisher-tokens.ts` of that version.
  const Timestamp = v.pipe(v.string(), v.isoTimestamp())
  const Publishers = v.array(
    v.object({
      id: v.string(),
      remote: RemoteNameSchema,
      owner: v.string(),
      hash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
      createdAt: Timestamp,
      lastUsedAt: v.optional(Timestamp),
      revokedAt: v.optional(Timestamp),
    }),
  )
  const findIn = (file: string, token: string) => {
    const [, whole = '', id = ''] = /^Bearer (trazo_([0-9a-f]{8})_[\w-]{43})$/.exec(`Bearer ${token}`) ?? []
    const known = v.parse(Publishers, JSON.parse(readFileSync(join(site.dataDir, 'releases', file), 'utf8')))
    return known.find((one) => one.id === id && !one.revokedAt && one.hash === hashHex(whole))
  }

  test('takes no token for previews for a publisher’s', async () => {
    const [own] = await listPreviewTokens(site)
    expect(findIn('publishers.json', site.token)?.owner).toBe('Equipo de cuentas')
    expect(findIn('publishers.json', site.previewToken)).toBeUndefined()
    expect((await listPublishers(site)).map(({ id }) => id)).not.toContain(own?.id)
  })

  test('takes none even if the files are confused and the token is written in the form of a publisher’s', async () => {
    copyFileSync(join(site.dataDir, 'releases/preview-tokens.json'), join(site.dataDir, 'releases/publishers.json'))
    const disguised = site.previewToken.replace('trazo_preview_', 'trazo_')
    for (const token of [site.previewToken, disguised]) {
      expect(findIn('publishers.json', token)).toBeUndefined()
      expect((await site.call({}, token)).status).toBe(401)
    }
  })
})

describe('cookies', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['a program without the header', {}],
  ])('%s opens no uploaded preview, even with the token', async (_who, headers) => {
    const body = JSON.stringify({ token: site.previewToken, remote: 'mf_auth', release: await site.uploaded() })
    const answer = await site.at('/previews', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  })

  test('forged, altered and expired ones open neither page nor files', async () => {
    const id = await site.uploaded()
    const cookie = await site.opened(id)
    const [name, value = ''] = cookie.split('=')
    const [text = '', mac = ''] = value.split('.')
    const claim = JSON.parse(Buffer.from(text, 'base64url').toString())
    const claimed = (over: object) => Buffer.from(JSON.stringify({ ...claim, ...over })).toString('base64url')
    const others = [
      text,
      `${text}.`,
      `${claimed({ expires: claim.expires + 1 })}.${mac}`,
      `${claimed({ holder: { kind: 'publisher', id: claim.holder.id } })}.${mac}`,
      `${claimed({ release: '1' })}.${mac}`,
    ]
    for (const other of others) {
      expect(await site.isLive(`${name}=${other}`)).toBe(true)
      expect((await site.fileOf(id, `${name}=${other}`)).status).toBe(404)
    }
    const later = jest.spyOn(Date, 'now').mockReturnValue(claim.expires)
    expect([await site.isLive(cookie), (await site.fileOf(id, cookie)).status]).toEqual([true, 404])
    later.mockRestore()
    expect((await site.fileOf(id, cookie)).status).toBe(200)
  })

  test('neither publish nor upload nor list', async () => {
    const cookie = await site.opened(await site.uploaded())
    for (const path of ['/releases', '/releases/previews'])
      for (const method of ['GET', 'POST'])
        expect((await site.at(path, { method, headers: { cookie } })).status).toBe(401)
  })

  test.each([
    'previa-0123456789abcdef',
    'previa-0123456789ABCDEF',
    'previa-../../../releases',
    'previa-0123456789abcdef/../x',
    'previa-0123456789abcdef.unfinished',
    '../previews/mf_auth',
    '',
  ])('«%s» is no preview that can be opened', async (id) => {
    const answer = await site.begin(id)
    expect([403, 422]).toContain(answer.status)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

const sendWith = async (...entries: readonly (readonly [name: string, content: string])[]) => {
  const form = await site.formOf(await site.build('9'))
  for (const [name, content] of entries) form.append('file', new Blob([content]), name)
  return site.send(form)
}

describe('uploads', () => {
  test.each<[string, readonly (readonly [string, string])[], RegExp]>([
    ['a file above its folder', [['../../releases/x.js', 'x']], /un nombre que no vale/],
    ['an absolute name', [['/etc/x.js', 'x']], /un nombre que no vale/],
    ['a file twice', [['app.js', 'other']], /está dos veces/],
    ['a page', [['x.html', '<script>']], /de un tipo que una versión no puede llevar/],
    ['the record of the site', [['release.json', '{}']], /release\.json lo escribe el sitio/],
    ['a file that the build does not list', [['x.js', 'evil']], /x\.js no es lo que se construyó/],
    ['a large file', [['x.js', 'x'.repeat(4001)]], /x\.js pesa más/],
    ['large files', [1, 2, 3].map((n) => [`${n}.js`, 'x'.repeat(3500)] as const), /La versión pesa más/],
    ['many files', Array.from({ length: 12 }, (_, n) => [`${n}.js`, 'x'] as const), /demasiados archivos/],
  ])('with %s are refused and leave nothing', async (_what, entries, message) => {
    const { status, body } = await sendWith(...entries)
    expect([status, body.message]).toEqual([422, expect.stringMatching(message)])
    expect(body.message).not.toContain(site.folder)
    expectNothingKept()
  })

  test.each<[string, Files, object, RegExp]>([
    ['another contract', {}, { contract: 2 }, /primero hay que publicar un shell que hable el 2/],
    ['an export that the shell lacks', {}, { imports: { 'shared/ui': ['Ring'] } }, /usa Ring de shared\/ui/],
    ['styles for others', { 'app.css': 'body { color: red }' }, {}, /no son suyos \(body\)/],
    ['a broken contract', { 'contract.json': '{' }, {}, /contract\.json no se puede leer/],
    ['slots of no remote', {}, { uses: { 'mf_stock/list': 1 } }, /usa mf_stock\/list, y ese remoto no está en vivo/],
    [
      'a route over its budget',
      { 'prerender.json': JSON.stringify({ container: ['app.js'], routes: { '/login': ['a.js', 'b.js', 'c.js'] } }) },
      {},
      /pesa demasiado en \/login/,
    ],
  ])('with %s are refused as releases are', async (_what, files, contract, message) => {
    const { status, body } = await site.upload('9', files, contract)
    expect([status, body.message]).toEqual([422, expect.stringMatching(message)])
    expectNothingKept()
  })

  test('without recorded checks, or for a part of the tabs, are refused', async () => {
    const root = await site.build('9')
    expect((await site.send(await site.formOf(root, { checks: undefined }))).body.message).toMatch(/no dejó constancia/)
    expect((await site.send(await site.formOf(root, { canary: 5 }))).body.message).toMatch(/va sin --canary/)
    expectNothingKept()
  })

  /** Sends the first half of an upload. */
  const sendHalf = async (signal: AbortSignal) => {
    const form = new Response(await site.formOf(await site.build('9')))
    const bytes = new Uint8Array(await form.arrayBuffer())
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(bytes.slice(0, Math.floor(bytes.length / 2))),
    })
    const headers = { 'content-type': form.headers.get('content-type') ?? '' }
    return site.call(
      { method: 'POST', body, headers, signal, duplex: 'half' } as RequestInit,
      site.previewToken,
      '/releases/previews',
    )
  }
  const untilKept = async (count: number, remote?: RemoteName) => {
    const end = Date.now() + scaled(30_000)
    for (; site.kept(remote).length !== count; await new Promise(setImmediate))
      if (Date.now() > end) throw new Error(`${site.kept(remote)}`)
  }

  test('that are cut in the middle leave nothing, keep others waiting, and hold up no publication', async () => {
    const cut = new AbortController()
    const halves: Promise<unknown>[] = []
    for (const count of [1, 2]) {
      halves.push(sendHalf(cut.signal).catch(() => 'aborted'))
      await untilKept(count)
    }
    expect((await site.upload('8')).body).toMatchObject({ code: 'UNAVAILABLE' })
    expect((await site.publish('5')).status).toBe(200)
    expect((await site.list()).previews).toEqual([])
    cut.abort()
    expect(await Promise.all(halves)).toEqual(['aborted', 'aborted'])
    await untilKept(0)
    expect((await site.upload('8')).status).toBe(200)
  })

  test('end with nothing if their token is revoked while they arrive', async () => {
    const form = new Response(await site.formOf(await site.build('9')))
    const bytes = new Uint8Array(await form.arrayBuffer())
    const half = Math.floor(bytes.length / 2)
    let rest: () => void = () => undefined
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(bytes.slice(0, half))
        rest = () => {
          stream.enqueue(bytes.slice(half))
          stream.close()
        }
      },
    })
    const headers = { 'content-type': form.headers.get('content-type') ?? '' }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    const answer = site.call(init, site.previewToken, '/releases/previews')
    await untilKept(1)
    const [token] = await listPreviewTokens(site)
    await revokePreviewToken(site, token?.id ?? '', NOW)
    rest()
    expect((await answer).body.message).toBe('El token ya no vale. No se guardó nada.')
    expectNothingKept()
  })

  test('of one remote leave those of others alone', async () => {
    const other = await createPublisher(site, 'mf_documents', 'Equipo de documentos', NOW)
    const form = await site.formOf(await site.build('1', {}, {}, 'mf_documents'))
    expect((await site.send(form, other)).status).toBe(200)
    await site.uploaded()
    expect([site.kept().length, site.kept('mf_documents').length]).toEqual([1, 1])
  })
})
