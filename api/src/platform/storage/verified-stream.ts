import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { BlobFaultError } from './storage-errors.ts'

/**
 * Withholds the last bytes until the hash is right:
 * damaged bytes never look complete.
 */
export const verifiedStream = (source: Readable, sha256: string): Readable => {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  const verifier = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const before = held
      held = chunk
      done(null, before)
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, held)
      else done(new BlobFaultError(sha256, 'damaged'))
    },
  })
  // Errors reach the reader by the verifier.
  pipeline(source, verifier, () => undefined)
  return verifier
}

/** @returns bytes. @throws BlobFaultError */
export const verifyStream = async (source: AsyncIterable<Uint8Array>, sha256: string): Promise<number> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of source) {
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  if (hash.digest('hex') !== sha256) throw new BlobFaultError(sha256, 'damaged')
  return bytes
}
