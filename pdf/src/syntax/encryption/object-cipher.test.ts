import { createDecipheriv } from 'node:crypto'
import fc from 'fast-check'
import { asciiBytes } from '../serialize.ts'
import { createObjectKeys, decryptBytes, encryptBytes } from './object-cipher.ts'
import { applyRc4 } from './rc4.ts'

const place = { num: 300, gen: 2 }
const methods = ['None', 'V2', 'AESV2', 'AESV3'] as const
const fileKey = (method: (typeof methods)[number]): Uint8Array => new Uint8Array(method === 'AESV3' ? 32 : 16).fill(7)
const keyOf = (method: (typeof methods)[number]) => createObjectKeys(fileKey(method))

test.each([
  ['Key', 'Plaintext', 'bbf316e8d940af0ad3'],
  ['Wiki', 'pedia', '1021bf0420'],
])('RC4 with the key %s gives the published bytes', (key, text, expected) => {
  expect(Buffer.from(applyRc4(asciiBytes(key), asciiBytes(text))).toString('hex')).toBe(expected)
})

test('bytes are the same after encrypting and decrypting, and the same input gives the same bytes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...methods), fc.uint8Array({ maxLength: 100 }), (method, data) => {
      const key = keyOf(method)
      const encrypted = encryptBytes(method, key, place, data)
      expect(decryptBytes(method, key, place, encrypted)).toEqual(data)
      expect(encryptBytes(method, key, place, data)).toEqual(encrypted)
    }),
  )
})

test('AES with 256 bits is what OpenSSL decrypts, and each object and attempt has another vector', () => {
  const data = asciiBytes('Ana Mora')
  const key = keyOf('AESV3')
  const encrypted = encryptBytes('AESV3', key, place, data)
  const decipher = createDecipheriv('aes-256-cbc', fileKey('AESV3'), encrypted.subarray(0, 16))
  const plain = Buffer.concat([decipher.update(encrypted.subarray(16)), decipher.final()])
  expect(plain.toString('latin1')).toBe('Ana Mora')
  const others = [encryptBytes('AESV3', key, { num: 301, gen: 2 }, data), encryptBytes('AESV3', key, place, data, 1)]
  const vectors = [encrypted, ...others].map((bytes) => Buffer.from(bytes.subarray(0, 16)).toString('hex'))
  expect(new Set(vectors).size).toBe(3)
})

test.each<[string, number]>([
  ['half a block', 8],
  ['a vector alone', 16],
  ['a block and a half', 40],
  ['no padding', 32],
])('bytes that AES never writes are refused: %s', (_, length) => {
  const data = new Uint8Array(length).fill(1)
  expect(() => decryptBytes('AESV2', keyOf('AESV2'), place, data)).toThrow(/whole blocks|padding/)
})

test('an empty stream is empty', () => {
  expect(decryptBytes('AESV3', keyOf('AESV3'), place, new Uint8Array())).toHaveLength(0)
})
