import { isAbort } from 'shared/http'
import * as v from 'valibot'
import type { AbortableWait } from '../wait.ts'
import { type BrowserEnvironment, whyUnreachable } from './browser-environment.ts'
import { FIRMADOR_ADDRESS, firmadorTimes } from './constants.ts'
import { type FirmadorFailure, firmadorError } from './failures.ts'
import { withTimeout } from './with-timeout.ts'

const OkReply = v.object({ app: v.string(), authorized: v.boolean() })

/** Programs may insert line breaks. */
const Base64 = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\s/g, '')),
  v.base64(),
  v.nonEmpty(),
)

const CertificateReply = v.object({
  /** As in the certificate: `CPF-01-0234-0567`. */
  identification: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  commonName: v.string(),
  tokenSerialNumber: v.string(),
  /** DER, base64. */
  certificate: Base64,
})

const SignReply = v.object({ signature: v.object({ algorithm: v.string(), value: Base64 }), certificate: Base64 })

export type CardInReader = v.InferOutput<typeof CertificateReply>
type CardAnswer = v.InferOutput<typeof SignReply>

type Registration = 'registered' | 'asked' | 'refused'

/** Client of Firmador libre. All calls may throw AgentError or AbortError. */
export interface FirmadorProgram {
  /** `limit` in milliseconds. */
  isAuthorized(signal: AbortSignal, limit?: number): Promise<boolean>
  /** `asked`: the user sees the prompt. */
  register(signal: AbortSignal): Promise<Registration>
  cards(signal: AbortSignal): Promise<CardInReader[]>
  /** `toBeSigned`: DER, base64. The program asks for the PIN. */
  sign(tokenSerialNumber: string, toBeSigned: string, documentName: string, signal: AbortSignal): Promise<CardAnswer>
}

interface Call {
  readonly path: string
  readonly limit: number
  readonly late?: FirmadorFailure
  readonly body?: unknown
}

interface Answer {
  readonly status: number
  readonly text: string
}

export interface FirmadorProgramOptions {
  readonly environment: BrowserEnvironment
  readonly wait: AbortableWait
  readonly fetch: typeof fetch
}

const requestInit = ({ body }: Call, signal: AbortSignal): RequestInit => ({
  signal,
  cache: 'no-store',
  credentials: 'omit',
  ...(body === undefined
    ? {}
    : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
})

const parse = <S extends v.GenericSchema>(schema: S, { status, text }: Answer): v.InferOutput<S> => {
  try {
    if (status === 200) return v.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw firmadorError('program-odd', { cause })
  }
  throw firmadorError(status === 403 ? 'origin-refused' : 'program-odd')
}

const registrations: Readonly<Record<number, Registration>> = { 200: 'registered', 202: 'asked', 403: 'refused' }

const signFailures: Readonly<Record<number, FirmadorFailure>> = { 400: 'card-gone', 406: 'person-refused' }

export const createFirmadorProgram = ({ environment, wait, fetch }: FirmadorProgramOptions): FirmadorProgram => {
  const unreachable = async (cause: unknown): Promise<never> => {
    if (isAbort(cause)) throw cause
    throw firmadorError(await whyUnreachable(environment), { cause })
  }
  const call = async (request: Call, signal: AbortSignal): Promise<Answer> => {
    const send = async (limited: AbortSignal): Promise<Answer> => {
      const init = requestInit(request, limited)
      const answer = await fetch(`${FIRMADOR_ADDRESS}${request.path}`, init).catch(unreachable)
      return { status: answer.status, text: await answer.text().catch(unreachable) }
    }
    const answer = await withTimeout(send, { limit: request.limit, signal, wait })
    if (answer !== 'late') return answer
    throw firmadorError(request.late ?? 'program-silent')
  }

  return {
    isAuthorized: async (signal, limit = firmadorTimes.ok) =>
      parse(OkReply, await call({ path: '/ok', limit }, signal)).authorized,
    register: async (signal) => {
      const { status } = await call({ path: '/doRegister', limit: firmadorTimes.register }, signal)
      const registration = registrations[status]
      if (registration === undefined) throw firmadorError('program-odd')
      return registration
    },
    cards: async (signal) =>
      parse(
        v.array(CertificateReply),
        await call({ path: '/certificates', limit: firmadorTimes.certificates }, signal),
      ),
    sign: async (serialnumber, bytes, documentName, signal) => {
      const body = { serialnumber, tobesigned: { bytes }, documentName }
      const answer = await call({ path: '/sign', limit: firmadorTimes.sign, late: 'pin-unanswered', body }, signal)
      const failure = signFailures[answer.status]
      if (failure !== undefined) throw firmadorError(failure)
      return parse(SignReply, answer)
    },
  }
}
