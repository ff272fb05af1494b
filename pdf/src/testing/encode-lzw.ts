export const encodeLzw = (data: Uint8Array, early = true): Uint8Array => {
  const bits: number[] = []
  let table = new Map<string, number>()
  let width = 9
  const write = (code: number): void => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1)
  }
  const codeOf = (sequence: string): number =>
    sequence.length === 1 ? sequence.charCodeAt(0) : (table.get(sequence) ?? -1)
  write(256)
  let sequence = ''
  for (const byte of data) {
    const longer = sequence + String.fromCharCode(byte)
    if (codeOf(longer) >= 0) {
      sequence = longer
      continue
    }
    write(codeOf(sequence))
    table.set(longer, 258 + table.size)
    sequence = String.fromCharCode(byte)
    const size = 257 + table.size + (early ? 1 : 0)
    if (size >= 4095) {
      write(256)
      table = new Map()
      width = 9
    } else width = 32 - Math.clz32(size)
  }
  if (sequence !== '') write(codeOf(sequence))
  // The decoder has one more entry at this point.
  width = Math.min(12, 32 - Math.clz32(258 + table.size + (early ? 1 : 0)))
  write(257)
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  bits.forEach((bit, at) => {
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (7 - (at % 8)))
  })
  return bytes
}
