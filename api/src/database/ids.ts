import { randomBytes } from 'node:crypto'

const BITS_53 = (1n << 53n) - 1n

/** A new identifier: 53 random bits, never 0. Nobody can count through them, and a JSON number holds them exactly. */
export const newId = (): number => {
  const id = Number(randomBytes(8).readBigUInt64BE() & BITS_53)
  return id === 0 ? newId() : id
}
