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

/** The agent said no, or could not be asked. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  readonly failure: AgentFailure

  constructor(failure: AgentFailure, options?: ErrorOptions) {
    super(agentFailureTexts[failure], options)
    this.failure = failure
  }
}

/** A request that the agent took: the person confirms it there, by the code that both screens show. */
export interface AgentRequest {
  readonly code: string
  /** Resolves once the person has confirmed. @throws AgentError, AbortError */
  confirmed(signal: AbortSignal): Promise<void>
  /** Resolves once the agent has finished after the confirmation. @throws AgentError, AbortError */
  completed(signal: AbortSignal): Promise<void>
}

/** What stands between a person and the proof of who they are; one adapter for each way (docs/decisions). */
export interface SigningAgent {
  /** Said quietly wherever the agent is used; undefined where there is nothing to admit. */
  readonly notice: string | undefined
  /** Seconds that the person has to confirm, as the page counts them down. */
  readonly confirmationSeconds: number
  /** Asks the agent for this person. @throws AgentError, AbortError */
  authenticate(identification: Identification, signal: AbortSignal): Promise<AgentRequest>
}
