import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'

const Attributes = v.array(v.object({ key: v.string(), value: v.record(v.string(), v.unknown()) }))
const Sent = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes: Attributes }),
      scopeSpans: v.array(
        v.object({
          spans: v.array(
            v.object({
              traceId: v.string(),
              spanId: v.string(),
              parentSpanId: v.optional(v.string()),
              name: v.string(),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
})

export interface ReceivedSpan {
  readonly service: unknown
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
}

const recordOf = (attributes: v.InferOutput<typeof Attributes>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const spansIn = (body: string): ReceivedSpan[] =>
  v.parse(Sent, JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        service: recordOf(resource.attributes)['service.name'],
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: recordOf(attributes),
      })),
    ),
  )

export interface StandInCollector {
  readonly endpoint: string
  readonly spans: ReceivedSpan[]
  /** Bodies as received. */
  readonly bodies: string[]
  close(): void
}

/** @param answer default: accepts */
export const openCollector = async (answer?: RequestListener): Promise<StandInCollector> => {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const accept: RequestListener = async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    if (request.url === '/v1/traces') spans.push(...spansIn(body))
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer(answer ?? accept)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, bodies, close }
}
