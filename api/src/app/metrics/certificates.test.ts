import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { opensslFile, testWith } from 'pdf/testing/node'
import { digitalSignCall } from 'shared/contract'
import { drawing, placeField, registerPerson, stated, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { answerTimeStamp } from '../../domain/pki/answer-time-stamp.ts'
import { ensurePlatformPki, type PlatformPki } from '../../domain/pki/platform-pki.ts'
import { DAY_MS } from '../../platform/clock.ts'

const TOKEN = '0123456789abcdef'
const NOW = new Date(Date.UTC(2026, 0, 31, 18))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-certificados-'))
})
afterEach(async () => {
  await closeTestServers()
  rmSync(folder, { recursive: true })
})

const daysOf = async ({ app }: TestServer): Promise<Record<string, number>> => {
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const lines = body.matchAll(/^trazo_certificate_days\{certificate="([\w-]+)"\} (\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', days]) => [name, Math.round(Number(days))]))
}

const daysUntil = ({ validTo }: { readonly validTo: string }): number =>
  Math.round((Date.parse(validTo) - NOW.getTime()) / DAY_MS)

const signAlone = async (server: TestServer) => {
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
  const body = { field_id: field.id, signature_data: drawing(), ...stated(document) }
  await succeed(server, digitalSignCall, { bearer, params: { fieldId: field.id }, body })
}

const others = async (stamps: PlatformPki): Promise<Record<string, string>> => {
  const authority = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.setHeader('connection', 'close').end(await answerTimeStamp(stamps, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
  authority.unref()
  const file = (name: string): string => readFileSync(join(folder, 'own', 'platform', name), 'utf8')
  const files = { crt: file('issuing.crt'), key: file('issuing.key'), root: file('root.crt') }
  const pack = [
    'pkcs12',
    '-export',
    '-in',
    'crt',
    '-inkey',
    'key',
    '-certfile',
    'root',
    '-passout',
    'pass:',
    '-out',
    'p12',
  ]
  writeFileSync(join(folder, 'own.p12'), opensslFile(files, pack, 'p12'))
  writeFileSync(join(folder, 'tsa.pem'), `${stamps.root}${stamps.issuing}`)
  return {
    SIGNING_P12: join(folder, 'own.p12'),
    TSA_URL: `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`,
    TSA_CA: join(folder, 'tsa.pem'),
    TSA_ALLOW_HTTP: '1',
  }
}

testWith(
  ['openssl'],
  'the metrics show the remaining days of the external certificates and of the platform’s own',
  async () => {
    const stamps = await ensurePlatformPki(join(folder, 'stamps'), { now: () => NOW })
    const own = await ensurePlatformPki(join(folder, 'own'), { now: () => new Date(NOW.getTime() - 300 * DAY_MS) })
    const server = await openTestServer({ variables: { METRICS_TOKEN: TOKEN, ...(await others(stamps)) } })
    const { pki } = server.services
    const known = {
      root: daysUntil(pki.root),
      issuing: daysUntil(pki.issuing),
      tsa: daysUntil(pki.tsa),
      own: daysUntil(own.issuing),
      'tsa-authorities': daysUntil(stamps.issuing),
    }
    expect(await daysOf(server)).toEqual(known)
    expect(known.own).toBeLessThan(known.issuing - 200)
    await signAlone(server)
    expect(await daysOf(server)).toEqual({ ...known, 'tsa-external': daysUntil(stamps.tsa) })
    server.clock.advance((known.own - 59) * DAY_MS)
    expect((await daysOf(server)).own).toBe(59)
  },
)
