/** @jest-environment node */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sendBytes } from 'shared/server/testing'
import { createPublisher, findPublisher, listPublishers, revokePublisher } from '../publishing/publisher-tokens.ts'
import { NOW, openPublishingSite, type PublishingSite } from '../publishing/test/open-publishing-site.ts'

const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'content-type': 'application/json' }
const PAGE = { accept: 'text/html', 'sec-fetch-dest': 'document' }

let opened: PublishingSite

const at = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${opened.port}${path}`, { redirect: 'manual', ...init })

const begin = (body: object, headers: Record<string, string> = OWN) =>
  at('/previews', { method: 'POST', headers, body: JSON.stringify(body) })

const wish = (over: object = {}) => ({ token: opened.token, remote: 'mf_auth', release: '1', ...over })

const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

const preview = async (over: object = {}): Promise<string> => {
  const answer = await begin(wish(over))
  expect(answer.status).toBe(204)
  return cookieOf(answer)
}

const pageWith = async (cookie: string, path = '/login', more: Record<string, string> = {}) => {
  const answer = await at(path, { headers: { ...PAGE, cookie, ...more } })
  const html = await answer.text()
  const [, json = '{}'] = /id="trazo-registry">(.*?)<\/script>/.exec(html) ?? []
  return { answer, html, entry: JSON.parse(json).remotes?.mf_auth }
}

const expectLive = async (cookie: string, path = '/login', more: Record<string, string> = {}): Promise<void> => {
  const { html, entry } = await pageWith(cookie, path, more)
  expect(html).not.toContain('Vista previa')
  expect(entry?.active ?? '2').toBe('2')
}

beforeEach(async () => {
  opened = await openPublishingSite()
  await opened.publish('1')
  await opened.publish('2')
})
afterEach(() => opened.close())

test('a publisher sees a kept release with its strip, and everybody else the live one, before and after', async () => {
  await expectLive('')
  const cookie = await preview()
  const { answer, html, entry } = await pageWith(cookie)
  expect(html).toContain('Vista previa de mf_auth 1')
  expect(entry).toMatchObject({ active: '1', fallback: null })
  expect(Object.keys(entry.releases)).toEqual(['1'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('server-timing')).toBeNull()
  await expectLive('')
  const end = await at('/previews', { method: 'DELETE', headers: { 'sec-fetch-site': 'same-origin', cookie } })
  expect([end.status, end.headers.get('set-cookie')]).toEqual([
    204,
    expect.stringMatching(/^trazo-preview=;.*Max-Age=0/),
  ])
  expect(await opened.live()).toMatchObject({ active: '2', fallback: '1' })
})

test('the preview has no canary, and a page that the browser knows is sent again', async () => {
  await opened.publish('3', {}, {}, { canary: 50 })
  const known = (await pageWith('')).answer.headers.get('etag') ?? ''
  const { answer, entry } = await pageWith(await preview(), '/login', { 'if-none-match': known })
  expect(answer.status).toBe(200)
  expect(entry.canary).toBeUndefined()
})

test('the cookie is for this site alone, and no script reads it', async () => {
  const set = (await begin(wish())).headers.get('set-cookie')
  expect(set).toMatch(/^trazo-preview=[\w.-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/)
  const secure = (await begin(wish(), { ...OWN, 'x-forwarded-proto': 'https' })).headers.get('set-cookie')
  expect(secure).toMatch(/^__Host-trazo-preview=[\w.-]+; Path=\/; .*; Secure$/)
})

test('the registry names the previewed release for pages that ask for it, with the cookie', async () => {
  const cookie = await preview()
  const read = async (headers: Record<string, string>) => {
    const answer = await at('/registry.json', { headers })
    const { remotes } = (await answer.json()) as { remotes: { mf_auth: { active: string } } }
    return { active: remotes.mf_auth.active, headers: answer.headers }
  }
  const own = await read({ cookie, 'trazo-preview': '1' })
  expect(own.active).toBe('1')
  expect(own.headers.get('cache-control')).toBe('private, no-store')
  expect(own.headers.get('access-control-allow-origin')).toBeNull()
  expect((await read({ cookie })).active).toBe('2')
  expect((await read({ 'trazo-preview': '1' })).active).toBe('2')
})

describe('attacks', () => {
  test.each([
    ['another site', { ...OWN, 'sec-fetch-site': 'cross-site' }],
    ['another host of the domain', { ...OWN, 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { ...OWN, 'sec-fetch-site': 'none' }],
    ['a program without the header', { 'content-type': 'application/json' }],
  ])('%s neither opens nor ends a preview', async (_who, headers) => {
    for (const method of ['POST', 'DELETE']) {
      const answer = await at('/previews', { method, headers, body: JSON.stringify(wish()) })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
    }
  })

  test('a form that navigates neither opens nor ends a preview', async () => {
    const body = JSON.stringify(wish())
    for (const method of ['POST', 'DELETE']) {
      const head = `${method} /previews HTTP/1.1\r\nHost: a\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate`
      const bytes = `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      const answer = await sendBytes(opened.port, bytes)
      expect(answer).toContain('HTTP/1.1 403')
      expect(answer).not.toMatch(/set-cookie/i)
    }
  })

  test('no address sets or changes a preview', async () => {
    const { token } = opened
    for (const path of [
      `/previews?token=${token}&remote=mf_auth&release=1`,
      '/login?preview=1&trazo-preview=1&mf.mf_auth=1',
    ])
      expect((await at(path, { headers: PAGE })).headers.get('set-cookie')).toBeNull()
    await expectLive('', '/login?trazo-preview=1')
  })

  test('forged, altered, doubled and expired cookies show the live release', async () => {
    const cookie = await preview()
    const [name, value = ''] = cookie.split('=')
    const [text = '', mac = ''] = value.split('.')
    const claim = JSON.parse(Buffer.from(text, 'base64url').toString())
    const claimed = (over: object) => Buffer.from(JSON.stringify({ ...claim, ...over })).toString('base64url')
    for (const other of [
      text,
      `${text}.`,
      `.${mac}`,
      `${text}.${mac}.${mac}`,
      `${claimed({ release: '9' })}.${mac}`,
      `${claimed({ remote: 'mf_documents' })}.${mac}`,
      `${claimed({ expires: claim.expires + 1 })}.${mac}`,
      `${text}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    ])
      await expectLive(`${name}=${other}`)
    await expectLive(`${cookie}; ${cookie}`)
    const later = jest.spyOn(Date, 'now').mockReturnValue(claim.expires)
    await expectLive(cookie)
    later.mockRestore()
    expect((await pageWith(cookie)).html).toContain('Vista previa')
  })

  test('a cookie of another site, with another key, counts for nothing', async () => {
    const cookie = await preview()
    await opened.close()
    opened = await openPublishingSite()
    await opened.publish('1')
    await opened.publish('2')
    await expectLive(cookie)
  })

  test('a revoked token ends its preview at once, and opens none', async () => {
    const cookie = await preview()
    const [publisher] = await listPublishers(opened)
    await revokePublisher(opened, publisher?.id ?? '', NOW)
    await expectLive(cookie)
    expect((await begin(wish())).status).toBe(403)
  })

  test('the token of another remote, an invented one and none are refused, and guesses are limited', async () => {
    const other = await createPublisher(opened, 'mf_documents', 'Equipo de documentos', NOW)
    for (const token of [other, 'trazo_00000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', ''])
      expect((await begin(wish({ token }))).status).toBe(403)
    for (let call = 3; call < 30; call += 1) await begin(wish({ token: '' }))
    expect((await begin(wish({ token: '' }))).status).toBe(429)
    expect((await begin(wish())).status).toBe(204)
  })

  test('the cookie is no token: it cannot publish, roll back or read the releases', async () => {
    const cookie = await preview()
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ kind: 'to', release: '1' })
    expect((await at('/releases', { method: 'POST', headers, body })).status).toBe(401)
    expect((await at('/releases', { headers })).status).toBe(401)
    const [, value = ''] = cookie.split('=')
    expect(await findPublisher(opened, `Bearer ${value}`)).toBeUndefined()
    expect(await opened.live()).toMatchObject({ active: '2' })
  })

  test('guests, frames and other requests than pages get the live release', async () => {
    const cookie = await preview()
    for (const path of ['/sign/1/a', '/SIGN/1/a', '/sign/field/42/contrato/7', '/sign/1/a/?token=x'])
      await expectLive(cookie, path)
    for (const dest of ['iframe', 'frame', 'embed', 'object'])
      await expectLive(cookie, '/login', { 'sec-fetch-dest': dest })
  })

  test.each([
    '../mf_documents/1',
    '..',
    '1/../2',
    '1%2f..%2f2',
    '1\0',
    '',
    'registry.json',
    '9',
    '__proto__',
    'constructor',
    '1.unfinished',
  ])('«%s» is no release that can be previewed', async (release) => {
    const answer = await begin(wish({ release }))
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([422, null])
  })

  test.each(['__proto__', 'shell', '../mf_auth', ''])('«%s» is no part that can be previewed', async (remote) => {
    const answer = await begin(wish({ remote }))
    expect([403, 422]).toContain(answer.status)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('bodies that are too long or no JSON are refused in Spanish', async () => {
    const send = async (body: string) => {
      const answer = await at('/previews', { method: 'POST', headers: OWN, body })
      return [answer.status, ((await answer.json()) as { code: string }).code]
    }
    expect(await send('{')).toEqual([400, 'VALIDATION'])
    expect(await send('x'.repeat(5000))).toEqual([400, 'VALIDATION'])
  })

  test('an altered or deleted release ends its preview', async () => {
    const cookie = await preview()
    const root = join(opened.dataDir, 'releases/mf_auth/1')
    const [file = ''] = readdirSync(root).filter((name) => name.endsWith('.js'))
    rmSync(join(root, file))
    await expectLive(cookie)
    expect((await begin(wish())).status).toBe(422)
  })

  test('a release that waits for a second person cannot be previewed', async () => {
    await opened.close()
    opened = await openPublishingSite({ releaseApproval: true })
    await opened.publish('1')
    const second = await createPublisher(opened, 'mf_auth', 'Otra persona', NOW)
    await opened.order({ kind: 'approve', release: '1' }, second)
    await opened.publish('2')
    expect((await begin(wish({ release: '2' }))).status).toBe(422)
    await preview({ release: '1' })
  })
})

test('the form puts no token into an address, and is in no frame', async () => {
  const answer = await at('/previews', { headers: PAGE })
  const html = await answer.text()
  expect(html).toContain('<button>Abrir vista previa</button>')
  expect(html).not.toMatch(/<(?:input|form|button)[^>]*\s(?:name|action|method)=/)
  expect(html).toContain('id="token" type="password" autocomplete="off"')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("form-action 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
})
