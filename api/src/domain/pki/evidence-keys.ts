import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignatureError } from 'pdf/cms'
import { DAY_MS } from '../../platform/clock.ts'
import { isKeyOf, type OpenAuthority } from './authority.ts'
import type { PublicationUrls, RandomBytes } from './certificates.ts'
import { issueLeaf } from './issue-leaf.ts'
import { readFileSet, writeFileSet } from './key-store.ts'

interface EvidenceSignature {
  /** SHA-256 of the certificate, hexadecimal. */
  readonly key: string
  /** ECDSA-Sig-Value over SHA-256, base64. */
  readonly signature: string
}

/** Verifies with certificates alone: the doctor and bundles have no key. */
export interface EvidenceVerifier {
  holds(text: string, signature: EvidenceSignature): boolean
}

/** For log heads and completion certificates. */
export interface EvidenceKeys extends EvidenceVerifier {
  sign(text: string): EvidenceSignature
  /** DER: own certificate first, root last. */
  readonly current: {
    readonly certificate: X509Certificate
    readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
    readonly key: KeyObject
  }
  readonly certificates: readonly Uint8Array[]
}

/** With the chain of its authority. */
interface EvidenceHolder extends OpenAuthority {
  readonly id: string
}

export interface EvidenceKeyOptions {
  readonly random: RandomBytes
  readonly urlsOf: (authority: X509Certificate) => PublicationUrls
}

const COMMON_NAME = 'Trazo Platform Evidence'
const FILES = ['log.crt', 'log.key'] as const
/** Generations: new heads use the newest, old heads keep theirs. */
const SETS = /^evidence(?:-\d+)?$/

/** SHA-256, hexadecimal. */
const certificateId = ({ fingerprint256 }: X509Certificate): string => fingerprint256.replaceAll(':', '').toLowerCase()

const setName = (generation: number): string => (generation === 0 ? 'evidence' : `evidence-${generation + 1}`)

const openSet = (files: Record<(typeof FILES)[number], string>, issuing: OpenAuthority): EvidenceHolder => {
  try {
    const certificate = new X509Certificate(files['log.crt'])
    const key = createPrivateKey(files['log.key'])
    if (!isKeyOf(key, certificate)) throw new Error('the key is not the certificate’s')
    if (!certificate.verify(issuing.certificate.publicKey)) throw new Error('another authority issued it')
    return { id: certificateId(certificate), certificate, key, chain: issuing.chain }
  } catch (error) {
    throw new SignatureError('KEYS_UNUSABLE', `the platform's evidence keys are damaged: ${String(error)}`)
  }
}

const makeSet = async (issuing: OpenAuthority, { random, urlsOf }: EvidenceKeyOptions) => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // Valid as long as its authority.
  const from = new Date(issuing.certificate.validFrom)
  const days = Math.floor((Date.parse(issuing.certificate.validTo) - from.getTime()) / DAY_MS)
  const certificate = await issueLeaf({
    commonName: COMMON_NAME,
    publicKey: new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' })),
    issuer: issuing,
    purpose: 'evidenceSigning',
    from,
    days,
    random,
    urls: urlsOf(issuing.certificate),
  })
  const key = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return { 'log.crt': certificate.toString(), 'log.key': key }
}

const ensureSet = async (directory: string, index: number, issuing: OpenAuthority, options: EvidenceKeyOptions) => {
  const read = () => readFileSet(directory, setName(index), FILES)
  const found = await read()
  if (found !== undefined) return openSet(found, issuing)
  const files = await makeSet(issuing, options)
  await writeFileSet(directory, setName(index), files)
  return openSet(files, issuing)
}

const verifierOf = (certificates: ReadonlyMap<string, X509Certificate>): EvidenceVerifier => {
  // A certificate reads its key anew each time.
  const keys = new Map([...certificates].map(([id, { publicKey }]) => [id, publicKey]))
  return {
    holds: (text, { key, signature }) => {
      const publicKey = keys.get(key)
      if (publicKey === undefined) return false
      return verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
    },
  }
}

/** Creates missing ones. @param generations oldest first */
export const ensureEvidenceKeys = async (
  directory: string,
  generations: readonly [OpenAuthority, ...OpenAuthority[]],
  options: EvidenceKeyOptions,
): Promise<EvidenceKeys> => {
  const first = await ensureSet(directory, 0, generations[0], options)
  const holders = [first]
  for (const [index, issuing] of generations.entries())
    if (index > 0) holders.push(await ensureSet(directory, index, issuing, options))
  const newest = holders.at(-1) ?? first
  return {
    ...verifierOf(new Map(holders.map(({ id, certificate }) => [id, certificate]))),
    sign: (text) => ({
      key: newest.id,
      signature: sign('sha256', Buffer.from(text), newest.key).toString('base64'),
    }),
    current: {
      certificate: newest.certificate,
      certificates: [new Uint8Array(newest.certificate.raw), ...newest.chain],
      key: newest.key,
    },
    certificates: holders.flatMap(({ certificate, chain }) => [new Uint8Array(certificate.raw), ...chain]),
  }
}

/** Reads certificates without keys, for programs that only check. */
export const readEvidenceVerifier = async (directory: string): Promise<EvidenceVerifier> => {
  const names = await readdir(directory).catch(() => [])
  const certificates = new Map<string, X509Certificate>()
  for (const set of names.filter((name) => SETS.test(name))) {
    const certificate = new X509Certificate(await readFile(join(directory, set, 'log.crt')))
    certificates.set(certificateId(certificate), certificate)
  }
  return verifierOf(certificates)
}
