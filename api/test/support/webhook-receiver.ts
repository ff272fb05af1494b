import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebhookCall, type WebhookEvent, webhookEvents } from 'shared/contract/webhooks'
import { prove } from './security.ts'
import { succeed, type TestServer } from './test-server.ts'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WebhookReceiver {
  readonly url: string
  readonly received: Received[]
  answer: (response: ServerResponse, request: Received) => void
  types(): string[]
  close(): Promise<unknown>
}

export const openReceiver = async (): Promise<WebhookReceiver> => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const whole = { headers: request.headers, body }
    received.push(whole)
    receiver.answer(response, whole)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`,
    received,
    answer: (response) => response.end('gracias'),
    types: () => received.map(({ body }) => JSON.parse(body).type),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** As the account's owner, in a session. */
export const addWebhook = async (
  server: TestServer,
  { bearer, url, events = webhookEvents }: { bearer: string; url: string; events?: readonly WebhookEvent[] },
) =>
  succeed(server, createWebhookCall, { bearer, body: { url, events: [...events], proof: await prove(server, bearer) } })
