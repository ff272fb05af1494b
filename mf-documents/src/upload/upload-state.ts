import type { UserFile } from 'shared/contract'
import { PROGRESS_START } from './sending/upload-progress.ts'
import type { UploadFailure } from './upload-failure.ts'

/** Phases of an upload (specification, section 4). */
export type UploadPhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'chosen'; readonly file: File }
  | {
      readonly kind: 'uploading'
      readonly file: File
      readonly percent: number
      readonly checking: boolean
      /** The server removes active content. */
      readonly cleaning: boolean
    }
  | { readonly kind: 'failed'; readonly file: File; readonly failure: UploadFailure }
  | { readonly kind: 'done'; readonly document: UserFile }

export type UploadEvent =
  | { readonly kind: 'chose'; readonly file: File }
  | { readonly kind: 'removed' }
  | { readonly kind: 'started'; readonly cleaning: boolean }
  | { readonly kind: 'progressed'; readonly percent: number; readonly checking: boolean }
  | { readonly kind: 'failed'; readonly failure: UploadFailure }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'stored'; readonly document: UserFile }

export const initialUpload: UploadPhase = { kind: 'idle' }

export const chosenFile = (phase: UploadPhase): File | undefined => ('file' in phase ? phase.file : undefined)

type Uploading = Extract<UploadPhase, { kind: 'uploading' }>

/** During an upload the file cannot change. */
const uploadingReducer = (phase: Uploading, event: UploadEvent): UploadPhase => {
  switch (event.kind) {
    case 'progressed':
      return { ...phase, percent: event.percent, checking: event.checking }
    case 'failed':
      return { kind: 'failed', file: phase.file, failure: event.failure }
    case 'cancelled':
      return { kind: 'chosen', file: phase.file }
    case 'stored':
      return { kind: 'done', document: event.document }
    default:
      return phase
  }
}

/** A failed or cancelled upload keeps the file. */
export const uploadReducer = (phase: UploadPhase, event: UploadEvent): UploadPhase => {
  if (phase.kind === 'uploading') return uploadingReducer(phase, event)
  switch (event.kind) {
    case 'chose':
      return { kind: 'chosen', file: event.file }
    case 'removed':
      return initialUpload
    case 'started': {
      const file = chosenFile(phase)
      return file
        ? { kind: 'uploading', file, percent: PROGRESS_START, checking: false, cleaning: event.cleaning }
        : phase
    }
    case 'dismissed':
      return phase.kind === 'failed' ? { kind: 'chosen', file: phase.file } : phase
    default:
      return phase
  }
}
