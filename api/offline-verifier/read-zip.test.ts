import { crc32 } from 'node:zlib'
import { readStoredZip, ZipError } from './read-zip.ts'

interface Stored {
  readonly name: string
  readonly content: string
  /** 0 stored, 8 deflated. */
  readonly method?: number
}

const header = (size: number, write: (view: DataView) => void): Buffer => {
  const bytes = new Uint8Array(size)
  write(new DataView(bytes.buffer))
  return Buffer.from(bytes)
}

/** APPNOTE.TXT, 4.3; sizes only in the directory, like a stream. */
const zipOf = (files: readonly Stored[], comment = ''): Uint8Array<ArrayBuffer> => {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, method = 0 } of files) {
    const [title, data] = [Buffer.from(name), Buffer.from(content)]
    const local = header(30, (view) => {
      view.setUint32(0, 0x04034b50, true)
      view.setUint16(26, title.length, true)
    })
    const entry = header(46, (view) => {
      view.setUint32(0, 0x02014b50, true)
      view.setUint16(10, method, true)
      view.setUint32(16, crc32(data), true)
      view.setUint32(20, data.length, true)
      view.setUint32(24, data.length, true)
      view.setUint16(28, title.length, true)
      view.setUint32(42, offset, true)
    })
    bodies.push(local, title, data)
    entries.push(entry, title)
    offset += 30 + title.length + data.length
  }
  const end = header(22, (view) => {
    view.setUint32(0, 0x06054b50, true)
    view.setUint16(10, files.length, true)
    view.setUint32(16, offset, true)
    view.setUint16(20, comment.length, true)
  })
  return new Uint8Array(Buffer.concat([...bodies, ...entries, end, Buffer.from(comment)]))
}

const read = (bytes: Uint8Array<ArrayBuffer>) =>
  readStoredZip(bytes).map(({ name, bytes: content }) => [name, new TextDecoder().decode(content)])

const two = [
  { name: 'LEEME.txt', content: 'Hola, señor' },
  { name: 'certificados/raíz.pem', content: '' },
]

test('readStoredZip returns the files by name, without folders', () => {
  expect(read(zipOf(two))).toEqual([
    ['LEEME.txt', 'Hola, señor'],
    ['raíz.pem', ''],
  ])
  expect(read(zipOf([]))).toEqual([])
  expect(read(zipOf(two, 'un comentario'))).toHaveLength(2)
})

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['that is no archive', new Uint8Array(Buffer.from('PK nothing of the kind'))],
  ['that is empty', new Uint8Array()],
  ['that ends too early', zipOf(two).slice(0, -10)],
  ['that begins too late', zipOf(two).slice(20)],
  ['with a compressed file', zipOf([{ name: 'a', content: 'a', method: 8 }])],
])('readStoredZip rejects a file %s', (_, bytes) => {
  expect(() => readStoredZip(bytes)).toThrow(ZipError)
})
