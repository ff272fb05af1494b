import type { Clock } from '../clock.ts'
import type { Environment } from '../environment.ts'
import type { FetchLimited } from '../signing/revocation/fetch-limited.ts'

/** What is looked at, in the order in which it is shown. */
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
} as const
export type Subject = keyof typeof subjects

/** One thing that was looked at: `warning` can wait, `error` keeps people from working. */
export type Finding =
  | { readonly subject: Subject; readonly level: 'ok'; readonly message: string }
  | {
      readonly subject: Subject
      readonly level: 'warning' | 'error'
      readonly message: string
      readonly remedy: string
    }

/** What the examination works with; tests pass their own. */
export interface DoctorOptions {
  readonly environment: Environment
  readonly clock: Clock
  readonly fetch: FetchLimited
  /** Bytes that are free where a folder lies, and how many there are altogether. */
  readonly spaceOf: (folder: string) => Promise<{ readonly free: number; readonly total: number }>
}

/** Findings about one subject, in few words. */
export const findingsOf = (subject: Subject) => ({
  ok: (message: string): Finding => ({ subject, level: 'ok', message }),
  warning: (message: string, remedy: string): Finding => ({ subject, level: 'warning', message, remedy }),
  error: (message: string, remedy: string): Finding => ({ subject, level: 'error', message, remedy }),
})

/** Errors of the runtime may be objects of another realm. */
const partOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** Why something failed, in the words of whatever failed, on one line. */
export const reasonOf = (error: unknown): string => {
  const errors = partOf(error, 'errors')
  if (Array.isArray(errors) && errors.length > 0) return reasonOf(errors[0])
  // `fetch` says only that it failed; why stands below.
  const cause = partOf(error, 'cause')
  if (partOf(error, 'name') === 'TypeError' && cause !== undefined) return reasonOf(cause)
  const message = partOf(error, 'message')
  const text = typeof message === 'string' ? message : String(error)
  return text.replace(/\s+/g, ' ').trim()
}

/** What a system's error is called, as ENOENT; '' for others. */
export const codeOf = (error: unknown): string => {
  const code = partOf(error, 'code')
  return typeof code === 'string' ? code : ''
}
