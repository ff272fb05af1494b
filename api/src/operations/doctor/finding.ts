import type { Clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/environment/environment.ts'
import type { FetchLimited } from '../../platform/fetch-limited.ts'

export const subjects = {
  disk: 'Disco',
  database: 'Base de datos',
  storage: 'Documentos',
  keys: 'Llaves',
  certificates: 'Certificados',
  logs: 'Registros',
  retention: 'Datos borrados',
  timeStamps: 'Sello de tiempo',
  clock: 'Reloj',
  mail: 'Correo',
  address: 'Dirección pública',
  fva: 'Firma del Banco Central',
} as const
export type Subject = keyof typeof subjects

/** `warning` can wait; `error` blocks users. */
export type Finding =
  | { readonly subject: Subject; readonly level: 'ok'; readonly message: string }
  | {
      readonly subject: Subject
      readonly level: 'warning' | 'error'
      readonly message: string
      readonly remedy: string
    }

export interface DoctorOptions {
  readonly environment: Environment
  readonly clock: Clock
  readonly fetch: FetchLimited
  /** Bytes. */
  readonly spaceOf: (folder: string) => Promise<{ readonly free: number; readonly total: number }>
  /** As `node:dns`: the parts of each record. */
  readonly lookUpTxt: (name: string) => Promise<readonly (readonly string[])[]>
}

export const findingsOf = (subject: Subject) => ({
  ok: (message: string): Finding => ({ subject, level: 'ok', message }),
  warning: (message: string, remedy: string): Finding => ({ subject, level: 'warning', message, remedy }),
  error: (message: string, remedy: string): Finding => ({ subject, level: 'error', message, remedy }),
})

/** Runtime errors may come from another realm. */
const partOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

export const reasonOf = (error: unknown): string => {
  const errors = partOf(error, 'errors')
  if (Array.isArray(errors) && errors.length > 0) return reasonOf(errors[0])
  // `fetch` hides the reason in `cause`.
  const cause = partOf(error, 'cause')
  if (partOf(error, 'name') === 'TypeError' && cause !== undefined) return reasonOf(cause)
  const message = partOf(error, 'message')
  const text = typeof message === 'string' ? message : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
