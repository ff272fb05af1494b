import type { VerificationReport } from 'pdf/verify'

/** `asking`: in the browser, with a revocation check. */
export type Where = 'here' | 'asking' | 'server'

export type Verification =
  | { readonly kind: 'waiting'; readonly refusal: string | undefined }
  | { readonly kind: 'working'; readonly file: File; readonly where: Where; readonly share: number | undefined }
  | { readonly kind: 'done'; readonly file: File; readonly where: Where; readonly report: VerificationReport }
  | { readonly kind: 'failed'; readonly file: File; readonly where: Where; readonly message: string }

export type VerificationEvent =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'started'; readonly file: File; readonly where: Where }
  | { readonly kind: 'came-further'; readonly share: number }
  | { readonly kind: 'finished'; readonly report: VerificationReport }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'left' }

export const WAITING: Verification = { kind: 'waiting', refusal: undefined }

/** Ignores late results. */
export const follow = (state: Verification, event: VerificationEvent): Verification => {
  switch (event.kind) {
    case 'refused':
      return state.kind === 'waiting' ? { kind: 'waiting', refusal: event.message } : state
    case 'started':
      return { kind: 'working', file: event.file, where: event.where, share: undefined }
    case 'left':
      return WAITING
  }
  if (state.kind !== 'working') return state
  const { file, where } = state
  switch (event.kind) {
    case 'came-further':
      return { ...state, share: event.share }
    case 'finished':
      return { kind: 'done', file, where, report: event.report }
    case 'failed':
      return { kind: 'failed', file, where, message: event.message }
  }
}

const PDF_NAME = /\.pdf$/i

export const refusalOf = (file: Pick<File, 'name' | 'type' | 'size'>): string | undefined => {
  if (file.type !== 'application/pdf' && !PDF_NAME.test(file.name)) return 'Elige un archivo PDF.'
  return file.size === 0 ? 'El archivo está vacío.' : undefined
}
