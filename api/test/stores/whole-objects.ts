import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Exchange } from './conditional-writes.ts'

const OBJECT_PATH = /^\/[^/]+\/./

/** s3rver overwrites in place. */
export const wholeObjects = () => {
  const turns = new Map<string, Promise<void>>()
  return (exchange: Exchange, next: () => Promise<void>): Promise<void> => {
    const { path } = exchange
    if (!OBJECT_PATH.test(path)) return next()
    const answer = async (): Promise<void> => {
      await next()
      if (exchange.body instanceof Readable) exchange.body = await buffer(exchange.body)
    }
    const own = (turns.get(path) ?? Promise.resolve()).then(answer)
    const settled = own
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(path) === settled) turns.delete(path)
      })
    turns.set(path, settled)
    return own
  }
}
