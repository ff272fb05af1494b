import { fileTypes, type UserFile } from 'shared/contract'
import { PROGRESS_START } from './constants.ts'
import type { UploadFailure } from './upload-failure.ts'
import type { UploadProblem } from './validate-upload.ts'

export interface UploadForm {
  /** Undefined until the user chooses a type. */
  readonly fileTypeId: number | undefined
  readonly description: string
  readonly notes: string
}

/** Phases of an upload (specification, section 4). */
export type UploadPhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'chosen'; readonly file: File }
  | { readonly kind: 'uploading'; readonly file: File; readonly percent: number; readonly checking: boolean }
  | { readonly kind: 'failed'; readonly file: File; readonly failure: UploadFailure }
  | { readonly kind: 'done'; readonly document: UserFile }

export interface UploadState {
  readonly form: UploadForm
  readonly phase: UploadPhase
  /** The last validation error, until an edit. */
  readonly problem: UploadProblem | undefined
}

export type UploadEvent =
  | { readonly kind: 'edited'; readonly change: Partial<UploadForm> }
  | { readonly kind: 'chose'; readonly file: File }
  | { readonly kind: 'removed' }
  | { readonly kind: 'objected'; readonly problem: UploadProblem }
  | { readonly kind: 'started' }
  | { readonly kind: 'progressed'; readonly percent: number; readonly checking: boolean }
  | { readonly kind: 'failed'; readonly failure: UploadFailure }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'stored'; readonly document: UserFile }

const emptyForm: UploadForm = { fileTypeId: fileTypes[0].id, description: '', notes: '' }

export const initialUpload: UploadState = { form: emptyForm, phase: { kind: 'idle' }, problem: undefined }

export const fileOf = (phase: UploadPhase): File | undefined => ('file' in phase ? phase.file : undefined)

const withPhase = (state: UploadState, phase: UploadPhase): UploadState => ({ ...state, phase, problem: undefined })

const backToChosen = (state: UploadState): UploadState => {
  const file = fileOf(state.phase)
  return file ? withPhase(state, { kind: 'chosen', file }) : state
}

/** During an upload nothing can be edited. */
const whileUploading = (
  state: UploadState,
  phase: Extract<UploadPhase, { kind: 'uploading' }>,
  event: UploadEvent,
): UploadState => {
  switch (event.kind) {
    case 'progressed':
      return withPhase(state, { ...phase, percent: event.percent, checking: event.checking })
    case 'failed':
      return withPhase(state, { kind: 'failed', file: phase.file, failure: event.failure })
    case 'cancelled':
      return backToChosen(state)
    case 'stored':
      return { form: emptyForm, phase: { kind: 'done', document: event.document }, problem: undefined }
    default:
      return state
  }
}

/**
 * A failed or cancelled upload keeps form
 * and file; a stored one clears them.
 */
export const uploadReducer = (state: UploadState, event: UploadEvent): UploadState => {
  if (state.phase.kind === 'uploading') return whileUploading(state, state.phase, event)
  switch (event.kind) {
    case 'edited':
      return { ...state, form: { ...state.form, ...event.change }, problem: undefined }
    case 'chose':
      return withPhase(state, { kind: 'chosen', file: event.file })
    case 'removed':
      return withPhase(state, { kind: 'idle' })
    case 'objected':
      return { ...state, problem: event.problem }
    case 'started': {
      const file = fileOf(state.phase)
      return file ? withPhase(state, { kind: 'uploading', file, percent: PROGRESS_START, checking: false }) : state
    }
    case 'dismissed':
      return state.phase.kind === 'failed' ? backToChosen(state) : state
    default:
      return state
  }
}
