import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { octetString } from 'pdf/cms'
import { certificateIdOf, checkCrl, checkOcsp, encodeOcspRequest } from 'pdf/cms/node'
import { hasTool } from 'pdf/testing/node'
import { DAY_MS } from '../../platform/clock.ts'
import { createAskRevocation } from './ask-revocation.ts'

const suite = hasTool('openssl') ? describe : describe.skip

let folder: string
let now: Date
const run = (...args: string[]): void => {
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
}
const certificate = (name: string): X509Certificate => new X509Certificate(readFileSync(join(folder, `${name}.pem`)))
const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)))

const config = [
  '[ca]\ndefault_ca=one\n[one]\ndatabase=index\nserial=serial\ncrlnumber=crlnumber\nnew_certs_dir=.\ndefault_md=sha256',
  'policy=any\ndefault_days=10\ndefault_crl_days=5\ncertificate=ca.pem\nprivate_key=ca.key\ncrl_extensions=crl',
  '[any]\ncommonName=supplied\n[req]\ndistinguished_name=names\n[names]\n[crl]\nauthorityKeyIdentifier=keyid',
  '[auth]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash',
  '[leaf]\nbasicConstraints=critical,CA:FALSE',
  '[ocsp]\nextendedKeyUsage=OCSPSigning\nkeyUsage=critical,digitalSignature',
  '[partial]\nissuingDistributionPoint=critical,@idp\n[idp]\nonlyuser=TRUE',
].join('\n')

const issue = (name: string, section: string): void => {
  run(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
    '-subj',
    `/CN=${name}`,
    '-config',
    'c',
  )
  run('ca', '-config', 'c', '-batch', '-notext', '-in', `${name}.csr`, '-extensions', section, '-out', `${name}.pem`)
}

const makeCrl = (name: string, ...args: string[]): Uint8Array => {
  run('ca', '-config', 'c', '-gencrl', '-out', 'crl.pem', ...args)
  run('crl', '-in', 'crl.pem', '-outform', 'DER', '-out', name)
  return bytes(name)
}

const answer = (about: string, signer: string, nonce: Uint8Array): Uint8Array => {
  const id = certificateIdOf(certificate(about), certificate('ca'), 'sha1')
  writeFileSync(join(folder, 'request'), encodeOcspRequest(id, nonce))
  const by = ['-index', 'index', '-CA', 'ca.pem', '-rsigner', `${signer}.pem`, '-rkey', `${signer}.key`, '-ndays', '2']
  run('ocsp', '-reqin', 'request', ...by, '-respout', 'response')
  return bytes('response')
}

suite('what other authorities say', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trazo-revocation-'))
    for (const [name, text] of Object.entries({ c: config, index: '', serial: '10\n', crlnumber: '01\n' }))
      writeFileSync(join(folder, name), text)
    const self = ['-x509', '-days', '20', '-subj', '/CN=Otra CA', '-config', 'c', '-extensions', 'auth']
    run('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'ca.key', '-out', 'ca.pem', ...self)
    issue('good', 'leaf')
    issue('revoked', 'leaf')
    issue('responder', 'ocsp')
    run('ca', '-config', 'c', '-revoke', 'revoked.pem', '-crl_reason', 'keyCompromise')
    now = new Date(Date.now() + 1000)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('checkCrl reads the status from the CRL of the issuer, and refuses another issuer and a forged CRL', () => {
    const crl = makeCrl('a.crl')
    const ca = certificate('ca')
    expect(checkCrl(crl, certificate('good'), ca, now)).toEqual({ kind: 'good' })
    expect(checkCrl(crl, certificate('revoked'), ca, now)).toMatchObject({ kind: 'revoked', reason: 1 })
    expect(() => checkCrl(crl, certificate('good'), certificate('responder'), now)).toThrow('another authority')
    const forged = crl.with(crl.length - 1, (crl.at(-1) ?? 0) ^ 1)
    expect(() => checkCrl(forged, certificate('good'), ca, now)).toThrow('not the issuer’s')
  })

  test('checkCrl refuses a CRL that is outdated, from the future or partial', () => {
    const crl = makeCrl('a.crl')
    const ca = certificate('ca')
    const at = (days: number): Date => new Date(now.getTime() + days * DAY_MS)
    expect(() => checkCrl(crl, certificate('good'), ca, at(6))).toThrow('out of date')
    expect(() => checkCrl(crl, certificate('good'), ca, at(-1))).toThrow('from the future')
    const partial = makeCrl('b.crl', '-crlexts', 'partial')
    expect(() => checkCrl(partial, certificate('good'), ca, now)).toThrow('an extension that is not known (2.5.29.28)')
  })

  const nonce = Uint8Array.of(9, 8, 7)
  const options = () => ({ at: now, nonce: octetString(nonce) })

  test.each(['ca', 'responder'])('checkOcsp reads the status from an OCSP response signed by %s', (signer) => {
    const ca = certificate('ca')
    const good = checkOcsp(answer('good', signer, nonce), certificate('good'), ca, options())
    expect(good.status).toEqual({ kind: 'good' })
    expect(good.responder?.subject).toBe(signer === 'ca' ? undefined : 'CN=responder')
    const revoked = checkOcsp(answer('revoked', signer, nonce), certificate('revoked'), ca, options())
    expect(revoked.status).toMatchObject({ kind: 'revoked', reason: 1 })
  })

  test('checkOcsp refuses an answer with another signer, certificate or nonce, and an outdated answer', () => {
    const ca = certificate('ca')
    const about = certificate('good')
    expect(() => checkOcsp(answer('good', 'revoked', nonce), about, ca, options())).toThrow('not signed by the issuer')
    expect(() => checkOcsp(answer('revoked', 'ca', nonce), about, ca, options())).toThrow('another certificate')
    expect(() => checkOcsp(answer('good', 'ca', Uint8Array.of(1)), about, ca, options())).toThrow('another question')
    const late = { ...options(), at: new Date(now.getTime() + 3 * DAY_MS) }
    expect(() => checkOcsp(answer('good', 'ca', nonce), about, ca, late)).toThrow('out of date')
  })

  test('the revocation check calls no address when the certificate names no responder', async () => {
    const ask = createAskRevocation(() => Promise.reject(new Error('no address may be called')))
    const found = await ask(certificate('good'), certificate('ca'), now)
    expect(found).toEqual({ kind: 'unanswered', reason: 'the certificate names no responder' })
  })
})
