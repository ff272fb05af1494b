import type { ObjectReader } from '../object-reader.ts'
import { isArray, isString, type PdfDict } from '../objects.ts'

/**
 * The first part of /ID, which keys of encryption are made of (ISO 32000-2, 14.4). Array and parts may be references,
 * although that is wrong in encrypted files: readers follow them, and take the bytes as they lie in the file.
 *
 * @param resolve of an encrypted file: without decryption
 */
export const permanentFileId = (trailer: PdfDict, resolve: ObjectReader['resolve']): Uint8Array | undefined => {
  const id = resolve(trailer.entries.get('ID'))
  const first = resolve(isArray(id) ? id.items[0] : undefined)
  return isString(first) ? first.bytes : undefined
}
