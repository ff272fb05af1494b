import { type ErrorCode, RegisterSchema } from 'shared/contract'
import { HttpError, REQUEST_FALLBACK } from 'shared/http'
import type * as v from 'valibot'

const UNEXPECTED = 'Error al crear la cuenta'
const NO_REASON = 'No se pudo crear la cuenta. Por favor, intenta de nuevo.'

export type RegisterField = keyof v.InferInput<typeof RegisterSchema>

/** A refused registration: what to say, and the field that it is about where that is known. */
export interface RegisterFailure {
  readonly message: string
  readonly field?: RegisterField
}

const fieldByCode: Partial<Record<ErrorCode, RegisterField>> = {
  USERNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
}

const isField = (name: string): name is RegisterField => name in RegisterSchema.entries

/** What the register screen says about a failure (specification, section 8). */
export const registerFailure = (error: unknown): RegisterFailure => {
  if (!(error instanceof HttpError)) return { message: UNEXPECTED }
  const body = error.failure.kind === 'refused' ? error.failure.error : undefined
  const [name, text] = Object.entries(body?.fields ?? {}).find(([key]) => isField(key)) ?? []
  if (name !== undefined && text !== undefined && isField(name)) return { message: text, field: name }
  const message = error.serverMessage ?? (error.message === REQUEST_FALLBACK ? NO_REASON : error.message)
  const field = error.code ? fieldByCode[error.code] : undefined
  return field ? { message, field } : { message }
}
