import { createPublicKey, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commonNameOf, extensionOf, objectIdentifiers } from 'pdf/cms'
import { verifyChain } from 'pdf/cms/node'
import { openssl, testWith } from 'pdf/testing/node'
import { ensurePlatformPki, type PlatformPki } from './platform-pki.ts'
import { publicationUrls } from './publication.ts'

const now = new Date('2026-03-14T20:05:09Z')
const DAY_MS = 24 * 60 * 60 * 1000
const unusable = expect.objectContaining({ code: 'KEYS_UNUSABLE' })

let directory: string
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'trazo-pki-')), 'keys')
})
afterEach(() => rmSync(join(directory, '..'), { recursive: true }))

const ensure = (at = now): Promise<PlatformPki> => ensurePlatformPki(directory, { now: () => at })
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('the first start creates the authorities, and later starts load the same authorities', async () => {
  const made = await ensure()
  expect(commonNameOf(made.root.raw, 'subject')).toBe('Trazo Platform Root')
  expect(commonNameOf(made.issuing.raw, 'subject')).toBe('Trazo Platform CA')
  expect(commonNameOf(made.tsa.raw, 'subject')).toBe('Trazo Platform TSA')
  const loaded = await ensure(new Date(now.getTime() + DAY_MS))
  expect(loaded.root.fingerprint256).toBe(made.root.fingerprint256)
  expect(loaded.issuing.fingerprint256).toBe(made.issuing.fingerprint256)
  expect(loaded.tsa.fingerprint256).toBe(made.tsa.fingerprint256)
})

test('only the user of the process has access to the key files', async () => {
  await ensure()
  expect(mode(directory)).toBe('700')
  const set = join(directory, 'platform')
  expect(mode(set)).toBe('700')
  for (const file of readdirSync(set)) expect([file, mode(join(set, file))]).toEqual([file, '600'])
})

test('the start removes unfinished keys of a crash and creates a complete set', async () => {
  mkdirSync(join(directory, '.unfinished-1'), { recursive: true })
  writeFileSync(join(directory, '.unfinished-1', 'root.key'), 'half a k')
  await ensure()
  expect(readdirSync(directory)).toEqual(['evidence', 'platform'])
})

test.each(['root.key', 'issuing.crt', 'tsa.key'])(
  'the start refuses a key set without %s, and never replaces the set',
  async (file) => {
    const made = await ensure()
    const path = join(directory, 'platform', file)
    const content = readFileSync(path)
    rmSync(path)
    await expect(ensure()).rejects.toEqual(unusable)
    writeFileSync(path, content.subarray(0, 100))
    await expect(ensure()).rejects.toEqual(unusable)
    writeFileSync(path, content)
    expect((await ensure()).root.fingerprint256).toBe(made.root.fingerprint256)
  },
)

test('the start refuses a key that does not match its certificate', async () => {
  await ensure()
  const [issuing, root] = ['issuing.key', 'root.key'].map((file) => join(directory, 'platform', file))
  writeFileSync(issuing ?? '', readFileSync(root ?? ''))
  await expect(ensure()).rejects.toEqual(unusable)
})

test('the start refuses expired authorities', async () => {
  await ensure()
  await expect(ensure(new Date(now.getTime() + 11 * 365 * DAY_MS))).rejects.toEqual(unusable)
})

test('two years before the authorities expire, the start creates successors under the same root', async () => {
  const made = await ensure()
  const later = await ensure(new Date(now.getTime() + (8 * 365 + 1) * DAY_MS))
  expect(later.root.fingerprint256).toBe(made.root.fingerprint256)
  expect(later.issuing.fingerprint256).not.toBe(made.issuing.fingerprint256)
  expect(Date.parse(later.tsa.validTo)).toBeGreaterThan(Date.parse(made.tsa.validTo) + 7 * 365 * DAY_MS)
  expect(later.authorities.map(({ certificate }) => certificate.fingerprint256)).toContain(made.issuing.fingerprint256)
  const again = await ensure(new Date(now.getTime() + (8 * 365 + 2) * DAY_MS))
  expect(again.issuing.fingerprint256).toBe(later.issuing.fingerprint256)
})

describe('a signer’s certificate', () => {
  const issue = async (commonName: string, email = 'ana@example.com') => {
    const pki = await ensure()
    return { pki, identity: await pki.issueSignerCertificate({ commonName, email, now }) }
  }

  test('the certificate is valid for 365 days and chains to the root', async () => {
    const { pki, identity } = await issue('Ana Mora')
    const { certificate } = identity
    expect(new Date(certificate.validFrom)).toEqual(now)
    expect(new Date(certificate.validTo).getTime() - now.getTime()).toBe(365 * DAY_MS)
    expect(commonNameOf(certificate.raw, 'issuer')).toBe('Trazo Platform CA')
    expect(certificate.subjectAltName).toBe('email:ana@example.com')
    const chain = identity.certificates.map((der) => new X509Certificate(der))
    verifyChain(certificate, chain, [pki.root], now)
    const later = new Date(now.getTime() + 366 * DAY_MS)
    expect(() => verifyChain(certificate, chain, [pki.root], later)).toThrow('not valid at that time')
  })

  test('the certificate has the key usages for signing documents and is not an authority', async () => {
    const { identity } = await issue('Ana Mora')
    expect(identity.certificate.keyUsage).toEqual([
      objectIdentifiers.documentSigning,
      objectIdentifiers.emailProtection,
    ])
    expect(identity.certificate.ca).toBe(false)
    // BIT STRING: digitalSignature and nonRepudiation.
    expect(extensionOf(identity.certificate.raw, '2.5.29.15')).toEqual({
      critical: true,
      value: Uint8Array.of(3, 2, 6, 0xc0),
    })
    expect(
      createPublicKey(identity.certificate.publicKey.export({ format: 'pem', type: 'spki' })).asymmetricKeyDetails,
    ).toEqual({ namedCurve: 'prime256v1' })
  })

  test.each([
    ['José Pérez, "Ñandú"', 'José Pérez, "Ñandú"'],
    ['Eva, CN=Presidencia de la República', 'Eva, CN=Presidencia de la República'],
    ['#0403616263', '#0403616263'],
    ['a\\+CN=b; O=c', 'a\\+CN=b; O=c'],
    [' Ana\u0000\n Mora ', 'Ana  Mora'],
    ['N'.repeat(80), 'N'.repeat(64)],
    ['🙂'.repeat(80), '🙂'.repeat(64)],
    ['李明', '李明'],
  ])('the certificate for %j has one subject entry, the cleaned name', async (name, expected) => {
    const { identity } = await issue(name)
    expect(commonNameOf(identity.certificate.raw, 'subject')).toBe(expected)
    expect(identity.certificate.subject.split('\n')).toHaveLength(1)
  })

  test.each(['', '   ', '\u0000'])('the platform refuses a certificate for the name %j', async (name) => {
    await expect(issue(name)).rejects.toEqual(unusable)
  })

  test.each(['', 'ñandú@example.com', 'no address'])('the certificate omits the address %j', async (email) => {
    const { identity } = await issue('Ana', email)
    expect(identity.certificate.subjectAltName).toBeUndefined()
  })

  test('the key of the certificate cannot sign after its destruction', async () => {
    const { identity } = await issue('Ana')
    const value = await identity.key.sign(Uint8Array.of(1))
    expect(value[0]).toBe(0x30)
    identity.key.destroy()
    await expect(identity.key.sign(Uint8Array.of(1))).rejects.toThrow('destroyed')
  })

  test('with a public URL, the certificate contains the addresses of issuer, OCSP responder and CRL', async () => {
    const pki = await ensurePlatformPki(directory, { now: () => now, publicUrl: 'https://trazo.example' })
    const { certificate } = await pki.issueSignerCertificate({ commonName: 'Ana', email: '', now })
    const { ocsp = '', crl = '', caIssuers = '' } = publicationUrls('https://trazo.example', pki.issuing)
    expect(certificate.infoAccess).toContain(ocsp)
    expect(certificate.infoAccess).toContain(caIssuers)
    expect(Buffer.from(extensionOf(certificate.raw, '2.5.29.31')?.value ?? []).toString('latin1')).toContain(crl)
    expect(pki.issuing.infoAccess).toContain(publicationUrls('https://trazo.example', pki.root).ocsp)
  })
})

test('the certificate of the time-stamp authority has time stamping as its only, critical usage', async () => {
  const { tsa } = await ensure()
  expect(tsa.keyUsage).toEqual([objectIdentifiers.timeStamping])
  expect(extensionOf(tsa.raw, objectIdentifiers.extendedKeyUsage)?.critical).toBe(true)
})

testWith(['openssl'], 'openssl accepts the chain of a signer’s certificate', async () => {
  const pki = await ensure()
  const { certificate } = await pki.issueSignerCertificate({ commonName: 'Ana', email: 'ana@example.com', now })
  const files = { 'root.pem': pki.root.toString(), 'ca.pem': pki.issuing.toString(), 'ana.pem': certificate.toString() }
  const attime = ['-attime', String(now.getTime() / 1000), '-x509_strict']
  const args = ['verify', ...attime, '-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'ana.pem']
  expect(String(openssl(files, args))).toContain('OK')
})
