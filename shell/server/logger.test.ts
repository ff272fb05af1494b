/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createTestSite } from './test/create-test-site.ts'

const INVITATION = 'el-token-de-una-invitacion'
const BEARER = 'el-token-de-una-sesion'
const PASSWORD = 'una clave larga'
const METRICS_TOKEN = 'palabra-de-las-cifras'
const API_PASSWORD = 'la-clave-de-la-api'

describe('logs of the whole site at level trace', () => {
  let folder: string
  let api: Server
  let written = ''
  const sites: FastifyInstance[] = []

  const open = async (apiUrl: string): Promise<string> => {
    const site = createTestSite(folder, {
      apiUrl,
      logLevel: 'trace',
      logTo: {
        write(line) {
          written += line
        },
      },
      metricsToken: METRICS_TOKEN,
      timeouts: { headers: 200, request: 400, checkInterval: 50 },
    })
    sites.push(site)
    return site.listen({ port: 0, host: '127.0.0.1' })
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trazo-log-'))
    for (const name of ['data', 'shell/assets', 'pdfjs']) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'shell/index.html'), '<meta name="trazo-api-host" content=""><div id="root"></div>')
    api = createServer((request, response) => {
      if (request.url?.includes('broken')) response.destroy()
      else request.resume().on('end', () => response.end('{}'))
    })
    await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready))
  })
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.close()))
    api.close()
    rmSync(folder, { recursive: true })
  })

  const talk = (url: string, bytes: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(received))
    })

  test('the site logs no token and no password of a URL, header or body, also on errors', async () => {
    const alive = await open(`http://trazo:${API_PASSWORD}@127.0.0.1:${(api.address() as AddressInfo).port}`)
    const dead = await open(`http://trazo:${API_PASSWORD}@127.0.0.1:9`)
    const headers = {
      accept: 'text/html',
      authorization: `Bearer ${BEARER}`,
      cookie: `session=${BEARER}`,
      referer: `https://trazo.example/sign/1/a?token=${INVITATION}`,
    }
    const body = JSON.stringify({ username: 'olga', password: PASSWORD })
    for (const url of [alive, dead]) {
      for (const path of [
        '/sign/1/a',
        '/home/api/validate-invitation-token',
        '/api/broken',
        '/nowhere',
        '/assets/no.js',
      ])
        await fetch(`${url}${path}?token=${INVITATION}`, { headers }).then((answer) => answer.text())
      await fetch(`${url}/api/auth/login/`, { method: 'POST', body, headers }).then((answer) => answer.text())
      await fetch(`${url}/mf-events`, { method: 'POST', body, headers }).then((answer) => answer.text())
      for (const word of [METRICS_TOKEN, `${METRICS_TOKEN}x`])
        await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${word}` } }).then((answer) => answer.text())
      const secret = `Host: x\r\nAuthorization: Bearer ${BEARER}\r\n`
      for (const line of [
        `GET /%?token=${INVITATION} HTTP/1.1\r\n${secret}Connection: close\r\n\r\n`,
        `GET /sign/1/a?token=${INVITATION} HTTP/1.1\r\n${secret}X-A : b\r\n\r\n`,
        `GET /sign/1/a?token=${INVITATION} HTTP/1.1\r\n${secret}X-A: `,
        `POST /api/x?token=${INVITATION} HTTP/1.1\r\n${secret}Content-Length: 900\r\n\r\n{"password":"${PASSWORD}"`,
      ])
        await talk(url, line)
    }
    for (const line of ['/sign/1/a', '/home/api/validate-invitation-token', '"status":503', '/nowhere'])
      expect(written).toContain(line)
    const secrets = { INVITATION, BEARER, PASSWORD, METRICS_TOKEN, API_PASSWORD }
    expect(Object.entries(secrets).filter(([, secret]) => written.includes(secret))).toEqual([])
  })
})
