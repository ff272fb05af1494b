const END = 0x06054b50
const END_SIZE = 22

/** Uncompressed files by path (APPNOTE.TXT, 4.3). */
export const readArchive = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  const end = zip.length - END_SIZE
  if (end < 0 || zip.readUInt32LE(end) !== END) return files
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, nameEnd)
    if (files.has(name)) throw new Error(`${name} stands twice`)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(name, zip.subarray(start, start + zip.readUInt32LE(at + 24)))
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
