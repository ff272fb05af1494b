import type { ComponentType } from 'react'
import type { AgentKind, BodyOf, digitalSignCall, SignatureResult } from 'shared/contract'
import type { Bearer } from 'shared/http'
import type { SignerIdentification } from './identification.ts'

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

export interface AgentHelp {
  readonly label: string
  readonly href: string
}

/** The agent refused or is unavailable; `message` gives the next step. */
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

export type SignField = (fieldId: number, body: SignBody, bearer: Bearer) => Promise<SignatureResult>

export interface CodeRequest {
  readonly kind: 'code'
  readonly code: string
  confirmed(signal: AbortSignal): Promise<void>
  completed(signal: AbortSignal): Promise<void>
}

export interface CardWatch {
  /** `again`: another signature was added first, so this one is repeated. */
  readonly onAsked: (again: boolean) => void
  readonly onAnswered: () => void
  readonly onCode: (shown: { readonly code: string; readonly seconds: number }) => void
}

export interface CodeStepProps {
  readonly code: string
  readonly secondsLeft: number
  readonly notice: string | undefined
  readonly field: string | undefined
  readonly onCancel: () => void
}

interface CardRequest {
  readonly kind: 'card'
  signField(watch: CardWatch, signal: AbortSignal): SignField
}

type AgentRequest = CodeRequest | CardRequest

/** Verifies the signer's identity; one adapter per method. */
export interface SigningAgent {
  readonly kind: AgentKind
  readonly introduction: string
  readonly notice: string | undefined
  /** Time to confirm a code, in seconds. */
  readonly confirmationSeconds: number
  /** The agent makes its own picture of the signature: no drawing is asked. */
  readonly CodeStep?: ComponentType<CodeStepProps>
  /** @throws AgentError, AbortError */
  authenticate(
    identification: SignerIdentification,
    signal: AbortSignal,
    onNote?: (note: string) => void,
  ): Promise<AgentRequest>
}
