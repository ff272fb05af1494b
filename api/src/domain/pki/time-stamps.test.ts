import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { concatBytes } from 'pdf'
import {
  checkTimeStampToken,
  decodeTimeStampRequest,
  encodeTimeStampRefusal,
  encodeTimeStampResponse,
  sha256Of,
} from 'pdf/cms/node'
import type { TimeStamps } from 'pdf/sign'
import { prepareFields, samplePng } from 'pdf/sign'
import { buildPdf, pdfsig, testWith, withTempDirAsync } from 'pdf/testing/node'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type FetchLimited, fetchLimited } from '../../platform/fetch-limited.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { platformMeans } from '../signing/signing-means.ts'
import { createTestPki, fieldAt, signTwice, testTime } from '../signing/test-support/signing.ts'
import { answerTimeStamp } from './answer-time-stamp.ts'
import type { PlatformPki } from './platform-pki.ts'
import { externalTimeStamps } from './time-stamps.ts'

const imprint = sha256Of(Buffer.from('lo que se sella'))
const now = () => testTime

let pki: PlatformPki
let other: PlatformPki
/** Its clock is six minutes ahead. */
let late: PlatformPki
beforeAll(async () => {
  pki = await createTestPki()
  other = await createTestPki()
  late = await createTestPki({ now: () => new Date(testTime.getTime() + 6 * MINUTE_MS) })
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/tsr`
}

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const authority = (answer: (query: Uint8Array) => Promise<Uint8Array>): Promise<string> =>
  listen(async (request, response) => {
    const query = await bodyOf(request)
    response.setHeader('content-type', 'application/timestamp-reply').end(await answer(query))
  })

const failures: unknown[] = []
const expired: X509Certificate[] = []
const stampsOf = (url: string, fetch: FetchLimited = fetchLimited): TimeStamps =>
  externalTimeStamps(
    { url, trust: { roots: [other.root, late.root, ...expired], intermediates: [] } },
    { pki, fetch, now, onFailure: (error) => failures.push(error) },
  )

test('a stamp of the external authority has the source external and that authority’s certificate', async () => {
  const stamps = stampsOf(await authority((query) => answerTimeStamp(other, query)))
  const { source, token } = await stamps.stamp(imprint)
  expect(source).toBe('external')
  expect(checkTimeStampToken(token, { imprint, trust: stamps.trust }).authority.fingerprint256).toBe(
    other.tsa.fingerprint256,
  )
})

const signedByOther = async (change: Parameters<typeof other.stamp>[0]): Promise<Uint8Array> =>
  encodeTimeStampResponse(await other.stamp(change))

type Case = readonly [title: string, url: () => Promise<string>, reason: RegExp]
const cases: readonly Case[] = [
  ['refuses', () => authority(async () => encodeTimeStampRefusal('badAlg', 'no')), /status 2/],
  ['answers something else', () => authority(async () => Buffer.from('hola')), /element|length/],
  [
    'stamps something else',
    () =>
      authority((query) => {
        const { nonce } = decodeTimeStampRequest(query)
        const wrong = { digest: 'sha256', hash: sha256Of(imprint) } as const
        return signedByOther({ imprint: wrong, nonce, withCertificates: true })
      }),
    /stamps something else/,
  ],
  [
    'answers an older question',
    () =>
      authority((query) =>
        signedByOther({ ...decodeTimeStampRequest(query), nonce: Uint8Array.of(1), withCertificates: true }),
      ),
    /nonce/,
  ],
  [
    'is not the one that is trusted',
    () => authority(async (query) => answerTimeStamp(await createTestPki(), query)),
    /no issuer|too long/,
  ],
  ['has a clock that is far off', () => authority((query) => answerTimeStamp(late, query)), /clock/],
  ['sends too much', () => authority(async () => Buffer.alloc(65 * 1024)), /longer than 65536/],
  [
    'sends elsewhere',
    async () => {
      const good = await authority((query) => answerTimeStamp(other, query))
      return listen((_request, response) => response.writeHead(307, { location: good }).end())
    },
    /fetch failed|redirect/,
  ],
  ['is away', async () => 'http://127.0.0.1:9/tsr', /fetch failed/],
  [
    'is a page for people',
    () => listen((_request, response) => response.end('<!doctype html><title>Hola</title>')),
    /element|length/,
  ],
  ['answers nothing', () => listen((_request, response) => response.writeHead(200).end()), /element|length|end/],
  [
    'has a certificate that has ended',
    async () => {
      let at = new Date(testTime.getTime() - 40 * 365 * DAY_MS)
      const ended = await createTestPki({ now: () => at })
      at = testTime
      expired.push(ended.root)
      return authority((query) => answerTimeStamp(ended, query))
    },
    /not valid at that time/,
  ],
  [
    'sends without end',
    () =>
      listen((_request, response) => {
        const more = (): void => void (response.destroyed || response.write(Buffer.alloc(16 * 1024), more))
        more()
      }),
    /longer than 65536/,
  ],
  [
    'hangs up in the middle',
    () =>
      listen((_request, response) =>
        response.writeHead(200, { 'content-length': 900 }).write('0', () => response.destroy()),
      ),
    /terminated|fetch failed/,
  ],
  ['is broken', () => listen((_request, response) => response.writeHead(500).end()), /status 500/],
]

test.each(cases)(
  'if the external authority %s, the platform stamps instead and reports the failure',
  async (_title, url, reason) => {
    const stamps = stampsOf(await url())
    failures.length = 0
    const { source, token } = await stamps.stamp(imprint)
    expect(source).toBe('platform-instead')
    expect(checkTimeStampToken(token, { imprint, trust: stamps.trust }).authority.fingerprint256).toBe(
      pki.tsa.fingerprint256,
    )
    expect(failures).toHaveLength(1)
    expect(String(failures[0])).toMatch(reason)
  },
)

test.each<[title: string, listener: RequestListener]>([
  ['not at all', () => {}],
  ['with a beginning', (_request, response) => response.writeHead(200).write('0')],
  [
    'byte by byte',
    (_request, response) => {
      const next = setInterval(() => response.write('0'), 10)
      response.on('close', () => clearInterval(next))
    },
  ],
])(
  'if the external authority answers %s within the time limit, the platform stamps instead',
  async (_title, listener) => {
    const url = await listen(listener)
    const impatient: FetchLimited = (request) => fetchLimited({ ...request, timeLimit: 150 })
    failures.length = 0
    expect((await stampsOf(url, impatient).stamp(imprint)).source).toBe('platform-instead')
    expect(String(failures[0])).toMatch(/timeout/i)
  },
)

describe('time stamps of documents', () => {
  const meansOf = (timeStamps: TimeStamps) => ({ ...platformMeans(pki), timeStamps })

  testWith(['pdfsig'], 'signatures and seal carry the stamp of the external authority', async () => {
    const signer = createPdfSigner(pki, meansOf(stampsOf(await authority((query) => answerTimeStamp(other, query)))))
    const { final } = await signTwice(signer, buildPdf({ xref: 'stream' }), samplePng())
    expect(pdfsig(final).map(({ valid }) => valid)).toEqual([true, true])
    // The other authority's certificates name no revocation URLs.
    const { timestamp, level, missing } = await signer.seal({
      document: final,
      logHead: '00'.repeat(32),
      now: testTime,
    })
    expect(timestamp.source).toBe('external')
    expect(level).toBe('B-T')
    expect(missing.toSorted()).toEqual(['Trazo Platform CA', 'Trazo Platform TSA'])
  })

  test('a document is signed and sealed with platform stamps when the external authority is unavailable', async () => {
    const signer = createPdfSigner(pki, meansOf(stampsOf('http://127.0.0.1:9/')))
    const field = fieldAt('a', { x: 0.1, y: 0.1, width: 0.3, height: 0.1 })
    const original = buildPdf({ xref: 'table' })
    const document = concatBytes([original, prepareFields(original, [field])])
    const person = { name: 'Ana', email: '' }
    const input = { document, fieldName: 'a', signer: person, appearancePng: samplePng(), signedAt: testTime }
    const { tail, timestamp } = await signer.sign(input)
    expect(timestamp).toMatchObject({ source: 'platform-instead', authority: 'Trazo Platform TSA' })
    const sealed = await signer.seal({
      document: concatBytes([document, tail]),
      logHead: '00'.repeat(32),
      now: testTime,
    })
    expect(sealed).toMatchObject({ level: 'B-LTA', timestamp: { source: 'platform-instead' } })
  })
})

const opensslAuthority = (
  directory: string,
): { readonly root: X509Certificate; answer(query: Uint8Array): Uint8Array } => {
  const run = (args: readonly string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' })
  writeFileSync(
    join(directory, 'tsa.cnf'),
    [
      '[tsa]\ndefault_tsa = one\n[one]\nserial = serial\ncrypto_device = builtin\nsigner_cert = tsa.pem\ncerts = ca.pem',
      'signer_key = tsa.key\nsigner_digest = sha512\ndefault_policy = 1.2.3.4.1\ndigests = sha256, sha512',
      'accuracy = secs:1\nordering = no\ntsa_name = yes\ness_cert_id_chain = no\ness_cert_id_alg = sha256',
      '[ext]\nextendedKeyUsage = critical, timeStamping\nkeyUsage = critical, digitalSignature',
    ].join('\n'),
  )
  writeFileSync(join(directory, 'serial'), '01\n')
  run([
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Otra CA',
  ])
  run(['req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Otra TSA'])
  const issue = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'tsa.cnf']
  run(['x509', '-req', '-in', 'tsa.csr', ...issue, '-extensions', 'ext', '-out', 'tsa.pem'])
  return {
    root: new X509Certificate(readFileSync(join(directory, 'ca.pem'))),
    answer: (query) => {
      writeFileSync(join(directory, 'query'), query)
      run(['ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply'])
      return readFileSync(join(directory, 'reply'))
    },
  }
}

testWith(['openssl'], 'a stamp of an authority with RSA and SHA-512 is accepted', () =>
  withTempDirAsync(async (directory) => {
    const { root, answer } = opensslAuthority(directory)
    const url = await authority(async (query) => answer(query))
    const live = externalTimeStamps(
      { url, trust: { roots: [root], intermediates: [] } },
      { pki, fetch: fetchLimited, now: () => new Date(), onFailure: (error) => failures.push(error) },
    )
    failures.length = 0
    const { source, token } = await live.stamp(imprint)
    expect(failures).toEqual([])
    const { policy } = checkTimeStampToken(token, { imprint, trust: live.trust })
    expect({ source, policy }).toEqual({ source: 'external', policy: '1.2.3.4.1' })
  }),
)
