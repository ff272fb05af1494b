import { type FileEvent, FileEventSchema, fileEventsCall } from 'shared/contract'
import * as v from 'valibot'
import type { TestServer } from './test-server.ts'

/** Listens on the first call. */
export const addressOf = async ({ app }: TestServer): Promise<string> => {
  const address = app.server.address()
  if (address === null || typeof address === 'string') return app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${address.port}`
}

export interface EventClient {
  readonly response: Response
  /** Raw event or comment; undefined at the end. */
  next(): Promise<string | undefined>
  nextEvent(): Promise<FileEvent | undefined>
  leave(): void
}

const readBlocks = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks
  }
}

export const watch = async (address: string, bearer: string): Promise<EventClient> => {
  const controller = new AbortController()
  const headers = { authorization: `Bearer ${bearer}` }
  const response = await fetch(address + fileEventsCall.path, { headers, signal: controller.signal })
  if (response.body === null) throw new Error('the answer has no body')
  const blocks = readBlocks(response.body)
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await blocks.next()
    return done ? undefined : value
  }
  const nextEvent = async (): Promise<FileEvent | undefined> => {
    const block = await next()
    if (block?.startsWith(':')) return nextEvent()
    return block === undefined ? undefined : v.parse(FileEventSchema, JSON.parse(block.replace(/^data: /, '')))
  }
  return { response, next, nextEvent, leave: () => controller.abort() }
}
