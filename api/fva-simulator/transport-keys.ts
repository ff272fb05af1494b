import { randomBytes, type webcrypto } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as x509 from '../src/domain/pki/x509.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY = 24 * 60 * 60 * 1000
const LIFE = 365 * DAY

interface KeyPair {
  readonly cert: string
  readonly key: string
}

interface Authority {
  readonly certificate: x509.X509Certificate
  readonly keys: webcrypto.CryptoKeyPair
}

const create = async (commonName: string, issuer: Authority | undefined, extensions: x509.Extension[]) => {
  const keys = await crypto.subtle.generateKey(EC, true, ['sign', 'verify'])
  const subject = `CN=${commonName}, O=PRUEBAS DE TRAZO`
  const now = Date.now()
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: `4${randomBytes(15).toString('hex').slice(1)}`,
    subject,
    issuer: issuer?.certificate.subjectName ?? new x509.Name(subject),
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + LIFE),
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: EC,
    extensions,
  })
  return { certificate, keys }
}

const asPem = async ({ certificate, keys }: Authority): Promise<KeyPair> => {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(der, 'PRIVATE KEY') }
}

const { clientAuth, serverAuth } = x509.ExtendedKeyUsage

const leaf = async (commonName: string, issuer: Authority): Promise<KeyPair> =>
  asPem(
    await create(commonName, issuer, [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([clientAuth, serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ]),
  )

export const SIMULATOR_NAME = 'FVA SIMULADO'

export interface TransportKeys {
  readonly ca: string
  readonly fva: KeyPair
}

export const createTransportKeys = async (folder: string): Promise<TransportKeys> => {
  const authority = await create('CA DE TRANSPORTE - PRUEBAS', undefined, [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
  ])
  const ca = authority.certificate.toString('pem')
  const pairs = {
    fva: await leaf(SIMULATOR_NAME, authority),
    entidad: await leaf('ENTIDAD DE PRUEBA', authority),
    retorno: await leaf('localhost', authority),
    ajena: await leaf('OTRA ENTIDAD', authority),
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'transporte.pem'), ca)
  for (const [name, { cert, key }] of Object.entries(pairs)) {
    await writeFile(join(folder, `${name}.crt`), cert)
    await writeFile(join(folder, `${name}.key`), key, { mode: 0o600 })
  }
  return { ca, fva: pairs.fva }
}
