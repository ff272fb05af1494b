import type { Clock } from '../../platform/clock.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import type { FetchLimited } from '../../platform/fetch-limited.ts'

export const doctorSubjects = {
  disk: 'Disco',
  database: 'Base de datos',
  storage: 'Documentos',
  replica: 'Segundas copias',
  keys: 'Llaves',
  certificates: 'Certificados',
  logs: 'Registros',
  sealLog: 'Registro de sellos',
  jobs: 'Envíos masivos',
  retention: 'Datos borrados',
  timeStamps: 'Sello de tiempo',
  clock: 'Reloj',
  mail: 'Correo',
  address: 'Dirección pública',
  fva: 'Firma del Banco Central',
} as const
export type DoctorSubject = keyof typeof doctorSubjects

/** `warning` can wait; `error` blocks users. */
export type DoctorFinding =
  | { readonly subject: DoctorSubject; readonly level: 'ok'; readonly message: string }
  | {
      readonly subject: DoctorSubject
      readonly level: 'warning' | 'error'
      readonly message: string
      readonly remedy: string
    }

export interface DoctorOptions {
  readonly environment: ApiEnvironment
  readonly clock: Clock
  readonly fetch: FetchLimited
  /** Bytes. */
  readonly spaceOf: (folder: string) => Promise<{ readonly free: number; readonly total: number }>
  /** As `node:dns`: the parts of each record. */
  readonly lookUpTxt: (name: string) => Promise<readonly (readonly string[])[]>
}

export const findingsOf = (subject: DoctorSubject) => ({
  ok: (message: string): DoctorFinding => ({ subject, level: 'ok', message }),
  warning: (message: string, remedy: string): DoctorFinding => ({ subject, level: 'warning', message, remedy }),
  error: (message: string, remedy: string): DoctorFinding => ({ subject, level: 'error', message, remedy }),
})

/** Runtime errors may come from another realm. */
const partOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

export const causeText = (error: unknown): string => {
  const errors = partOf(error, 'errors')
  if (Array.isArray(errors) && errors.length > 0) return causeText(errors[0])
  // `fetch` hides the reason in `cause`.
  const cause = partOf(error, 'cause')
  if (partOf(error, 'name') === 'TypeError' && cause !== undefined) return causeText(cause)
  const message = partOf(error, 'message')
  const text = typeof message === 'string' ? message : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
