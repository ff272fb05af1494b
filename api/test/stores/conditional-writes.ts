import type { IncomingHttpHeaders } from 'node:http'

export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  status: number
  body: unknown
  readonly response: { get(field: string): string }
}

/** S3's `If-Match` and `If-None-Match: *` for s3rver, which ignores both. */
export const conditionalWrites = () => {
  const versions = new Map<string, string>()
  let turn: Promise<void> = Promise.resolve()
  return async (exchange: Exchange, next: () => Promise<void>): Promise<void> => {
    const { method, path, headers } = exchange
    if (method !== 'PUT' && method !== 'DELETE') return next()
    const write = async (): Promise<void> => {
      const present = versions.get(path)
      const wanted = headers['if-match'] ?? present
      if (wanted !== present || (headers['if-none-match'] === '*' && present !== undefined)) {
        exchange.status = 412
        exchange.body = '<Error><Code>PreconditionFailed</Code></Error>'
        return
      }
      await next()
      if (method === 'DELETE') versions.delete(path)
      else if (exchange.status === 200) versions.set(path, exchange.response.get('etag'))
    }
    const own = turn.then(write)
    turn = own.catch(() => undefined)
    return own
  }
}
