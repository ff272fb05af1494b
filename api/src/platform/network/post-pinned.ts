import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { SECOND_MS } from '../clock.ts'
import type { OutboundTarget } from './outbound-target.ts'

/** Milliseconds for the whole exchange. */
export const POST_TIME_LIMIT = 10 * SECOND_MS
const ANSWER_MAX_BYTES = 64 * 1024

export interface PostAnswer {
  readonly status: number
  readonly bytes: Uint8Array
  readonly truncated: boolean
}

interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeLimit?: number
}

const readFirst = async (response: IncomingMessage): Promise<Pick<PostAnswer, 'bytes' | 'truncated'>> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length > ANSWER_MAX_BYTES) break
  }
  const bytes = Buffer.concat(chunks)
  return { bytes: bytes.subarray(0, ANSWER_MAX_BYTES), truncated: length > ANSWER_MAX_BYTES }
}

const openPost = (
  { url, address }: OutboundTarget,
  { headers, body }: Post,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const options = {
      method: 'POST',
      host: address,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
      signal,
    }
    // Ignores the environment's proxies.
    const request =
      url.protocol === 'https:'
        ? httpsRequest({ ...options, agent: new Agent(), ...(isIP(name) === 0 ? { servername: name } : {}) }, resolve)
        : httpRequest({ ...options, agent: false }, resolve)
    request.on('error', reject).end(body)
  })

export const postPinned = async (target: OutboundTarget, post: Post): Promise<PostAnswer> => {
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), post.timeLimit ?? POST_TIME_LIMIT)
  try {
    const response = await openPost(target, post, cut.signal)
    const read = await readFirst(response)
    response.destroy()
    return { status: response.statusCode ?? 0, ...read }
  } finally {
    clearTimeout(timer)
  }
}
