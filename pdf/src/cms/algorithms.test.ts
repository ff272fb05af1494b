import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { checkValue, type HashName, readPublicKey, readSignatureAlgorithm, verifyValue } from './algorithms.ts'
import { readDer } from './der-reader.ts'
import { derExplicit, derInteger, derOid, derSequence, nullValue } from './der-writer.ts'

const data = new TextEncoder().encode('lo que se firmó')
const spkiOf = (key: KeyObject): Uint8Array => new Uint8Array(key.export({ type: 'spki', format: 'der' }))
const rsaKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pssKeys = generateKeyPairSync('rsa-pss', { modulusLength: 2048 })
const curves = ['P-256', 'P-384', 'P-521'] as const

const hashes: readonly (readonly [HashName, string, digest: string, rsa: string, ecdsa: string])[] = [
  ['SHA-1', 'sha1', '1.3.14.3.2.26', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'],
  ['SHA-256', 'sha256', '2.16.840.1.101.3.4.2.1', '1.2.840.113549.1.1.11', '1.2.840.10045.4.3.2'],
  ['SHA-384', 'sha384', '2.16.840.1.101.3.4.2.2', '1.2.840.113549.1.1.12', '1.2.840.10045.4.3.3'],
  ['SHA-512', 'sha512', '2.16.840.1.101.3.4.2.3', '1.2.840.113549.1.1.13', '1.2.840.10045.4.3.4'],
  ['SHA3-256', 'sha3-256', '2.16.840.1.101.3.4.2.8', '2.16.840.1.101.3.4.3.14', '2.16.840.1.101.3.4.3.10'],
  ['SHA3-384', 'sha3-384', '2.16.840.1.101.3.4.2.9', '2.16.840.1.101.3.4.3.15', '2.16.840.1.101.3.4.3.11'],
  ['SHA3-512', 'sha3-512', '2.16.840.1.101.3.4.2.10', '2.16.840.1.101.3.4.3.16', '2.16.840.1.101.3.4.3.12'],
]

const expectVerified = async (spki: Uint8Array, algorithm: Uint8Array, value: Uint8Array, hash?: HashName) => {
  const read = readSignatureAlgorithm(readDer(algorithm), hash)
  if (read === undefined) throw new Error('an algorithm')
  expect(await verifyValue(spki, read, value, data)).toBe(true)
  expect(await verifyValue(spki, read, value, data.subarray(1))).toBe(false)
  const other = Uint8Array.from(value)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  expect(await verifyValue(spki, read, other, data)).toBe(false)
}

describe.each(hashes)('signatures with %s', (name, hash, digest, rsaOid, ecdsaOid) => {
  test('RSA PKCS#1 v1.5 verifies, named by the signature algorithm or by rsaEncryption and a hash', async () => {
    const value = new Uint8Array(sign(hash, data, rsaKeys.privateKey))
    await expectVerified(spkiOf(rsaKeys.publicKey), derSequence(derOid(rsaOid), nullValue()), value)
    const keyAlone = derSequence(derOid('1.2.840.113549.1.1.1'), nullValue())
    await expectVerified(spkiOf(rsaKeys.publicKey), keyAlone, value, name)
  })

  test.each([
    ['a general RSA key', rsaKeys],
    ['an RSA-PSS key', pssKeys],
  ])('RSA-PSS verifies with %s', async (_, { privateKey, publicKey }) => {
    const saltLength = 32
    const padding = constants.RSA_PKCS1_PSS_PADDING
    const value = new Uint8Array(sign(hash, data, { key: privateKey, padding, saltLength }))
    const hashId = derSequence(derOid(digest))
    const mask = derSequence(derOid('1.2.840.113549.1.1.8'), hashId)
    const parameters = derSequence(derExplicit(0, hashId), derExplicit(1, mask), derExplicit(2, derInteger(saltLength)))
    await expectVerified(spkiOf(publicKey), derSequence(derOid('1.2.840.113549.1.1.10'), parameters), value)
  })

  test.each(curves)('ECDSA verifies with the curve %s', async (namedCurve) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
    for (let i = 0; i < 4; i++) {
      const value = new Uint8Array(sign(hash, data, privateKey))
      await expectVerified(spkiOf(publicKey), derSequence(derOid(ecdsaOid)), value)
    }
  })
})

test.each([
  ['ed25519', '1.3.101.112'],
  ['ed448', '1.3.101.113'],
] as const)('a signature with %s verifies', async (type, id) => {
  // Each overload of `generateKeyPairSync` takes one literal.
  const { privateKey, publicKey } = type === 'ed25519' ? generateKeyPairSync(type) : generateKeyPairSync(type)
  await expectVerified(spkiOf(publicKey), derSequence(derOid(id)), new Uint8Array(sign(null, data, privateKey)))
})

test('an unknown curve or an algorithm that the platform lacks is reported as unsupported, not as wrong', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })
  const value = new Uint8Array(sign('sha256', data, privateKey))
  expect(await checkValue(spkiOf(publicKey), { kind: 'ecdsa', hash: 'SHA-256' }, value, data)).toBe('unsupported')
  const verify = jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError'))
  const edwards = generateKeyPairSync('ed25519')
  const right = new Uint8Array(sign(null, data, edwards.privateKey))
  expect(await checkValue(spkiOf(edwards.publicKey), { kind: 'Ed25519', hash: undefined }, right, data)).toBe(
    'unsupported',
  )
  verify.mockRestore()
})

test('RSA-PSS with another hash for its mask and an unknown algorithm are not recognised', () => {
  const mask = derSequence(derOid('1.2.840.113549.1.1.8'), derSequence(derOid('1.3.14.3.2.26')))
  const mixed = derSequence(derExplicit(0, derSequence(derOid('2.16.840.1.101.3.4.2.1'))), derExplicit(1, mask))
  expect(readSignatureAlgorithm(readDer(derSequence(derOid('1.2.840.113549.1.1.10'), mixed)))).toBeUndefined()
  expect(readSignatureAlgorithm(readDer(derSequence(derOid('1.2.840.113549.1.1.4'), nullValue())))).toBeUndefined()
})

test('a key of another kind, or a malformed key, verifies no signature', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const value = new Uint8Array(sign('sha256', data, rsaKeys.privateKey))
  expect(await verifyValue(spkiOf(publicKey), { kind: 'rsa', hash: 'SHA-256' }, value, data)).toBe(false)
  expect(await verifyValue(spkiOf(rsaKeys.publicKey), { kind: 'ecdsa', hash: 'SHA-256' }, value, data)).toBe(false)
  expect(await verifyValue(Uint8Array.of(1, 2), { kind: 'rsa', hash: 'SHA-256' }, value, data)).toBe(false)
})

test.each([
  [rsaKeys.publicKey, { kind: 'rsa', bits: 2048 }],
  [generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey, { kind: 'ec', curve: 'P-521', bytes: 66 }],
  [generateKeyPairSync('ed25519').publicKey, { kind: 'Ed25519' }],
  [generateKeyPairSync('x25519').publicKey, undefined],
])('%#: readPublicKey returns the kind of a key with its size or curve', (key, expected) => {
  expect(readPublicKey(spkiOf(key))).toEqual(expected)
})
