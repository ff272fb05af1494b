/** What was saved does not begin with what was opened: it would be another document. */
export class NotAppended extends Error {
  override readonly name = 'NotAppended'
}

/**
 * What was appended to a document. The server keeps its own copy of what was there before, and gets only this.
 * @throws NotAppended
 */
export const appendedTo = (before: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> => {
  const same = after.length >= before.length && before.every((byte, index) => byte === after[index])
  if (!same) throw new NotAppended('the saved document does not begin with the one that was opened')
  return after.slice(before.length)
}

/** Readers look for the header so far into a file (ISO 32000-2, 7.5.2, and Annex I of ISO 32000-1). */
const HEADER_WITHIN = 1024
const HEADER = '%PDF-'

/**
 * The document without what stands before its header (a mail's lines, a byte order mark). Offsets in a file count from
 * the header, and pdf.js counts those that it appends from the first byte that it is given.
 */
export const fromHeader = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_WITHIN)).indexOf(HEADER)
  return start > 0 ? bytes.subarray(start) : bytes
}
