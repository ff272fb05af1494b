import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { nameOfAlgorithm, nameOfKey, nameOfSignature } from './algorithm-names.ts'
import { readDer } from './der-reader.ts'
import { derExplicit, derOid, derSequence, nullValue } from './der-writer.ts'
import { objectIdentifiers } from './oids.ts'

const spkiOf = (key: KeyObject): Uint8Array => new Uint8Array(key.export({ type: 'spki', format: 'der' }))
const curve = (namedCurve: string): Uint8Array => spkiOf(generateKeyPairSync('ec', { namedCurve }).publicKey)
const rsa = spkiOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)
const algorithm = (id: string, ...parameters: readonly Uint8Array[]) => readDer(derSequence(derOid(id), ...parameters))

const sha384 = derSequence(derOid(objectIdentifiers.sha384))
const pss = derSequence(derExplicit(0, sha384), derExplicit(1, derSequence(derOid(objectIdentifiers.mgf1), sha384)))

test.each<[string, string, Parameters<typeof nameOfSignature>]>([
  [
    'the key type and SHA-256',
    'RSA con SHA-256',
    [algorithm(objectIdentifiers.rsaEncryption, nullValue()), algorithm(objectIdentifiers.sha256), rsa],
  ],
  [
    'one identifier for both',
    'RSA con SHA-512',
    [algorithm(objectIdentifiers.rsaWithSha512), algorithm(objectIdentifiers.sha512), rsa],
  ],
  [
    'RSA-PSS parameters',
    'RSA-PSS con SHA-384',
    [algorithm(objectIdentifiers.rsaPss, pss), algorithm(objectIdentifiers.sha384), rsa],
  ],
  [
    'a curve',
    'ECDSA P-256 con SHA-256',
    [algorithm(objectIdentifiers.ecdsaWithSha256), algorithm(objectIdentifiers.sha256), curve('P-256')],
  ],
  [
    'the EC key type',
    'ECDSA P-384 con SHA-384',
    [algorithm(objectIdentifiers.ecPublicKey), algorithm(objectIdentifiers.sha384), curve('P-384')],
  ],
  [
    'an unsupported curve',
    'ECDSA P-224 con SHA-256',
    [algorithm(objectIdentifiers.ecdsaWithSha256), algorithm(objectIdentifiers.sha256), curve('secp224r1')],
  ],
  [
    'no certificate',
    'ECDSA con SHA-256',
    [algorithm(objectIdentifiers.ecdsaWithSha256), algorithm(objectIdentifiers.sha256)],
  ],
  [
    'a key that is damaged',
    'ECDSA con SHA-256',
    [algorithm(objectIdentifiers.ecdsaWithSha256), algorithm(objectIdentifiers.sha256), Uint8Array.of(1)],
  ],
  ['Ed25519', 'Ed25519 con SHA-512', [algorithm(objectIdentifiers.ed25519), algorithm(objectIdentifiers.sha512)]],
  [
    'two hashes',
    'RSA con SHA-256, SHA-1',
    [algorithm(objectIdentifiers.rsaWithSha256), algorithm(objectIdentifiers.sha1), rsa],
  ],
  ['MD5', 'RSA con MD5', [algorithm(objectIdentifiers.rsaEncryption), algorithm('1.2.840.113549.2.5'), rsa]],
  [
    'the old name of RSA with SHA-1',
    'RSA con SHA-1',
    [algorithm('1.3.14.3.2.29'), algorithm(objectIdentifiers.sha1), rsa],
  ],
  ['ML-DSA', 'ML-DSA-65, SHA-256', [algorithm('2.16.840.1.101.3.4.3.18'), algorithm(objectIdentifiers.sha256)]],
  ['an unknown identifier', 'algoritmo 1.2.3, SHA-256', [algorithm('1.2.3'), algorithm(objectIdentifiers.sha256)]],
])('a signature with %s is called «%s»', (_, expected, given) => {
  expect(nameOfSignature(...given)).toBe(expected)
})

test('no known algorithm is shown with its object identifier', () => {
  const known = Object.entries(objectIdentifiers).filter(([name]) =>
    /^(sha|shake|rsa|ecdsa|ed|ecPublicKey|dsa)/.test(name),
  )
  expect(known.length).toBeGreaterThan(20)
  for (const [, id] of known) expect(nameOfAlgorithm(algorithm(id))).not.toMatch(/\d\.\d/)
})

test.each<[string, Uint8Array]>([
  ['RSA de 1024 bits', rsa],
  ['ECDSA P-521', curve('P-521')],
  ['ECDSA brainpoolP256r1', curve('brainpoolP256r1')],
  ['ECDSA P-192', curve('prime192v1')],
  ['Ed25519', spkiOf(generateKeyPairSync('ed25519').publicKey)],
  ['DSA de 1024 bits', spkiOf(generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).publicKey)],
  ['desconocida', spkiOf(generateKeyPairSync('x25519').publicKey)],
])('a key is called «%s»', (expected, spki) => {
  expect(nameOfKey(spki)).toBe(expected)
})
