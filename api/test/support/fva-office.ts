import { readFileSync } from 'node:fs'
import { request as sendRequest } from 'node:https'
import { join } from 'node:path'
import type { BodyOf, Identification, SignatureField } from 'shared/contract'
import {
  cancelFvaSignatureCall,
  type fvaResultCall,
  fvaSignatureCall,
  startFvaSignatureCall,
} from 'shared/contract/fva'
import { type RunningSimulator, startSimulator } from '../../fva-simulator/start-simulator.ts'
import { listenForFva } from '../../src/app/listen-for-fva.ts'
import { parseApiEnvironment } from '../../src/platform/environment/environment.ts'
import { becomeGuest, placeField, registerPerson, uploadDocument } from './people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from './test-server.ts'

const SINCE = '2026-01-01T00:00:00Z'

export interface FvaSite {
  readonly server: TestServer
  readonly simulator: RunningSimulator
  readonly port: number
  readonly owner: string
}

export const openFvaSite = async (): Promise<FvaSite> => {
  const simulator = await startSimulator(SINCE)
  const variables = { ...simulator.variables, FVA_CALLBACK_PORT: '0', FVA_CALLBACK_HOST: '127.0.0.1' }
  const server = await openTestServer({ variables })
  const port = (await listenForFva(server.app, parseApiEnvironment(variables).fva)) ?? 0
  await simulator.order({ now: server.clock.now(), callback: `https://127.0.0.1:${port}/home/api/fva/` })
  const { access_token: owner } = await registerPerson(server, 'olga')
  return { server, simulator, port, owner }
}

export const closeFvaSite = async ({ simulator }: FvaSite): Promise<void> => {
  await closeTestServers()
  await simulator.stop()
}

const calm = { answer: 'normal', notify: 'once', seconds: 300, field: 'first', fault: 'none' } as const

export const calmSimulator = ({ simulator, server }: FvaSite) => simulator.order({ ...calm, now: server.clock.now() })

export interface FvaGuest {
  readonly bearer: string
  readonly field: SignatureField
  readonly documentId: number
}

let guests = 0

export const newGuest = async ({ server, owner }: FvaSite, others = 0): Promise<FvaGuest> => {
  const document = await uploadDocument(server, owner)
  const more = Array.from({ length: others }, (_, index) => ({
    signer_name: 'Luis Vargas',
    signer_email: `luis${guests}-${index}@example.com`,
    page: index + 2,
  }))
  for (const other of more) await placeField(server, owner, document.id, other)
  guests += 1
  const field = await placeField(server, owner, document.id, { signer_email: `ana${guests}@example.com` })
  return { bearer: await becomeGuest(server, owner, field), field, documentId: document.id }
}

export const signaturesOf = ({ server }: Pick<FvaSite, 'server'>, { documentId }: FvaGuest) =>
  server.services.db.selectFrom('signatures').selectAll().where('document_id', '=', documentId).execute()

export const ana: Identification = { type: 'nacional', number: '01-0234-0567' }
export const KEY = '5f0c1a52-3c1f-4a6e-9d0b-2f6f1f0d9a11'

export const startFva = (
  { server }: Pick<FvaSite, 'server'>,
  { bearer, field }: FvaGuest,
  body: Partial<BodyOf<typeof startFvaSignatureCall>> = {},
) =>
  succeed(server, startFvaSignatureCall, {
    bearer,
    params: { fieldId: field.id },
    body: { idempotency_key: KEY, identification: ana, ...body },
  })

export const waitForCode = async (...parameters: Parameters<typeof startFva>) => {
  const started = await startFva(...parameters)
  if (started.state !== 'waiting') throw new Error(`the request is ${JSON.stringify(started)}`)
  return started
}

export const readFva = ({ server }: Pick<FvaSite, 'server'>, { bearer, field }: FvaGuest, requestId: number) =>
  succeed(server, fvaSignatureCall, { bearer, params: { fieldId: field.id, requestId } })

export const cancelFva = ({ server }: Pick<FvaSite, 'server'>, { bearer, field }: FvaGuest, requestId: number) =>
  succeed(server, cancelFvaSignatureCall, { bearer, params: { fieldId: field.id, requestId }, body: {} })

type FvaState = Awaited<ReturnType<typeof readFva>>['state']

const LOOKS = 500

const past = async (states: readonly FvaState[], look: () => ReturnType<typeof readFva>) => {
  for (let number = 1; number <= LOOKS; number++) {
    const found = await look()
    if (!states.includes(found.state)) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the request does not end')
}

export const settledFva = (site: Pick<FvaSite, 'server'>, guest: FvaGuest, requestId: number) =>
  past(['received'], () => readFva(site, guest, requestId))

export const endedFva = (site: Pick<FvaSite, 'server'>, guest: FvaGuest, requestId: number) =>
  past(['waiting', 'received'], () => readFva(site, guest, requestId))

type Notification = BodyOf<typeof fvaResultCall>

export const callListener = (
  { port, simulator }: FvaSite,
  { as, call = 'Resultado', body }: { readonly as?: string; readonly call?: string; readonly body?: Notification },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const file = (name: string) => readFileSync(join(simulator.folder, name))
    const pair = as === undefined ? {} : { cert: file(`${as}.crt`), key: file(`${as}.key`) }
    const sent = sendRequest(`https://127.0.0.1:${port}/home/api/fva/${call}`, {
      ...pair,
      ca: file('transporte.pem'),
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
