import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Clock } from '../../platform/clock.ts'
import { answerCheckpoint, answerLast, type WitnessReply } from './answer-checkpoint.ts'
import type { HeldState } from './witness-state.ts'

/** Of a request. */
const BODY_MAX_BYTES = 64 * 1024

/** Undefined if it is longer. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > BODY_MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const plain = (status: number, body: string): WitnessReply => ({ status, type: 'text/plain; charset=utf-8', body })

/** Public: the signature of a known log decides about each request. */
export const createWitnessServer = (held: HeldState, clock: Clock): Server => {
  let tail: Promise<unknown> = Promise.resolve()
  /** Reading the last size and storing the next one must not overlap. */
  const oneByOne = (work: () => Promise<WitnessReply>): Promise<WitnessReply> => {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }
  const answer = async (request: IncomingMessage): Promise<WitnessReply> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://witness')
    if (request.method === 'GET' && pathname === '/last-checkpoint') return answerLast(held, searchParams.get('origin'))
    if (request.method !== 'POST' || pathname !== '/add-checkpoint') return plain(404, 'not found\n')
    const body = await readBody(request)
    return body === undefined ? plain(413, 'too long\n') : oneByOne(() => answerCheckpoint(held, body, clock()))
  }
  return createServer((request, response) => {
    answer(request).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        response.writeHead(500).end()
      },
    )
  })
}
