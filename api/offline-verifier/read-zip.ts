/** `name` has no folders. */
export interface EvidenceFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const STORED = 0
const END_SIZE = 22
const COMMENT_MAX = 0xffff

export class ZipError extends Error {
  override readonly name = 'ZipError'
}

const findEnd = (view: DataView): number => {
  const lowest = Math.max(0, view.byteLength - END_SIZE - COMMENT_MAX)
  for (let at = view.byteLength - END_SIZE; at >= lowest; at--) if (view.getUint32(at, true) === END) return at
  throw new ZipError('not a zip file')
}

const readEntry = (view: DataView, at: number): { readonly file: EvidenceFile; readonly next: number } => {
  if (view.getUint32(at, true) !== ENTRY) throw new ZipError('the directory is damaged')
  if (view.getUint16(at + 10, true) !== STORED) throw new ZipError('a file is compressed')
  const size = view.getUint32(at + 24, true)
  const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
  if (name === undefined || extra === undefined || comment === undefined) throw new ZipError('the directory is damaged')
  const local = view.getUint32(at + 42, true)
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const of = (from: number, length: number) => new Uint8Array(view.buffer, view.byteOffset + from, length)
  const path = new TextDecoder().decode(of(at + 46, name))
  const file = { name: path.split('/').at(-1) ?? path, bytes: new Uint8Array(of(start, size)) }
  return { file, next: at + 46 + name + extra + comment }
}

/** Reads an uncompressed zip (APPNOTE.TXT, 4.3). */
export const readStoredZip = (bytes: Uint8Array<ArrayBuffer>): EvidenceFile[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = findEnd(view)
    const files: EvidenceFile[] = []
    let at = view.getUint32(end + 16, true)
    for (let count = view.getUint16(end + 10, true); count > 0; count--) {
      const { file, next } = readEntry(view, at)
      files.push(file)
      at = next
    }
    return files
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('the zip file ends too early', { cause: error })
  }
}
