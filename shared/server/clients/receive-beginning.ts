import { Readable } from 'node:stream'

/** Bytes. */
const SMALL_BODY = 64 * 1024

const broken = (cause?: unknown): Error =>
  Object.assign(new Error('the body broke off', { cause }), { statusCode: 408 })

/**
 * Waits for a whole body, or for `most` bytes of a larger one.
 * @returns the body from its beginning
 */
export const receiveBeginning = (body: Readable, most = SMALL_BODY): Promise<Readable> =>
  new Promise((resolve, reject) => {
    // Copied: chunks of a byte would take hundreds each.
    const held = Buffer.allocUnsafe(most)
    let size = 0
    const leave = (): void => {
      body.off('readable', read).off('end', end).off('close', close).off('error', fail)
    }
    const read = (): void => {
      for (let chunk: Buffer | null = body.read(); chunk !== null; chunk = body.read()) {
        if (size + chunk.length > most) {
          leave()
          body.unshift(Buffer.concat([held.subarray(0, size), chunk]))
          resolve(body)
          return
        }
        chunk.copy(held, size)
        size += chunk.length
      }
    }
    const end = (): void => {
      leave()
      resolve(Readable.from(size === 0 ? [] : [held.subarray(0, size)], { objectMode: false }))
    }
    const fail = (error?: unknown): void => {
      leave()
      // A second error of the connection has no other listener.
      body.on('error', () => undefined)
      reject(broken(error))
    }
    const close = (): void => fail()
    body.on('readable', read).on('end', end).on('close', close).on('error', fail)
  })
