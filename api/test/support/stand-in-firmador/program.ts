import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import * as v from 'valibot'
import type { Card } from './card.ts'

export const PersonSchema = v.object({
  origin: v.picklist(['allowed', 'asked', 'refused']),
  /** `waits`: the prompt stays open. */
  pin: v.picklist(['entered', 'refused', 'waits']),
  /** By identification. */
  cards: v.array(v.string()),
})

type Person = v.InferOutput<typeof PersonSchema>

export interface StandInProgram {
  readonly server: Server
  readonly asked: readonly string[]
  person(): Person
  setPerson(change: Partial<Person>): void
}

const SignRequest = v.object({
  serialnumber: v.string(),
  tobesigned: v.object({ bytes: v.pipe(v.string(), v.base64()) }),
  documentName: v.string(),
})

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const describe = ({ holder, tokenSerialNumber, certificate }: Card) => ({
  identification: holder.identification,
  firstName: holder.firstName,
  lastName: holder.lastName,
  commonName: `${holder.firstName} ${holder.lastName} (FIRMA)`,
  tokenSerialNumber,
  certificate: base64(certificate),
})

/** CORS and private network access. */
const prepare = (request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
  response.setHeader('Vary', 'Origin')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type')
  response.setHeader('Access-Control-Allow-Private-Network', 'true')
}

const answer = (response: ServerResponse, status: number, body?: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

const registered: Readonly<Record<Person['origin'], number>> = { allowed: 200, asked: 202, refused: 403 }

interface Inside extends StandInProgram {
  readonly asked: string[]
  readonly cards: readonly Card[]
  changed(): Promise<void>
}

const inReader = ({ cards, person }: Inside): Card[] =>
  cards.filter(({ holder }) => person().cards.includes(holder.identification))

const sign = async (program: Inside, request: IncomingMessage): Promise<{ status: number; body?: unknown }> => {
  const { serialnumber, tobesigned, documentName } = v.parse(SignRequest, await json(request))
  const card = inReader(program).find(({ tokenSerialNumber }) => tokenSerialNumber === serialnumber)
  if (card === undefined) return { status: 400 }
  program.asked.push(documentName)
  while (program.person().pin === 'waits') await program.changed()
  if (program.person().pin === 'refused') return { status: 406 }
  const signature = { algorithm: card.algorithm, value: base64(card.sign(Buffer.from(tobesigned.bytes, 'base64'))) }
  return { status: 200, body: { signature, certificate: base64(card.certificate) } }
}

const handle = async (program: Inside, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  prepare(request, response)
  const { origin } = program.person()
  if (request.method === 'OPTIONS') return answer(response, 204)
  switch (`${request.method} ${request.url}`) {
    case 'GET /ok':
      return answer(response, 200, { app: 'Firmador', port: 3516, authorized: origin === 'allowed' })
    case 'GET /doRegister':
      return answer(response, registered[origin])
    case 'GET /certificates':
      return origin === 'allowed' ? answer(response, 200, inReader(program).map(describe)) : answer(response, 403)
    case 'POST /sign': {
      const { status, body } = origin === 'allowed' ? await sign(program, request) : { status: 403 }
      return answer(response, status, body)
    }
    default:
      return answer(response, 404)
  }
}

export const createStandIn = (cards: readonly Card[]): StandInProgram => {
  let current: Person = { origin: 'allowed', pin: 'entered', cards: cards.map(({ holder }) => holder.identification) }
  const waiting: (() => void)[] = []
  const program: Inside = {
    cards,
    asked: [],
    person: () => current,
    setPerson: (change) => {
      current = { ...current, ...change }
      for (const go of waiting.splice(0)) go()
    },
    changed: () => new Promise((resolve) => waiting.push(resolve)),
    server: createServer((request, response) => {
      handle(program, request, response).catch(() => answer(response, 500))
    }),
  }
  return program
}
