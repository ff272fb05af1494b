import { randomBytes } from 'node:crypto'

const BITS_53 = (1n << 53n) - 1n

/** Returns 53 random bits, never 0: unguessable and exact as a JSON number. */
export const newId = (): number => {
  const id = Number(randomBytes(8).readBigUInt64BE() & BITS_53)
  return id === 0 ? newId() : id
}
