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
