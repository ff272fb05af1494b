import type { Identification } from 'shared/contract'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'

export interface StatedIdentity {
  readonly declared?: Identification | undefined
  readonly shown?: string | undefined
  readonly consent?: string | undefined
  readonly otherIds?: readonly number[] | undefined
}

const texts = {
  identification: 'Falta la identificación de quien firma.',
  consent: 'Falta la aceptación de firmar por medios electrónicos.',
  document_sha256: 'Falta la huella del documento que se mostró.',
} as const

/**
 * Requires consent and document hash; for an owner's several
 * fields an identification.
 * The specification's body for invited guests lacks these.
 * @throws ApiError VALIDATION
 */
export const checkStated = (
  actor: SessionActor | GuestActor,
  { declared, shown, consent, otherIds = [] }: StatedIdentity,
) => {
  if (actor.kind === 'guest' && actor.source.kind === 'invitation') return
  const isAsked = actor.kind === 'session' && otherIds.length > 0
  const missing = [
    ...(isAsked && declared === undefined ? (['identification'] as const) : []),
    ...(consent === undefined ? (['consent'] as const) : []),
    ...(shown === undefined ? (['document_sha256'] as const) : []),
  ]
  if (missing.length === 0) return
  const message = missing.map((name) => texts[name]).join(' ')
  throw new ApiError('VALIDATION', { message, fields: Object.fromEntries(missing.map((name) => [name, texts[name]])) })
}
