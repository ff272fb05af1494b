const IDENTITY = Uint8Array.from({ length: 256 }, (_, index) => index)

/** RC4 encrypts and decrypts alike. No library that we use has it: it protects nothing, but old PDF files use it. */
export function applyRc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = IDENTITY.slice()
  const at = (index: number): number => state[index] ?? 0
  const swap = (a: number, b: number): void => {
    const kept = at(a)
    state[a] = at(b)
    state[b] = kept
  }
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  const result = new Uint8Array(data.length)
  let i = 0
  j = 0
  for (let position = 0; position < data.length; position++) {
    i = (i + 1) & 255
    j = (j + at(i)) & 255
    swap(i, j)
    result[position] = (data[position] ?? 0) ^ at((at(i) + at(j)) & 255)
  }
  return result
}
