import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatBytes } from 'pdf'
import { samplePng } from 'pdf/sign'
import { buildPdf, hasTool, pdfsig } from 'pdf/testing/node'
import { EnvironmentError } from 'shared/server'
import { createPdfSigner } from '../../signing/pdf-signer.ts'
import { platformMeans, type SigningMeans } from '../../signing/signing-means.ts'
import { createTestPki, signTwice } from '../../signing/test-support/signing.ts'
import { openOwnCertificate } from './own-certificate.ts'

const suite = hasTool('openssl') ? describe : describe.skip
const PASSWORD = 'clave con ñ y espacios'
const logHead = '00'.repeat(32)

let folder: string
/** openssl uses the machine's clock. */
let now: Date
const run = (...args: string[]): Buffer => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const file = (name: string): string => join(folder, name)

const subject = (name: string): string[] => ['-utf8', '-subj', `/CN=${name}`]
const key = (kind: 'rsa' | 'ec'): string[] =>
  kind === 'rsa' ? ['-newkey', 'rsa:2048'] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']

const makeChain = (): void => {
  writeFileSync(
    file('x.cnf'),
    [
      '[ca]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash',
      '[firma]\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,nonRepudiation,digitalSignature\nextendedKeyUsage=emailProtection',
      '[web]\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth',
      '[tls]\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,keyEncipherment',
    ].join('\n'),
  )
  run(
    'req',
    '-x509',
    ...key('rsa'),
    '-nodes',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '30',
    ...subject('Raíz de la empresa'),
  )
  const issue = (name: string, kind: 'rsa' | 'ec', issuer: string, section: string, title: string): void => {
    run('req', ...key(kind), '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, ...subject(title))
    const by = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial', '-days', '20']
    run('x509', '-req', '-in', `${name}.csr`, ...by, '-extfile', 'x.cnf', '-extensions', section, '-out', `${name}.pem`)
  }
  issue('ca', 'ec', 'root', 'ca', 'CA de la empresa')
  issue('ca-rsa', 'rsa', 'root', 'ca', 'CA RSA de la empresa')
  issue('org', 'rsa', 'ca', 'firma', 'Empresa Ñandú S.A.')
  issue('tls', 'rsa', 'ca', 'tls', 'No es para firmar')
  issue('web', 'rsa', 'ca', 'web', 'ejemplo.cr')
  writeFileSync(file('chain.pem'), concatBytes([readFileSync(file('ca.pem')), readFileSync(file('root.pem'))]))
  writeFileSync(file('password'), `${PASSWORD}\n`)
}

const exportP12 = (name: string, certificate: string, chain: string | undefined, ...args: string[]): string => {
  const certfile = chain === undefined ? [] : ['-certfile', chain]
  const inputs = ['-in', `${certificate}.pem`, '-inkey', `${certificate}.key`, ...certfile]
  run('pkcs12', '-export', ...inputs, '-out', name, '-passout', 'file:password', ...args)
  return file(name)
}

const open = (p12: string, further: { readonly authorities?: string; readonly passwordFile?: string } = {}) => {
  const { authorities = null, passwordFile = file('password') } = further
  return openOwnCertificate({ kind: 'p12', p12, passwordFile, authorities }, now)
}

const expectTwoValid = (document: Uint8Array): void => {
  if (!hasTool('pdfsig')) return
  const [first, second] = pdfsig(document)
  expect([first?.valid, second?.valid]).toEqual([true, true])
}

suite('an own certificate', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trazo-p12-'))
    makeChain()
    now = new Date(Date.now() + 1000)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    ['as openssl writes it', []],
    ['with triple DES', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
    ['with AES-128 and SHA-512', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha512']],
    ['with certificates in the clear', ['-certpbe', 'NONE']],
  ])('the API reads a PKCS#12 file %s', async (_title, args) => {
    const own = await open(exportP12('org.p12', 'org', 'chain.pem', ...args))
    expect(own.kind).toBe('organisation')
    expect(own.trust.roots.map(({ subject: name }) => name)).toEqual(['CN=Raíz de la empresa'])
    if (own.kind !== 'organisation') throw new Error('not for all')
    expect(own.identity.certificates).toHaveLength(3)
    expect(own.identity.algorithm).toBe('RSA de 2048 bits con SHA-256')
  })

  const refusals: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
    [
      'with another password',
      () => {
        writeFileSync(file('other'), 'otra')
        return open(exportP12('a.p12', 'org', 'chain.pem'), { passwordFile: file('other') })
      },
      /SIGNING_P12 no se abre con la contraseña de SIGNING_P12_PASSWORD_FILE/,
    ],
    ['without the root', () => open(exportP12('a.p12', 'org', 'ca.pem')), /cadena completa.*SIGNING_P12_CA/],
    ['for web sites', () => open(exportP12('a.p12', 'web', 'chain.pem')), /un certificado para sitios web/],
    ['for something else', () => open(exportP12('a.p12', 'tls', 'chain.pem')), /no es para firmar documentos/],
    ['that is no PKCS#12 file', () => open(file('root.pem')), /no es un archivo PKCS#12/],
    ['that is not there', () => open(file('nada.p12')), /nombra un archivo que no se puede leer/],
    [
      'without a key',
      () => {
        run('pkcs12', '-export', '-nokeys', '-in', 'org.pem', '-out', 'a.p12', '-passout', 'file:password')
        return open(file('a.p12'))
      },
      /no contiene una llave privada/,
    ],
    [
      'that is over',
      () =>
        openOwnCertificate(
          {
            kind: 'p12',
            p12: exportP12('a.p12', 'org', 'chain.pem'),
            passwordFile: file('password'),
            authorities: null,
          },
          new Date(now.getTime() + 25 * 24 * 60 * 60 * 1000),
        ),
      /no está vigente/,
    ],
  ]
  test.each(refusals)(
    'the API refuses a certificate file %s, with a message in Spanish',
    async (_title, attempt, message) => {
      await expect(attempt()).rejects.toThrow(message)
      await expect(attempt()).rejects.toBeInstanceOf(EnvironmentError)
    },
  )

  test('SIGNING_P12_CA supplies the authorities that the PKCS#12 file lacks', async () => {
    const own = await open(exportP12('a.p12', 'org', undefined), { authorities: file('chain.pem') })
    expect(own.trust.roots).toHaveLength(1)
  })

  const sign = async (means: SigningMeans): Promise<Uint8Array> => {
    const signer = createPdfSigner(means.pki, means)
    await signer.selfTest(now)
    const { final } = await signTwice(signer, buildPdf({ xref: 'stream' }), samplePng(), now)
    const { tail, missing } = await signer.seal({ document: final, logHead, now })
    expect(missing).not.toContain('Trazo Platform TSA')
    return concatBytes([final, tail])
  }

  test.each(['ca', 'ca-rsa'])(
    'the organisation’s authority %s issues the signers’ certificates, and the signatures are valid',
    async (name) => {
      const own = await open(exportP12('ca.p12', name, 'root.pem'))
      if (own.kind !== 'authority') throw new Error('not an authority')
      const pki = await createTestPki({ now: () => now, ownAuthority: own.authority })
      const { certificate } = await pki.issueSignerCertificate({ commonName: 'Ana', email: '', now })
      expect(certificate.checkIssued(own.authority.certificate)).toBe(true)
      const ocsp = await pki.revocation.ocspFor(certificate, own.authority.certificate)
      expect(ocsp).toBeDefined()
      const final = await sign({ ...platformMeans(pki), trust: own.trust })
      expectTwoValid(final)
    },
  )

  test('the organisation’s certificate signs for all signers, and the signature names each signer', async () => {
    const own = await open(exportP12('org.p12', 'org', 'chain.pem'))
    if (own.kind !== 'organisation') throw new Error('not for all')
    const pki = await createTestPki({ now: () => now })
    const identities = { issueSignerCertificate: async () => own.identity }
    const final = await sign({ ...platformMeans(pki), identities, fixed: true, trust: own.trust })
    expectTwoValid(final)
    expect(Buffer.from(final).toString('latin1')).toContain('/Name (Ana Mora)')
  })
})
