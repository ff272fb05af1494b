import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|mjs|css|html|json|svg|bcmap|pfb|ttf|icc|wasm)$/
/** Bytes; smaller files gain too little. */
const WORTH_COMPRESSING = 512

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Which memory level is smallest depends on the file. */
const GZIP_MEMORY_LEVELS = [5, 6, 7, 8, 9]

const smallestGzip = async (content: Buffer): Promise<Buffer> => {
  const level = constants.Z_BEST_COMPRESSION
  const all = await Promise.all(GZIP_MEMORY_LEVELS.map((memLevel) => gzipped(content, { level, memLevel })))
  return all.reduce((least, next) => (next.length < least.length ? next : least))
}

/** Writes `.br` and `.gz` next to text files, once, so that the site server compresses nothing. */
export const precompressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

const compressFile = async (file: string): Promise<void> => {
  const content = await readFile(file)
  if (content.length <= WORTH_COMPRESSING) return
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    smallestGzip(content),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
