/** The saved document doesn't start with the original bytes. */
export class NotAppended extends Error {
  override readonly name = 'NotAppended'
}

/**
 * Returns what `after` appends to `before`: the server adds it to its own copy.
 *
 * @throws NotAppended if `after` does not begin with `before`
 */
export const appendedTo = (before: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> => {
  const same = after.length >= before.length && before.every((byte, index) => byte === after[index])
  if (!same) throw new NotAppended('the saved document does not begin with the one that was opened')
  return after.slice(before.length)
}

/** Search range for the header (ISO 32000-2, 7.5.2; ISO 32000-1, Annex I). */
const HEADER_WITHIN = 1024
const HEADER = '%PDF-'

/**
 * Drops bytes before the header. File offsets count from
 * the header, but pdf.js counts from the first byte.
 */
export const fromHeader = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_WITHIN)).indexOf(HEADER)
  return start > 0 ? bytes.subarray(start) : bytes
}
