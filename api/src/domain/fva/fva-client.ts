import { createHash } from 'node:crypto'
import { request as sendRequest } from 'node:https'
import * as v from 'valibot'
import { SECOND_MS } from '../../platform/clock.ts'
import type { FvaEnvironment } from '../../platform/environment/fva-environment.ts'

/** A document to be signed by one person, in our words; `orderBody` has BCCR's. */
interface SigningOrder {
  readonly document: Uint8Array
  /** National as `01-2345-6789`; DIMEX and DIDI as 12 digits. */
  readonly identification: string
  readonly summary: string
  readonly place: string
  readonly reason: string
  readonly at: Date
}

const AnswerSchema = v.object({
  codigoDeError: v.number(),
  codigoDeVerificacion: v.nullish(v.string(), ''),
  tiempoMaximoDeFirmaEnSegundos: v.nullish(v.number(), 0),
  idDeLaSolicitud: v.nullish(v.number(), 0),
})

/** Answer to a request, not the signature: that comes later as a notification. */
export interface FvaAnswer {
  /** 0 if accepted; otherwise see `problemOfRequest`. */
  readonly code: number
  /** The code that the person types in GAUDI, with the PIN. */
  readonly verification: string
  /** How long BCCR waits for the person. */
  readonly seconds: number
  /** BCCR's number of the request, which the notification repeats. */
  readonly id: number
}

export interface FvaClient {
  ask(order: SigningOrder): Promise<FvaAnswer>
  isAlive(): Promise<boolean>
}

export interface FvaClientOptions extends Pick<FvaEnvironment, 'baseUrl' | 'isTest' | 'business' | 'entity'> {
  readonly tls: { readonly cert: Buffer; readonly key: Buffer; readonly ca: Buffer }
  /** Milliseconds. */
  readonly timeLimit?: number
}

/** BCCR takes PDFs below 20 MB. */
export const DOCUMENT_MAX_BYTES = 20 * 1024 * 1024
const ANSWER_MAX_BYTES = 64 * 1024
/** Milliseconds for BCCR to accept a request. */
export const FVA_TIME_LIMIT = 20 * SECOND_MS

/** Characters that BCCR accepts; longer texts are refused with codes 7, 8 and 11. */
const limits = { summary: 250, place: 150, reason: 125 } as const

/** BCCR's number of the algorithm. */
const SHA_256 = 1
/** BCCR's value for a request without one. */
const NO_FUNCTIONALITY = -1

const clipped = (text: string, max: number): string => [...text.trim()].slice(0, max).join('')

const orderBody = (order: SigningOrder, { business, entity }: FvaClientOptions) => ({
  codNegocio: business,
  documento: Buffer.from(order.document).toString('base64'),
  fechaDeReferenciaDeLaEntidad: order.at.toISOString(),
  hashDocumento: createHash('sha256').update(order.document).digest('base64'),
  idAlgoritmoHash: SHA_256,
  identificacionDelSuscriptor: order.identification,
  idFuncionalidad: NO_FUNCTIONALITY,
  idReferenciaEntidad: entity,
  resumenDocumento: clipped(order.summary, limits.summary),
  lugar: clipped(order.place, limits.place),
  razonDeFirma: clipped(order.reason, limits.reason),
})

const serviceOf = ({ baseUrl, isTest }: FvaClientOptions, call: string): URL =>
  new URL(
    `Bccr.Firma.Fva.${isTest ? 'AmbienteDePruebas.' : ''}Entidades.FirmarDocumento.API/FirmadorDocumento/${call}`,
    baseUrl,
  )

const exchange = (options: FvaClientOptions, call: string, body?: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { tls, timeLimit = FVA_TIME_LIMIT } = options
    const sent = sendRequest(serviceOf(options, call), {
      ...tls,
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(timeLimit),
      minVersion: 'TLSv1.2',
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > ANSWER_MAX_BYTES) sent.destroy(new Error('the answer of the FVA is too long'))
        chunks.push(chunk)
      })
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`the FVA answered with status ${response.statusCode}`))
        else resolve(Buffer.concat(chunks).toString('utf8'))
      })
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Calls BCCR with mutual TLS 1.2 or newer. Throws if the answer is not 200, too long or not in the expected form. */
export const createFvaClient = (options: FvaClientOptions): FvaClient => ({
  ask: async (order) => {
    const text = await exchange(options, 'RecibaLaSolicitudDeFirmaPdf', orderBody(order, options))
    const answer = v.parse(AnswerSchema, JSON.parse(String(text)))
    return {
      code: answer.codigoDeError,
      verification: answer.codigoDeVerificacion ?? '',
      seconds: answer.tiempoMaximoDeFirmaEnSegundos ?? 0,
      id: answer.idDeLaSolicitud ?? 0,
    }
  },
  isAlive: async () => JSON.parse(String(await exchange(options, 'ValideElServicio'))) === true,
})
