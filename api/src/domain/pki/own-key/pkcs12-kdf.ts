import { createHash } from 'node:crypto'

/** Purpose ids (RFC 7292, B.3). */
const kdfPurposes = { key: 1, iv: 2, mac: 3 } as const

const fillTo = (bytes: Uint8Array, block: number): Uint8Array => {
  if (bytes.length === 0) return bytes
  const result = new Uint8Array(Math.ceil(bytes.length / block) * block)
  for (let at = 0; at < result.length; at++) result[at] = bytes[at % bytes.length] ?? 0
  return result
}

/** UTF-16BE with a trailing zero. */
const bmpPassword = (password: string): Uint8Array => {
  const bytes = Buffer.from(`${password}\0`, 'utf16le')
  return new Uint8Array(bytes.swap16())
}

/** RFC 7292, B.2, step 6C. */
const addToBlocks = (target: Uint8Array, addend: Uint8Array): void => {
  for (let start = 0; start < target.length; start += addend.length) {
    let carry = 1
    for (let at = addend.length - 1; at >= 0; at--) {
      const sum = (target[start + at] ?? 0) + (addend[at] ?? 0) + carry
      target[start + at] = sum & 0xff
      carry = sum >> 8
    }
  }
}

/** `length` in bytes; `purpose` is the ID byte (RFC 7292, B.3). */
export interface Pkcs12KdfInput {
  readonly hash: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  readonly password: string
  readonly salt: Uint8Array
  readonly iterations: number
  readonly purpose: keyof typeof kdfPurposes
  readonly length: number
}

/** RFC 7292, B.2. */
export const pkcs12Kdf = ({ hash, password, salt, iterations, purpose, length }: Pkcs12KdfInput): Uint8Array => {
  const block = hash === 'sha384' || hash === 'sha512' ? 128 : 64
  const diversifier = new Uint8Array(block).fill(kdfPurposes[purpose])
  const input = Buffer.concat([fillTo(salt, block), fillTo(bmpPassword(password), block)])
  const result: Uint8Array[] = []
  for (let made = 0; made < length; ) {
    let digest: Uint8Array = createHash(hash).update(diversifier).update(input).digest()
    for (let round = 1; round < iterations; round++) digest = createHash(hash).update(digest).digest()
    result.push(digest)
    made += digest.length
    addToBlocks(input, fillTo(digest, block).subarray(0, block))
  }
  return new Uint8Array(Buffer.concat(result).subarray(0, length))
}
