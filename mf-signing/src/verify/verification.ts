import type { VerificationReport } from 'pdf/verify'
import type { PictureProgress } from './pictures/picture-task.ts'

/** `asking`: in the browser, with a revocation check. */
export type VerifyPlace = 'here' | 'asking' | 'server'

export type VerificationState =
  | { readonly kind: 'waiting'; readonly refusal: string | undefined }
  | { readonly kind: 'working'; readonly file: File; readonly where: VerifyPlace; readonly share: number | undefined }
  /** The structure is judged, the pages are not: there is no verdict yet. */
  | {
      readonly kind: 'comparing'
      readonly file: File
      readonly where: VerifyPlace
      readonly report: VerificationReport
      readonly progress: PictureProgress | undefined
    }
  | { readonly kind: 'done'; readonly file: File; readonly where: VerifyPlace; readonly report: VerificationReport }
  | { readonly kind: 'failed'; readonly file: File; readonly where: VerifyPlace; readonly message: string }

export type VerificationEvent =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'started'; readonly file: File; readonly where: VerifyPlace }
  | { readonly kind: 'came-further'; readonly share: number }
  | { readonly kind: 'judged'; readonly report: VerificationReport }
  | { readonly kind: 'compared'; readonly progress: PictureProgress }
  /** The pages stay as not compared. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'finished'; readonly report: VerificationReport }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'left' }

export const WAITING_STATE: VerificationState = { kind: 'waiting', refusal: undefined }

/** Ignores late results. */
export const followVerification = (state: VerificationState, event: VerificationEvent): VerificationState => {
  switch (event.kind) {
    case 'refused':
      return state.kind === 'waiting' ? { kind: 'waiting', refusal: event.message } : state
    case 'started':
      return { kind: 'working', file: event.file, where: event.where, share: undefined }
    case 'left':
      return WAITING_STATE
  }
  if (state.kind === 'comparing') return followComparison(state, event)
  if (state.kind !== 'working') return state
  const { file, where } = state
  switch (event.kind) {
    case 'came-further':
      return { ...state, share: event.share }
    case 'judged':
      return { kind: 'comparing', file, where, report: event.report, progress: undefined }
    case 'finished':
      return { kind: 'done', file, where, report: event.report }
    case 'failed':
      return { kind: 'failed', file, where, message: event.message }
    default:
      return state
  }
}

const followComparison = (
  state: Extract<VerificationState, { kind: 'comparing' }>,
  event: VerificationEvent,
): VerificationState => {
  const { file, where, report } = state
  switch (event.kind) {
    case 'compared':
      return { ...state, progress: event.progress }
    case 'finished':
      return { kind: 'done', file, where, report: event.report }
    // The result of the structure stays.
    case 'skipped':
    case 'failed':
      return { kind: 'done', file, where, report }
    default:
      return state
  }
}

/** The structure judge alone says that the pages look the same only if nothing follows. */
export const lacksPictures = (report: VerificationReport): boolean =>
  report.kind === 'signed' && report.signatures.some(({ picture }) => picture.state === 'not-compared')

const PDF_NAME = /\.pdf$/i

export const fileRefusal = (file: Pick<File, 'name' | 'type' | 'size'>): string | undefined => {
  if (file.type !== 'application/pdf' && !PDF_NAME.test(file.name)) return 'Elige un archivo PDF.'
  return file.size === 0 ? 'El archivo está vacío.' : undefined
}
