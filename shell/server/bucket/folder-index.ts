import * as v from 'valibot'
import { fileTypeOf, uncompressedName } from '../release-files/file-types.ts'
import { isPlain } from '../release-files/open-below.ts'

const FileSchema = v.pipe(
  v.string(),
  v.check((file) => isPlain(file) && fileTypeOf(uncompressedName(file)) !== undefined),
)
const HashSchema = v.pipe(v.string(), v.hexadecimal(), v.length(64))

/** SHA-256 by file. */
const IndexSchema = v.object({ files: v.record(FileSchema, HashSchema) })
export type FolderIndex = Readonly<Record<string, string>>

export const indexText = (index: FolderIndex): string =>
  JSON.stringify({ files: Object.fromEntries(Object.entries(index).sort(([a], [b]) => (a < b ? -1 : 1))) })

export const parseIndex = (text: string): FolderIndex | undefined => {
  try {
    return v.parse(IndexSchema, JSON.parse(text)).files
  } catch {
    return undefined
  }
}
