/** @jest-environment node */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as plainRequest, type Server } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type AddressInfo, createConnection, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as secureConnect } from 'node:tls'
import { errorMessages } from 'shared/contract/errors'
import { CLIENT_LIMITS, securityHeaders } from 'shared/server'

/*
 * Uses the configurations of `deploy/nginx`
 * with local names and ports.
 */
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
const suite = NGINX === undefined ? describe.skip : describe

const CALLS = 512
/** nginx's default has fewer connections. */
const CALLS_HERE = 20

const TOKEN = 'un-secreto-en-la-direccion'
const configuration = (name: string): string => readFileSync(join(__dirname, '../../deploy/nginx', name), 'utf8')

let folder: string
let site: Server
let nginx: ChildProcess
let ports: { readonly secure: number; readonly plain: number; readonly balancer: number; readonly site: number }

const freePort = async (): Promise<number> => {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const logged = (): string =>
  ['access.log', 'error.log', 'main.log']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

const inFolder = (...path: string[]): string => join(folder, ...path)

/** Only in the files for the form of an installation. */
const withLocalPlaces = (conf: string): string =>
  conf
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace(/listen (?:443|8443)/, `listen 127.0.0.1:${ports.secure}`)
    .replace(/listen (?:80|8080);/, `listen 127.0.0.1:${ports.plain};`)
    .replaceAll(/\/etc\/(?:trazo\/tls|trazo-tls)\//g, `${folder}/`)
    .replaceAll(/\/dev\/stdout|\/var\/log\/nginx\/trazo\.log/g, inFolder('access.log'))
    .replaceAll(/\/dev\/stderr|\/var\/log\/nginx\/trazo\.error\.log/g, inFolder('error.log'))
    .replaceAll(/site:3000|127\.0\.0\.1:3000/g, `127.0.0.1:${ports.site}`)

const formParts = ['upstream.conf', 'plain.conf', 'secure.conf']

/** Log level as in nginx's images. */
const mainFile = (included: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${inFolder(name)};`,
  )
  return `daemon off;\nmaster_process off;\npid ${inFolder('pid')};\nerror_log ${inFolder('main.log')} notice;
events {}\nhttp {\n${temporary.join('\n')}\n${included}\n}\n`
}

const writeForm = (form: 'debian' | 'containers'): void => {
  mkdirSync(inFolder('trazo'), { recursive: true })
  for (const part of formParts)
    writeFileSync(inFolder('trazo', part), withLocalPlaces(configuration(`${form}/${part}`)))
}

const adapt = (): string => {
  writeForm('containers')
  const here = configuration('trazo.conf').replaceAll(`limit_conn calls ${CALLS}`, `limit_conn calls ${CALLS_HERE}`)
  const balancer = configuration('balancer.conf')
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 8000', `listen 127.0.0.1:${ports.balancer}`)
    .replaceAll('/dev/stdout', inFolder('access.log'))
    .replaceAll('/dev/stderr', inFolder('error.log'))
    .replaceAll(/api-[12]:8000/g, `127.0.0.1:${ports.site}`)
  return mainFile(`${here}\n${balancer}`)
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Asked {
  readonly to?: 'secure' | 'plain' | 'balancer'
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const ask = (path: string, { to = 'secure', method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const send = to === 'secure' ? secureRequest : plainRequest
    const expected = body === undefined ? {} : { expect: '100-continue', 'content-length': `${body.length}` }
    const options = {
      host: '127.0.0.1',
      port: ports[to],
      path,
      method,
      headers: { ...headers, ...expected },
      rejectUnauthorized: false,
    }
    const sent = send(options, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }),
    )
    sent.once('error', reject)
    // A server may refuse by the headers and close: the body waits until it is asked for.
    if (body === undefined) sent.end()
    else sent.once('continue', () => sent.end(body)).flushHeaders()
  })

const asked: IncomingMessage[] = []

const startSite = async (): Promise<void> => {
  site = createServer((request, response) => {
    asked.push(request)
    if (request.url?.startsWith('/corta')) request.socket.destroy()
    else response.setHeader('content-security-policy', "default-src 'self'").end('hola')
  })
  await new Promise<void>((resolve) => site.listen(ports.site, '127.0.0.1', resolve))
}

const stopSite = async (): Promise<void> => {
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
}

suite('nginx', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trazo-nginx-'))
    ports = {
      secure: await freePort(),
      plain: await freePort(),
      balancer: await freePort(),
      site: await freePort(),
    }
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
    const subject = ['-subj', '/CN=firmas.example', '-days', '2']
    const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...ec, '-keyout', key, '-out', certificate, ...subject], {
      stdio: 'ignore',
    })
    writeFileSync(join(folder, 'nginx.conf'), adapt())
    const program = NGINX ?? ''
    const check = spawnSync(program, ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], { encoding: 'utf8' })
    if (check.status !== 0) throw new Error(check.stderr)
    await startSite()
    nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
    while (nginx.exitCode === null && !(await takesConnections(ports.secure)))
      await new Promise((resolve) => setTimeout(resolve, 20))
  })

  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve))
    nginx.kill('SIGTERM')
    await ended
    if (site.listening) await stopSite()
    rmSync(folder, { recursive: true })
  })

  test.each(['debian', 'containers'] as const)('nginx loads trazo.conf unchanged with the files for %s', (form) => {
    writeForm(form)
    mkdirSync(inFolder('conf.d'), { recursive: true })
    copyFileSync(join(__dirname, '../../deploy/nginx/trazo.conf'), inFolder('conf.d/trazo.conf'))
    writeFileSync(inFolder('form.conf'), mainFile('include conf.d/*.conf;'))
    const { status, stderr } = spawnSync(NGINX ?? '', ['-t', '-p', folder, '-c', inFolder('form.conf')], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
  })

  test('nginx forwards requests with the real client address and keeps the site’s headers', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', host: 'firmas.example' }
    const answer = await ask(`/firmar?token=${TOKEN}`, { headers })
    expect(answer).toMatchObject({ status: 200, body: 'hola' })
    expect(answer.headers).toMatchObject({ 'content-security-policy': "default-src 'self'" })
    expect(answer.headers.server).toBe('nginx')
    expect(asked.at(-1)?.headers).toMatchObject({
      host: 'firmas.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    })
    expect(asked.at(-1)?.url).toBe(`/firmar?token=${TOKEN}`)
  })

  test('nginx accepts a large body for /releases and refuses the same body for other paths', async () => {
    const headers = { host: 'firmas.example', authorization: 'Bearer x' }
    const body = Buffer.alloc(13 * 1024 * 1024)
    expect((await ask('/releases', { method: 'POST', headers, body })).status).toBe(200)
    expect(asked.at(-1)?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer x' })
    expect((await ask('/releases/previews', { method: 'POST', headers, body })).status).toBe(200)
    for (const path of ['/releases/others', '/previews'])
      expect((await ask(path, { method: 'POST', headers, body })).status).toBe(413)
    expect((await ask('/o/token', { method: 'POST', headers, body })).status).toBe(413)
  })

  test('nginx redirects http to https and answers 404 for /metrics', async () => {
    const sent = await ask('/firmar?a=1', { to: 'plain', headers: { host: 'firmas.example' } })
    expect([sent.status, sent.headers.location]).toEqual([308, 'https://firmas.example/firmar?a=1'])
    const before = asked.length
    for (const to of ['secure', 'balancer'] as const) expect((await ask('/metrics', { to })).status).toBe(404)
    expect(asked).toHaveLength(before)
    expect((await ask('/metrics')).headers).toMatchObject(securityHeaders({ protocol: 'https' }))
  })

  test('nginx returns the contract’s error while the site is unavailable', async () => {
    await stopSite()
    try {
      const answer = await ask(`/firmar?token=${TOKEN}`)
      expect(answer.status).toBe(503)
      expect(JSON.parse(answer.body)).toEqual({ code: 'UNAVAILABLE', message: errorMessages.UNAVAILABLE })
      expect(answer.headers).toMatchObject({ ...securityHeaders({ protocol: 'https' }), 'retry-after': '2' })
      await ask(`/home/api/x?token=${TOKEN}`, { to: 'balancer' })
    } finally {
      await startSite()
    }
  })

  const sendPart = (path: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = secureConnect({ host: '127.0.0.1', port: ports.secure, rejectUnauthorized: false }, () => {
        socket.write(`POST ${path} HTTP/1.1\r\nHost: firmas.example\r\nContent-Length: 90000\r\n\r\nabc`)
        resolve(socket)
      })
      socket.once('error', reject)
    })

  test('an unfinished body reaches the site only if it is an upload', async () => {
    const before = asked.length
    const small = await sendPart('/home/api/documents/1/fields/')
    const seen = once(site, 'request')
    const upload = await sendPart('/home/api/files/')
    await seen
    expect(asked.slice(before).map(({ url }) => url)).toEqual(['/home/api/files/'])
    for (const socket of [small, upload]) socket.destroy()
  })

  test('nginx refuses more unfinished calls of one address in the contract’s words', async () => {
    const { length } =
      configuration('trazo.conf').match(new RegExp(`limit_conn (?:calls|streams) ${CALLS};`, 'g')) ?? []
    expect([length, CALLS]).toEqual([2, CLIENT_LIMITS.calls])
    const slow = await Promise.all(Array.from({ length: CALLS_HERE }, () => sendPart('/o/token')))
    const late = await sendPart('/o/token')
    const [answer] = await once(late, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 /)
    expect(String(answer)).toMatch(/\r\nretry-after: 2\r\n/i)
    const body = { code: 'RATE_LIMITED', message: errorMessages.RATE_LIMITED }
    expect(String(answer)).toContain(JSON.stringify(body))
    for (const socket of [late, ...slow]) socket.destroy()
  })

  test('nginx logs no token, also on errors', async () => {
    const headers = { referer: `https://firmas.example/firmar?token=${TOKEN}`, cookie: TOKEN }
    for (const to of ['secure', 'plain', 'balancer'] as const) {
      await ask(`/bien?token=${TOKEN}`, { to, headers })
      // Premature close, too large body, invalid range.
      await ask(`/corta?token=${TOKEN}`, { to, headers }).catch(() => undefined)
      const body = Buffer.alloc(13 * 1024 * 1024)
      await ask(`/grande?token=${TOKEN}`, { to, headers, method: 'POST', body }).catch(() => undefined)
      await ask(`/%00?token=${TOKEN}`, { to, headers })
      await ask(`/larga?token=${TOKEN}&a=${'x'.repeat(40_000)}`, { to, headers }).catch(() => undefined)
    }
    const lines = logged()
    expect(lines).toContain('GET /bien 200')
    expect(lines).not.toContain(TOKEN)
  })
})
