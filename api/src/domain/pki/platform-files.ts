import { createPrivateKey, KeyObject, type webcrypto, X509Certificate } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { SignatureError } from 'pdf/cms'
import { DAY_MS } from '../../platform/clock.ts'
import { isKeyOf } from './authority.ts'
import { caAlgorithm, type IssuingAuthority, issueCa, type PublicationUrls, type RandomBytes } from './certificates.ts'
import { issueLeaf } from './issue-leaf.ts'
import { readFileSet, writeFileSet } from './key-store.ts'
import * as x509 from './x509.ts'

/** A certificate with its key. */
export interface KeyHolder {
  readonly certificate: X509Certificate
  readonly key: KeyObject
}

/** Both expire together. */
interface Generation {
  readonly issuing: KeyHolder
  readonly tsa: KeyHolder
}

/** Files of KEYS_DIR, opened. */
export interface PlatformKeys {
  readonly root: KeyHolder
  /** Oldest first; older ones keep serving their certificates. */
  readonly generations: readonly [Generation, ...Generation[]]
}

export interface PlatformFilesOptions {
  readonly now: () => Date
  readonly random: RandomBytes
  readonly urlsOf: (authority: X509Certificate) => PublicationUrls
}

/** Certificates of signatures are verified for years: each authority outlives what it issues. */
const ROOT_DAYS = 20 * 365
const ISSUING_DAYS = 10 * 365
/** Creates the next generation early: time stamps must last for years. */
const SUCCESSION_DAYS = 2 * 365
/** Tolerates clocks that are set back. */
const AUTHORITY_BACKDATE = DAY_MS

const names = { root: 'Trazo Platform Root', issuing: 'Trazo Platform CA', tsa: 'Trazo Platform TSA' } as const
/** Folders of generations: `platform`, `platform-2`, … */
const FIRST_SET = 'platform'
const LATER_SET = /^platform-(\d+)$/
const ROOT_FILES = ['root.crt', 'root.key'] as const
const GENERATION_FILES = ['issuing.crt', 'issuing.key', 'tsa.crt', 'tsa.key'] as const
type GenerationFiles = Record<(typeof GENERATION_FILES)[number], string>

const unusable = (message: string): SignatureError => new SignatureError('KEYS_UNUSABLE', message)

const readSet = async <Name extends string>(directory: string, set: string, files: readonly Name[]) => {
  try {
    return await readFileSet(directory, set, files)
  } catch (error) {
    throw unusable(`the platform's keys cannot be read: ${String(error)}`)
  }
}

function openHolder(certificatePem: string, keyPem: string): KeyHolder {
  try {
    const certificate = new X509Certificate(certificatePem)
    const key = createPrivateKey(keyPem)
    if (!isKeyOf(key, certificate)) throw new Error('the key is not the certificate’s')
    return { certificate, key }
  } catch (error) {
    throw unusable(`the platform's keys are damaged: ${String(error)}`)
  }
}

const openGeneration = (files: GenerationFiles): Generation => ({
  issuing: openHolder(files['issuing.crt'], files['issuing.key']),
  tsa: openHolder(files['tsa.crt'], files['tsa.key']),
})

const laterSets = async (directory: string): Promise<number[]> => {
  const found = (await readdir(directory)).flatMap((name) => LATER_SET.exec(name)?.[1] ?? [])
  return found.map(Number).sort((a, b) => a - b)
}

const generateCaKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(caAlgorithm, true, ['sign', 'verify'])

const toPem = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

const toNode = (certificate: x509.X509Certificate): X509Certificate => new X509Certificate(certificate.toString('pem'))

const firstDay = (now: Date): Date => new Date(now.getTime() - AUTHORITY_BACKDATE)

async function makeGeneration(root: IssuingAuthority, options: PlatformFilesOptions): Promise<GenerationFiles> {
  const { random, urlsOf } = options
  const from = firstDay(options.now())
  // No certificate may outlive its issuer.
  const days = Math.min(ISSUING_DAYS, Math.floor((root.certificate.notAfter.getTime() - from.getTime()) / DAY_MS))
  const keys = await generateCaKeys()
  const rootUrls = urlsOf(toNode(root.certificate))
  const issuing = await issueCa({
    commonName: names.issuing,
    keys,
    issuer: root,
    from,
    days,
    random,
    urls: rootUrls,
  })
  const tsaKeys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const tsa = await issueLeaf({
    commonName: names.tsa,
    publicKey: new Uint8Array(await crypto.subtle.exportKey('spki', tsaKeys.publicKey)),
    issuer: { certificate: toNode(issuing), key: KeyObject.from(keys.privateKey) },
    purpose: 'timeStamping',
    from,
    days,
    random,
    urls: urlsOf(toNode(issuing)),
  })
  return {
    'issuing.crt': issuing.toString('pem'),
    'issuing.key': await toPem(keys.privateKey),
    'tsa.crt': tsa.toString(),
    'tsa.key': await toPem(tsaKeys.privateKey),
  }
}

async function makeFirst(directory: string, options: PlatformFilesOptions): Promise<void> {
  const { now, random } = options
  const keys = await generateCaKeys()
  const root = await issueCa({ commonName: names.root, keys, from: firstDay(now()), days: ROOT_DAYS, random })
  const authority: IssuingAuthority = { certificate: root, signingKey: keys.privateKey }
  await writeFileSet(directory, FIRST_SET, {
    'root.crt': root.toString('pem'),
    'root.key': await toPem(keys.privateKey),
    ...(await makeGeneration(authority, options)),
  })
}

async function rootAuthority({ certificate, key }: KeyHolder): Promise<IssuingAuthority> {
  const pkcs8 = Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }))
  return {
    certificate: new x509.X509Certificate(Uint8Array.from(certificate.raw)),
    signingKey: await crypto.subtle.importKey('pkcs8', pkcs8, caAlgorithm, false, ['sign']),
  }
}

async function loadKeys(directory: string): Promise<PlatformKeys | undefined> {
  const first = await readSet(directory, FIRST_SET, [...ROOT_FILES, ...GENERATION_FILES])
  if (first === undefined) return undefined
  const later: Generation[] = []
  for (const number of await laterSets(directory)) {
    const files = await readSet(directory, `${FIRST_SET}-${number}`, GENERATION_FILES)
    if (files !== undefined) later.push(openGeneration(files))
  }
  return { root: openHolder(first['root.crt'], first['root.key']), generations: [openGeneration(first), ...later] }
}

/** Due near the end, if the root lasts a year longer. */
function isSuccessionDue({ root, generations }: PlatformKeys, now: Date): boolean {
  const ends = Date.parse(generations.at(-1)?.issuing.certificate.validTo ?? '')
  const isNear = ends > now.getTime() && ends - now.getTime() < SUCCESSION_DAYS * DAY_MS
  return isNear && Date.parse(root.certificate.validTo) - ends > 365 * DAY_MS
}

/** Never replaces keys: signatures depend on them. */
export async function ensurePlatformKeys(directory: string, options: PlatformFilesOptions): Promise<PlatformKeys> {
  let keys = await loadKeys(directory)
  if (keys === undefined) {
    await makeFirst(directory, options)
    keys = await loadKeys(directory)
  }
  if (keys === undefined) throw unusable('the keys that were just made are not there')
  if (!isSuccessionDue(keys, options.now())) return keys
  const made = await makeGeneration(await rootAuthority(keys.root), options)
  await writeFileSet(directory, `${FIRST_SET}-${keys.generations.length + 1}`, made)
  return { root: keys.root, generations: [...keys.generations, openGeneration(made)] }
}
