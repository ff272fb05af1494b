import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { BlobDamagedError } from './blob-store.ts'

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
      else done(new BlobDamagedError(`the stored bytes of ${sha256} are damaged`))
    },
  })
  // Errors reach the reader by the verifier.
  pipeline(source, verifier, () => undefined)
  return verifier
}
