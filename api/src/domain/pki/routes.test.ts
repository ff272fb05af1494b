import { X509Certificate } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import {
  bytesToHex,
  certificateIdOf,
  checkOcsp,
  checkTimeStampToken,
  decodeOcspResponse,
  decodeTimeStampResponse,
  encodeOcspRequest,
  sha256Of,
} from 'pdf/cms/node'
import { openssl, opensslFile, opensslTalks, testWith } from 'pdf/testing/node'
import { closeTestServers, openTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { publishedName } from './publication.ts'
import { revokeCertificate } from './revoke-certificate.ts'

afterEach(closeTestServers)

const ask = async (server: TestServer, options: InjectOptions) => {
  const response = await server.app.inject(options)
  return { status: response.statusCode, type: response.headers['content-type'], bytes: response.rawPayload, response }
}

const start = async () => {
  const server = await openTestServer()
  const { pki, clock } = server.services
  // openssl uses the machine's clock.
  server.clock.advance(Date.now() - server.clock.now())
  const now = new Date(clock())
  const { certificate } = await pki.issueSignerCertificate({ commonName: 'Ana Rojas', email: 'ana@example.com', now })
  const files = {
    'root.pem': pki.root.toString(),
    'ca.pem': pki.issuing.toString(),
    'chain.pem': pki.issuing.toString() + pki.root.toString(),
    'ana.pem': certificate.toString(),
  }
  const at = ['-attime', String(Math.floor(now.getTime() / 1000))]
  return { server, pki, now, certificate, files, at }
}
type Started = Awaited<ReturnType<typeof start>>

const UNKNOWN = ['ocsp', '-issuer', 'ca.pem', '-serial', '0x1234', '-reqout', 'out']

const withQuery = (files: Readonly<Record<string, string | Uint8Array>>, args: readonly string[]): Uint8Array =>
  new Uint8Array(openssl(files, args))

const postOcsp = async ({ server }: Started, payload: Uint8Array) =>
  ask(server, {
    method: 'POST',
    url: '/pki/ocsp',
    headers: { 'content-type': 'application/ocsp-request' },
    payload: Buffer.from(payload),
  })

const opensslAsks = async ({ server, files }: Started, args: readonly string[] = []): Promise<string> => {
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const about = ['-issuer', 'ca.pem', '-cert', 'ana.pem', '-CAfile', 'chain.pem', '-url', `${url}/pki/ocsp`]
  return opensslTalks(files, ['ocsp', ...about, ...args])
}

describe('the OCSP responder', () => {
  testWith(
    ['openssl'],
    'the answer for a valid certificate is good and contains the nonce of the request',
    async () => {
      const answer = await opensslAsks(await start())
      expect(answer).toContain('Response verify OK')
      expect(answer).toContain('ana.pem: good')
      // openssl warns about a missing nonce and fails on a wrong one.
      expect(answer).not.toContain('WARNING')
    },
  )

  test('the responder accepts a request in the URL, and caches may store the answer', async () => {
    const { server, pki, certificate, now } = await start()
    const id = certificateIdOf(certificate, pki.issuing, 'sha256')
    const request = Buffer.from(encodeOcspRequest(id, Uint8Array.of(1, 2, 3))).toString('base64')
    const { bytes, response } = await ask(server, { url: `/pki/ocsp/${encodeURIComponent(request)}` })
    const nonce = Uint8Array.of(4, 3, 1, 2, 3)
    expect(checkOcsp(bytes, certificate, pki.issuing, { at: now, nonce }).status).toEqual({ kind: 'good' })
    expect(decodeOcspResponse(bytes).nonce).toEqual(nonce)
    expect(response.headers['cache-control']).toMatch(/^public/)
  })

  testWith(
    ['openssl'],
    'the answer for a revoked certificate has the time and the reason of the first revocation',
    async () => {
      const started = await start()
      const { server, certificate } = started
      const { db } = server.services
      const revokedAt = server.clock.now() - HOUR_MS
      expect(await revokeCertificate(db, 'ff', { reason: 'keyCompromise', now: revokedAt })).toBe(false)
      const { serialNumber } = certificate
      expect(await revokeCertificate(db, serialNumber, { reason: 'keyCompromise', now: revokedAt })).toBe(true)
      await revokeCertificate(db, serialNumber, { reason: 'superseded', now: server.clock.now() })
      const answer = await opensslAsks(started)
      expect(answer).toContain('ana.pem: revoked')
      expect(answer).toContain('Reason: keyCompromise')
      const [, time = ''] = /Revocation Time: (.*)/.exec(answer) ?? []
      expect(Date.parse(time)).toBe(Math.floor(revokedAt / 1000) * 1000)
    },
  )

  testWith(['openssl'], 'the answer for a certificate that was never issued is unknown', async () => {
    const started = await start()
    const request = opensslFile(started.files, UNKNOWN, 'out')
    const { bytes } = await postOcsp(started, request)
    const read = ['ocsp', '-respin', 'answer.der', '-resp_text', '-noverify']
    expect(String(openssl({ 'answer.der': bytes }, read))).toContain('Cert Status: unknown')
  })

  testWith(
    ['openssl'],
    'the responder refuses a certificate of another authority and a malformed request',
    async () => {
      const started = await start()
      const stranger = await openTestServer()
      const files = { ...started.files, 'ca.pem': stranger.services.pki.issuing.toString() }
      const request = opensslFile(files, UNKNOWN, 'out')
      expect(bytesToHex((await postOcsp(started, request)).bytes)).toBe('30030a0106')
      expect(bytesToHex((await postOcsp(started, Buffer.from('no soy una pregunta'))).bytes)).toBe('30030a0101')
    },
  )

  test('the API refuses a wrong content type, a body that is too large, and too many requests', async () => {
    const { app } = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '0.001' } })
    const headers = { 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url: '/pki/ocsp', headers, payload: '{}' })).statusCode).toBe(400)
    const large = { 'content-type': 'application/ocsp-request' }
    const answers = [1, 2, 3, 4].map(() =>
      app.inject({ method: 'POST', url: '/pki/ocsp', headers: large, payload: Buffer.alloc(9 * 1024) }),
    )
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(statuses).toContain(413)
    const small = {
      method: 'POST',
      url: '/pki/tsa',
      headers: { 'content-type': 'application/timestamp-query' },
    } as const
    await app.inject({ ...small, payload: Buffer.alloc(1) })
    expect((await app.inject({ ...small, payload: Buffer.alloc(1) })).statusCode).toBe(429)
  })
})

describe('the revocation lists', () => {
  testWith(
    ['openssl'],
    'with the CRLs, openssl accepts a certificate and rejects the certificate after its revocation',
    async () => {
      const { server, pki, files, at, certificate } = await start()
      const lists = async () => ({
        ...files,
        'ca.crl': (await ask(server, { url: `/pki/crl/${publishedName(pki.issuing)}.crl` })).bytes,
        'root.crl': (await ask(server, { url: '/pki/crl/root.crl' })).bytes,
      })
      const verify = async () => {
        const found = await lists()
        const pem = ['ca.crl', 'root.crl'].map((name) =>
          String(openssl(found, ['crl', '-inform', 'DER', '-in', name, '-outform', 'PEM'])),
        )
        const args = [
          '-x509_strict',
          '-crl_check_all',
          '-CRLfile',
          'both.pem',
          '-CAfile',
          'root.pem',
          '-untrusted',
          'ca.pem',
        ]
        return openssl({ ...found, 'both.pem': pem.join('') }, ['verify', ...at, ...args, 'ana.pem'])
      }
      expect(String(await verify())).toContain('ana.pem: OK')
      const now = server.clock.now()
      await revokeCertificate(server.services.db, certificate.serialNumber, { reason: 'superseded', now })
      expect(String(await verify())).toContain('OK')
      // CRLs are cached for a minute.
      server.clock.advance(61_000)
      await expect(verify()).rejects.toThrow('certificate revoked')
    },
  )

  test('the API publishes lists and certificates of its own authorities only', async () => {
    const { server } = await start()
    expect((await ask(server, { url: '/pki/crl' })).type).toBe('application/pkix-crl')
    for (const url of ['/pki/crl/otra.crl', '/pki/crl/root.cer', '/pki/ca/otra.cer', '/pki/ca/root.exe'])
      expect((await ask(server, { url })).status).toBe(404)
  })
})

describe('the certificates of the authorities', () => {
  testWith(['openssl'], 'the API publishes the certificates of the authorities one by one and together', async () => {
    const { server, pki } = await start()
    const own = await ask(server, { url: `/pki/ca/${publishedName(pki.issuing)}.cer` })
    expect(own.type).toBe('application/pkix-cert')
    expect(new X509Certificate(own.bytes).fingerprint256).toBe(pki.issuing.fingerprint256)
    const all = await ask(server, { url: '/pki/ca/chain.p7c' })
    const pem = String(openssl({ all: all.bytes }, ['pkcs7', '-inform', 'DER', '-in', 'all', '-print_certs']))
    expect(pem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    expect(String((await ask(server, { url: '/pki/ca' })).bytes).match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
  })

  test('the addresses in a signer’s certificate are those of the API, and the issuer is served there', async () => {
    const { server, pki, certificate } = await start()
    const access = certificate.infoAccess ?? ''
    const addresses = [...access.matchAll(/URI:(https:\/\/trazo\.example\S+)/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
    expect(addresses).toEqual(expect.arrayContaining(['/pki/ocsp', `/pki/ca/${publishedName(pki.issuing)}.cer`]))
    const ca = await ask(server, { url: addresses.find((path) => path.endsWith('.cer')) ?? '' })
    expect(certificate.checkIssued(new X509Certificate(ca.bytes))).toBe(true)
  })
})

describe('the time-stamp authority', () => {
  const data = Buffer.from('lo que se sella')
  const post = (server: TestServer, payload: Uint8Array) =>
    ask(server, {
      method: 'POST',
      url: '/pki/tsa',
      headers: { 'content-type': 'application/timestamp-query' },
      payload: Buffer.from(payload),
    })

  for (const digest of ['sha256', 'sha384', 'sha512'])
    testWith(['openssl'], `the authority stamps ${digest}, and openssl verifies request and response`, async () => {
      const { server, files, at } = await start()
      const query = withQuery({ data }, ['ts', '-query', '-data', 'data', `-${digest}`, '-cert'])
      const { bytes, type } = await post(server, query)
      expect(type).toBe('application/timestamp-reply')
      const args = ['ts', '-verify', '-queryfile', 'query', '-in', 'reply', '-CAfile', 'root.pem', ...at]
      expect(String(openssl({ ...files, query, reply: bytes }, args))).toContain('Verification: OK')
    })

  testWith(['openssl'], 'the response omits the certificates when the request does not want certificates', async () => {
    const { server, files, at } = await start()
    const query = withQuery({ data }, ['ts', '-query', '-data', 'data', '-sha256'])
    const { bytes } = await post(server, query)
    const given = Object.assign(files, { query, reply: bytes, 'tsa.pem': server.services.pki.tsa.toString() })
    const args = [
      'ts',
      '-verify',
      '-queryfile',
      'query',
      '-in',
      'reply',
      '-CAfile',
      'chain.pem',
      '-untrusted',
      'tsa.pem',
    ]
    expect(String(openssl(given, [...args, ...at]))).toContain('Verification: OK')
    expect(bytes.length).toBeLessThan(1000)
  })

  testWith(
    ['openssl'],
    'the authority refuses SHA-1, other policies and malformed requests with protocol errors',
    async () => {
      const { server } = await start()
      const say = async (query: Uint8Array) => {
        const { bytes } = await post(server, query)
        return String(openssl({ reply: bytes }, ['ts', '-reply', '-in', 'reply', '-text']))
      }
      expect(await say(withQuery({ data }, ['ts', '-query', '-data', 'data', '-sha1']))).toContain(
        'unrecognized or unsup',
      )
      expect(
        await say(withQuery({ data }, ['ts', '-query', '-data', 'data', '-sha256', '-tspolicy', '1.2.3.4'])),
      ).toContain('requested TSA policy is not supported')
      expect(await say(Buffer.from('no soy una pregunta'))).toContain('wrong format')
    },
  )

  testWith(['openssl'], 'the stamp has the time of the clock and the platform’s time-stamp certificate', async () => {
    const { server, pki } = await start()
    const query = withQuery({ data }, ['ts', '-query', '-data', 'data', '-sha256', '-cert'])
    const token = decodeTimeStampResponse((await post(server, query)).bytes)
    const trust = { roots: [pki.root], intermediates: [] }
    const { time, authority } = checkTimeStampToken(token, { imprint: sha256Of(data), trust })
    expect(time.getTime()).toBe(Math.floor(server.clock.now() / 1000) * 1000)
    expect(authority.fingerprint256).toBe(pki.tsa.fingerprint256)
  })
})
