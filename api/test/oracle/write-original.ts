import { asciiBytes, concatBytes } from 'pdf'

/** One byte per character. */
export class Objects {
  readonly bodies = new Map<number, string>()
  #next = 1
  reserve(): number {
    return this.#next++
  }
  put(num: number, body: string): number {
    this.bodies.set(num, body)
    return num
  }
  add(body: string): number {
    return this.put(this.reserve(), body)
  }
  stream(entries: string, data: string, length?: number): number {
    const size = length === undefined ? String(data.length) : `${length} 0 R`
    return this.add(`<<${entries} /Length ${size}>>\nstream\n${data}\nendstream`)
  }
  get size(): number {
    return this.#next
  }
}

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'

function writeBodies(bodies: Iterable<[number, string]>, offsets: Map<number, number>, from: string): string {
  let text = from
  for (const [num, body] of bodies) {
    offsets.set(num, text.length)
    text += `${num} 0 obj\n${body}\nendobj\n`
  }
  return text
}

export function writeTableFile(objects: Objects, trailer: string): Uint8Array {
  const offsets = new Map<number, number>()
  const text = writeBodies(objects.bodies, offsets, HEADER)
  const entries = Array.from({ length: objects.size }, (_, num) => {
    const offset = offsets.get(num)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  return asciiBytes(
    `${text}xref\n0 ${objects.size}\n${entries.join('')}trailer\n<</Size ${objects.size} ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

/** All but streams (ISO 32000-1, 7.5.7). */
export function writeStreamFile(objects: Objects, trailer: string): Uint8Array {
  const offsets = new Map<number, number>()
  const isStream = ([, body]: [number, string]): boolean => body.endsWith('endstream')
  const compressed = [...objects.bodies].filter((entry) => !isStream(entry))
  let data = ''
  const header = compressed.map(([num, body]) => {
    const pair = `${num} ${data.length}`
    data += `${body}\n`
    return pair
  })
  const container = objects.stream(
    `/Type /ObjStm /N ${compressed.length} /First ${header.join(' ').length + 1}`,
    `${header.join(' ')}\n${data}`,
  )
  const text = writeBodies([...objects.bodies].filter(isStream), offsets, HEADER)
  const section = objects.reserve()
  offsets.set(section, text.length)
  const rows = new Uint8Array(objects.size * 7)
  const view = new DataView(rows.buffer)
  for (let num = 0; num < objects.size; num++) {
    const index = compressed.findIndex(([each]) => each === num)
    const offset = offsets.get(num)
    view.setUint8(num * 7, index >= 0 ? 2 : offset === undefined ? 0 : 1)
    view.setUint32(num * 7 + 1, index >= 0 ? container : (offset ?? 0))
    view.setUint16(num * 7 + 5, Math.max(index, 0))
  }
  const dictionary = `<</Type /XRef /Size ${objects.size} /W [1 4 2] ${trailer} /Length ${rows.length}>>`
  return concatBytes([
    asciiBytes(`${text}${section} 0 obj\n${dictionary}\nstream\n`),
    rows,
    asciiBytes(`\nendstream\nendobj\nstartxref\n${text.length}\n%%EOF\n`),
  ])
}
