const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const primes = (count: number): number[] => {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}

/** First 32 bits of the fraction (FIPS 180-4, 4.2.2 and 5.3.3). */
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32) >>> 0

const ROUNDS = 64
const constants = Uint32Array.from(primes(ROUNDS), (prime) => fraction(Math.cbrt(prime)))
const initial = primes(8).map((prime) => fraction(Math.sqrt(prime)))

/** FIPS 180-4, 5.1.1. */
const padded = (bytes: Uint8Array): DataView => {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const whole = new Uint8Array(length)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(length - 4, bytes.length << 3)
  return view
}

const schedule = (words: Uint32Array, view: DataView, start: number): void => {
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(start + index * 4)
  for (let index = 16; index < ROUNDS; index += 1) {
    const early = words[index - 15] ?? 0
    const late = words[index - 2] ?? 0
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[index] = ((words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large) | 0
  }
}

type State = [number, number, number, number, number, number, number, number]

const compress = (before: State, words: Uint32Array): State => {
  let [a, b, c, d, e, f, g, h] = before
  for (let index = 0; index < ROUNDS; index += 1) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (constants[index] ?? 0) + (words[index] ?? 0)) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  const after = [a, b, c, d, e, f, g, h]
  return before.map((word, index) => (word + (after[index] ?? 0)) | 0) as State
}

/** For insecure contexts without `crypto.subtle`. */
export const sha256Hex = (bytes: Uint8Array): string => {
  const view = padded(bytes)
  const words = new Uint32Array(ROUNDS)
  let state = initial as State
  for (let start = 0; start < view.byteLength; start += 64) {
    schedule(words, view, start)
    state = compress(state, words)
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
