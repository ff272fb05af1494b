import type { AgentKind, BodyOf, digitalSignCall, SignatureResult } from 'shared/contract'
import type { Bearer } from 'shared/http'
import type { Identification } from './identification.ts'

/** Why an agent did not confirm. The union is closed: each end has its text in `agentFailureTexts`. */
export const agentFailures = [
  'rejected',
  'timed-out',
  'disconnected',
  'certificate-revoked',
  'certificate-expired',
  'busy',
  'wrong-code',
  'pin-blocked',
  'refused',
  'unreachable',
] as const
export type AgentFailure = (typeof agentFailures)[number]

/** What happened, and what to do next. */
export const agentFailureTexts: Readonly<Record<AgentFailure, string>> = {
  rejected:
    'La solicitud se rechazó en GAUDI. Si no fuiste tú, revisa quién usa tu firma; si fue sin querer, intenta de nuevo.',
  'timed-out': 'Pasó el tiempo para confirmar en GAUDI. Ten a mano tu tarjeta o tu celular e intenta de nuevo.',
  disconnected:
    'GAUDI perdió la conexión. Revisa que el programa esté abierto y tu internet funcione, e intenta de nuevo.',
  'certificate-revoked':
    'Tu certificado de firma digital está revocado. Pide uno nuevo en una oficina de registro y vuelve a firmar.',
  'certificate-expired':
    'Tu certificado de firma digital venció. Renuévalo en una oficina de registro y vuelve a firmar.',
  busy: 'GAUDI ya tiene otra solicitud tuya en curso. Termínala o espera unos minutos, e intenta de nuevo.',
  'wrong-code': 'El código que se ingresó en GAUDI no es el que ves aquí. Intenta de nuevo con el código nuevo.',
  'pin-blocked': 'El PIN de tu firma está bloqueado. Desbloquéalo en una oficina de registro y vuelve a firmar.',
  refused: 'GAUDI no aceptó la solicitud para esta identificación. Revisa el número e intenta de nuevo.',
  unreachable: 'Error en la autenticación. Intente nuevamente.',
}

/** Where a person gets what is missing. */
export interface AgentHelp {
  readonly label: string
  readonly href: string
}

/** The agent said no, or could not be asked. The message says what happened and what to do next. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  readonly failure: string
  readonly help: AgentHelp | undefined

  constructor(
    failure: AgentFailure | { readonly code: string; readonly text: string; readonly help?: AgentHelp },
    options?: ErrorOptions,
  ) {
    super(typeof failure === 'string' ? agentFailureTexts[failure] : failure.text, options)
    this.failure = typeof failure === 'string' ? failure : failure.code
    this.help = typeof failure === 'string' ? undefined : failure.help
  }
}

export type SignBody = BodyOf<typeof digitalSignCall>

/**
 * Signs one field: the server alone, or the server and the person's card together.
 * @throws HttpError, AgentError, AbortError
 */
export type SignField = (fieldId: number, body: SignBody, bearer: Bearer) => Promise<SignatureResult>

/** A request that the agent took: the person confirms it there, by the code that both screens show. */
export interface CodeRequest {
  readonly kind: 'code'
  readonly code: string
  /** Resolves once the person has confirmed. @throws AgentError, AbortError */
  confirmed(signal: AbortSignal): Promise<void>
  /** Resolves once the agent has finished after the confirmation. @throws AgentError, AbortError */
  completed(signal: AbortSignal): Promise<void>
}

/** What a flow hears while a card signs. */
export interface CardWatch {
  /** The person is being asked for the PIN; `again` where another signature came first and this one is made anew. */
  readonly onAsked: (again: boolean) => void
  readonly onAnswered: () => void
}

/** The person's own card: it signs each field itself, and each time the person confirms with the PIN. */
export interface CardRequest {
  readonly kind: 'card'
  signField(watch: CardWatch, signal: AbortSignal): SignField
}

export type AgentRequest = CodeRequest | CardRequest

/** What stands between a person and the proof of who they are; one adapter for each way (docs/decisions). */
export interface SigningAgent {
  readonly kind: AgentKind
  /** What is said above the question who signs. */
  readonly introduction: string
  /** Said quietly wherever the agent is used; undefined where there is nothing to admit. */
  readonly notice: string | undefined
  /** Seconds that the person has to confirm a code, as the page counts them down. */
  readonly confirmationSeconds: number
  /**
   * Asks the agent for this person. `onNote` hears what it waits for, where that is the person.
   * @throws AgentError, AbortError
   */
  authenticate(
    identification: Identification,
    signal: AbortSignal,
    onNote?: (note: string) => void,
  ): Promise<AgentRequest>
}
