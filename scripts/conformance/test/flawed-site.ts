import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Flaw {
  readonly status: number
  readonly body: Buffer | string
  /** Name of a header that is left out. */
  readonly without: string
}

interface Exchange {
  readonly path: string
  readonly method: string
  /** Body of the request, as text. */
  readonly sent: string
  readonly answer: Response
  readonly body: Buffer
}

/** What one answer of a sound site becomes. */
export type AnswerChange = (exchange: Exchange) => Partial<Flaw>

const readSent = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const forward = async (
  site: string,
  request: IncomingMessage,
  response: ServerResponse,
  change: AnswerChange,
): Promise<void> => {
  const sent = await readSent(request)
  const { url: path = '', method = 'GET' } = request
  const { accept = '*/*', authorization = '' } = request.headers
  const type = request.headers['content-type']
  const answer = await fetch(`${site}${path}`, {
    method,
    headers: { accept, authorization, ...(type ? { 'content-type': type } : {}) },
    ...(sent.length > 0 ? { body: sent } : {}),
  })
  const original = Buffer.from(await answer.arrayBuffer())
  const {
    status = answer.status,
    body = original,
    without,
  } = change({
    path,
    method,
    sent: sent.toString('latin1'),
    answer,
    body: original,
  })
  const dropped = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', without])
  response.writeHead(status, [...answer.headers].filter(([name]) => !dropped.has(name)).flat())
  response.end(body)
}

/** @param site address of a sound site */
export const openFlawed = async (site: string, change: AnswerChange) => {
  const server = createServer((request, response) => {
    // Cut requests never reach the site.
    forward(site, request, response, change).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}
