import type { Identification } from 'shared/contract'
import type { GuestActor, SessionActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'

/** What a request to sign states besides the drawing. */
export interface Stated {
  readonly declared?: Identification | undefined
  /** SHA-256 of what the page has shown. */
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
 * Checks that a request states what signing needs. An invitation's token says who signs and what for, so the
 * specification's body stays enough with it. A public link's session has the identification already; the owner's page
 * asks for it when several fields are signed in one act.
 * @throws ApiError VALIDATION, naming each thing that is missing
 */
export const checkStated = (actor: SessionActor | GuestActor, { declared, shown, consent, otherIds = [] }: Stated) => {
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
