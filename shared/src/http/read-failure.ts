import * as v from 'valibot'
import { FileErrorSchema, RefusalSchema } from '../contract/index.ts'
import { HttpError, REQUEST_FALLBACK } from './http-error.ts'

export const NETWORK_MESSAGE = 'Error de conexión. Verifica tu internet'

const textsByStatus: Readonly<Record<number, string>> = {
  401: 'No autorizado (401)',
  403: 'Acceso denegado (403)',
  404: 'Recurso no encontrado (404)',
}

const TextsSchema = v.object({
  message: v.optional(v.string()),
  error: v.optional(v.string()),
  detail: v.optional(v.string()),
})

/** Which text comes first: the specification orders them by the call (part 1, section 8). */
const orders = {
  call: ['message', 'error', 'detail'],
  upload: ['detail', 'message', 'error'],
} as const

/** Reads the text for people from the body of a refusal; undefined if it has none. */
export const serverText = (body: unknown, of: keyof typeof orders = 'call'): string | undefined => {
  const texts = v.safeParse(TextsSchema, body)
  if (!texts.success) return undefined
  return orders[of].map((name) => texts.output[name]).find((text) => text !== undefined)
}

/** May be inside a 'file' array. */
const fileErrorOf = (body: unknown) => {
  const direct = v.safeParse(FileErrorSchema, body)
  if (direct.success) return direct.output
  const listed = v.safeParse(v.object({ file: v.looseTuple([FileErrorSchema]) }), body)
  return listed.success ? listed.output.file[0] : undefined
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Texts: specification, section 8. */
export const readFailure = (status: number, text: string, retryAfter?: string | null): HttpError => {
  const body = parseJson(text)
  const parsed = v.safeParse(RefusalSchema, body)
  const fileError = fileErrorOf(body)
  const seconds = Number(retryAfter)
  const message = textsByStatus[status] ?? serverText(body) ?? REQUEST_FALLBACK
  return new HttpError(message, {
    kind: 'refused',
    status,
    body,
    ...(parsed.success ? { error: parsed.output } : {}),
    ...(fileError ? { fileError } : {}),
    ...(retryAfter && Number.isFinite(seconds) ? { retryAfter: seconds } : {}),
  })
}
