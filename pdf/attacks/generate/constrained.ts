import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { type IssuedKey, opensslFile } from '../../src/testing/node/index.ts'
import type { AttackIdentity } from './identities.ts'

interface Issuer {
  readonly certificate: string
  readonly key: string
}

/** By openssl, which knows name constraints. */
function issue(subject: string, issuer: Issuer, extensions: string): Issuer {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const files = { 'ca.pem': issuer.certificate, 'ca.key': issuer.key, 'own.key': key, 'own.cnf': extensions }
  const request = opensslFile(
    { 'own.key': key },
    ['req', '-new', '-key', 'own.key', '-subj', `/CN=${subject}`, '-out', 'own.csr'],
    'own.csr',
  )
  const args = ['x509', '-req', '-in', 'own.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '5000', '-sha256']
  const certificate = opensslFile(
    { ...files, 'own.csr': request },
    [...args, '-set_serial', '77', '-extfile', 'own.cnf', '-out', 'own.pem'],
    'own.pem',
  )
  return { certificate: Buffer.from(certificate).toString(), key }
}

const der = ({ certificate }: Issuer): Uint8Array => new Uint8Array(new X509Certificate(certificate).raw)

/**
 * An authority for addresses of example.org certifies another
 * address. The constraint is not critical, as many are.
 */
export function issueBeyondNames({ certificate, key }: IssuedKey): AttackIdentity {
  const root: Issuer = {
    certificate: new X509Certificate(certificate).toString(),
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
  const authority = issue(
    'Authority of example.org',
    root,
    'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nnameConstraints=permitted;email:example.org\n',
  )
  const signer = issue(
    'Ana Mora',
    authority,
    'keyUsage=critical,digitalSignature,nonRepudiation\nextendedKeyUsage=emailProtection\nsubjectAltName=email:ana@example.com\n',
  )
  return { certificates: [der(signer), der(authority)], key: createPrivateKey(signer.key) }
}
