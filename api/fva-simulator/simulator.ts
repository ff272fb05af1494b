import { createHash, randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer, type Server, request as sendRequest } from 'node:https'
import * as v from 'valibot'
import { notificationOutcome, requestCodes, requestOutcome, simulatedSerialNumber } from './outcomes.ts'
import { copyFaults, type SimulatedSigner, signWithFault } from './tamper.ts'
import type { TransportKeys } from './transport-keys.ts'

export const BehaviourSchema = v.object({
  /** Milliseconds since 1970; default: the machine's clock. */
  now: v.nullable(v.number()),
  answer: v.picklist(['normal', 'silent', 'broken']),
  notify: v.picklist(['once', 'held', 'lost', 'twice', 'at-once']),
  delay: v.number(),
  seconds: v.number(),
  field: v.picklist(['first', 'own']),
  fault: v.picklist(copyFaults),
  callback: v.string(),
})
export type SimulatorBehaviour = v.InferOutput<typeof BehaviourSchema>

const RequestSchema = v.object({
  codNegocio: v.number(),
  documento: v.pipe(v.string(), v.base64()),
  fechaDeReferenciaDeLaEntidad: v.pipe(v.string(), v.isoTimestamp()),
  hashDocumento: v.string(),
  idAlgoritmoHash: v.literal(1),
  identificacionDelSuscriptor: v.string(),
  idFuncionalidad: v.literal(-1),
  idReferenciaEntidad: v.number(),
  resumenDocumento: v.string(),
  lugar: v.string(),
  razonDeFirma: v.string(),
})
type SigningRequest = v.InferOutput<typeof RequestSchema>

export interface FvaSimulator {
  readonly server: Server
  set(behaviour: Partial<SimulatorBehaviour>): void
  release(): Promise<void>
}

export interface SimulatorOptions {
  readonly keys: TransportKeys
  readonly signer: SimulatedSigner
  readonly behaviour: Partial<SimulatorBehaviour> & Pick<SimulatorBehaviour, 'callback'>
}

const CLOCK_TOLERANCE = 60_000
const MAX_BYTES = 20 * 1024 * 1024
const BODY_MAX = 30 * 1024 * 1024

const within = (text: string, max: number): boolean => text.length >= 1 && text.length <= max

const LETTERS = 'ABCDEFGHJKLMNPQRTUVWXYZ'
const DIGITS = '2346789'
const pick = (from: string): string => from.charAt(randomInt(from.length))
const newCode = (): string => [LETTERS, DIGITS, LETTERS, LETTERS, DIGITS, DIGITS].map(pick).join('')

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_MAX) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const checkRequest = (request: SigningRequest, now: number): number => {
  const document = Buffer.from(request.documento, 'base64')
  const hash = createHash('sha256').update(document).digest('base64')
  if (document.length >= MAX_BYTES || hash !== request.hashDocumento) return 1
  if (Math.abs(Date.parse(request.fechaDeReferenciaDeLaEntidad) - now) > CLOCK_TOLERANCE) return requestCodes.clock
  if (!within(request.resumenDocumento, 250)) return requestCodes.summary
  if (!within(request.razonDeFirma, 125)) return requestCodes.reason
  if (!within(request.lugar, 150)) return requestCodes.place
  if (simulatedSerialNumber(request.identificacionDelSuscriptor) === undefined) return requestCodes.identification
  return requestOutcome(request.identificacionDelSuscriptor)
}

const notification = async (
  signer: SimulatedSigner,
  request: SigningRequest,
  id: number,
  behaviour: SimulatorBehaviour,
) => {
  const { identificacionDelSuscriptor: identification } = request
  const code = notificationOutcome(identification)
  const document =
    code === 0
      ? await signWithFault(
          signer,
          {
            document: new Uint8Array(Buffer.from(request.documento, 'base64')),
            serialNumber: simulatedSerialNumber(identification) ?? '',
            at: new Date(behaviour.now ?? Date.now()),
            reason: request.razonDeFirma,
            field: behaviour.field,
          },
          behaviour.fault,
        )
      : new Uint8Array()
  return {
    IdDeLaSolicitud: id,
    DocumentoFirmado: Buffer.from(document).toString('base64'),
    FueExitosa: code === 0,
    CodigoDeError: code,
    HashDocumentoFirmado: createHash('sha256').update(document).digest('base64'),
    IDAlgoritmoHashDocumentoFirmado: 1,
  }
}

const post = ({ keys }: SimulatorOptions, { callback }: SimulatorBehaviour, body: unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    const { fva, ca } = keys
    const sent = sendRequest(
      new URL('Resultado', callback),
      { method: 'POST', ...fva, ca, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume()
        response.on('end', resolve)
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })

const defaults: Omit<SimulatorBehaviour, 'callback'> = {
  now: null,
  answer: 'normal',
  notify: 'once',
  delay: 0,
  seconds: 300,
  field: 'first',
  fault: 'none',
}

interface Queue {
  readonly push: (request: SigningRequest, id: number) => void
  readonly release: () => Promise<void>
}

const createQueue = (options: SimulatorOptions, current: () => SimulatorBehaviour): Queue => {
  const held: (() => Promise<void>)[] = []
  const notify = async (request: SigningRequest, id: number): Promise<void> => {
    const body = await notification(options.signer, request, id, current())
    if (current().notify === 'at-once')
      return void (await Promise.all([1, 2, 3].map(() => post(options, current(), body))))
    await post(options, current(), body)
    if (current().notify === 'twice') await post(options, current(), body)
  }
  const say = (error: unknown) => process.stderr.write(`a notification failed: ${String(error)}\n`)
  return {
    push: (request, id) => {
      const { notify: how, delay } = current()
      if (how === 'held') held.push(() => notify(request, id))
      else if (how !== 'lost') setTimeout(() => void notify(request, id).catch(say), delay)
    },
    release: async () => {
      for (const send of held.splice(0)) await send()
    },
  }
}

const receive = (text: string, { now, seconds }: SimulatorBehaviour, queue: Queue): object => {
  const parsed = v.safeParse(RequestSchema, JSON.parse(text))
  if (!parsed.success) return { codigoDeError: requestCodes.incomplete }
  const request = parsed.output
  const code = checkRequest(request, now ?? Date.now())
  const isAccepted = code === requestCodes.ok
  const id = isAccepted ? randomInt(1, 2 ** 31) : 0
  if (isAccepted) queue.push(request, id)
  return {
    codigoDeError: code,
    codigoDeVerificacion: isAccepted ? newCode() : '',
    tiempoMaximoDeFirmaEnSegundos: seconds,
    idDeLaSolicitud: id,
    resumenDelDocumento: request.resumenDocumento,
    informacionSuscriptorDesconectado: '',
  }
}

const answer = async (incoming: IncomingMessage, behaviour: SimulatorBehaviour, queue: Queue): Promise<unknown> => {
  const call = incoming.url?.split('/').at(-1)
  if (call === 'ValideElServicio') return true
  return call === 'RecibaLaSolicitudDeFirmaPdf' ? receive(await readBody(incoming), behaviour, queue) : undefined
}

export const createSimulator = (options: SimulatorOptions): FvaSimulator => {
  let behaviour: SimulatorBehaviour = { ...defaults, ...options.behaviour }
  const queue = createQueue(options, () => behaviour)
  const { fva, ca } = options.keys
  const server = createServer({ ...fva, ca, requestCert: true, rejectUnauthorized: true }, (incoming, outgoing) => {
    const reply = (status: number, body: unknown): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (behaviour.answer === 'silent') return
    if (behaviour.answer === 'broken') {
      reply(500, {})
      return
    }
    answer(incoming, behaviour, queue).then(
      (body) => (body === undefined ? reply(404, {}) : reply(200, body)),
      () => reply(400, {}),
    )
  })
  const set = (next: Partial<SimulatorBehaviour>): void => {
    behaviour = { ...behaviour, ...next }
  }
  return { server, set, release: queue.release }
}
