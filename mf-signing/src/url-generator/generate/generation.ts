import type { UserFile } from 'shared/contract'
import { urlTexts } from '../constants.ts'
import { isBlankName } from './file-name.ts'

export type GenerationErrand =
  | { readonly kind: 'searching'; readonly name: string }
  /** `among`: the visible choices. */
  | { readonly kind: 'sharing'; readonly file: UserFile; readonly among: readonly UserFile[] }

export type GenerationState =
  | { readonly kind: 'idle' }
  /** Unknown name; the input shows the message. */
  | { readonly kind: 'refused'; readonly message: string }
  | GenerationErrand
  | { readonly kind: 'choosing'; readonly among: readonly UserFile[] }
  | { readonly kind: 'failed'; readonly message: string; readonly errand: GenerationErrand }
  | { readonly kind: 'generated'; readonly file: UserFile }

export type GenerationEvent =
  | { readonly kind: 'pressed'; readonly name: string; readonly picked: UserFile | undefined }
  | { readonly kind: 'typed' }
  | { readonly kind: 'found'; readonly files: readonly UserFile[] }
  | { readonly kind: 'chosen'; readonly file: UserFile }
  | { readonly kind: 'shared'; readonly file: UserFile }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'retried' }
  | { readonly kind: 'updated'; readonly file: UserFile }

export const idleGeneration: GenerationState = { kind: 'idle' }
const notFound: GenerationState = { kind: 'refused', message: urlTexts.notFound }

export const isBusy = (state: GenerationState): state is GenerationErrand =>
  state.kind === 'searching' || state.kind === 'sharing'

export const choicesOf = (state: GenerationState): readonly UserFile[] => {
  if (state.kind === 'failed') return choicesOf(state.errand)
  return state.kind === 'choosing' || state.kind === 'sharing' ? state.among : []
}

const press = (name: string, picked: UserFile | undefined): GenerationState => {
  if (isBlankName(name)) return { kind: 'refused', message: urlTexts.nameMissing }
  return picked === undefined ? { kind: 'searching', name } : { kind: 'sharing', file: picked, among: [] }
}

const take = (files: readonly UserFile[]): GenerationState => {
  const [file, ...others] = files
  if (file === undefined) return notFound
  return others.length === 0 ? { kind: 'sharing', file, among: [] } : { kind: 'choosing', among: files }
}

/** Typing clears messages and choices, but keeps a generated URL. */
const type = (state: GenerationState): GenerationState =>
  state.kind === 'refused' || state.kind === 'failed' || state.kind === 'choosing' ? idleGeneration : state

const update = (state: GenerationState, file: UserFile): GenerationState => {
  if (state.kind === 'choosing') {
    return { ...state, among: state.among.map((other) => (other.id === file.id ? file : other)) }
  }
  if (state.kind !== 'generated' || state.file.id !== file.id) return state
  return file.is_shared ? { ...state, file } : idleGeneration
}

export const generationReducer = (state: GenerationState, event: GenerationEvent): GenerationState => {
  switch (event.kind) {
    case 'pressed':
      return isBusy(state) ? state : press(event.name, event.picked)
    case 'typed':
      return type(state)
    case 'found':
      return state.kind === 'searching' ? take(event.files) : state
    case 'chosen':
      return isBusy(state) ? state : { kind: 'sharing', file: event.file, among: choicesOf(state) }
    case 'shared':
      return state.kind === 'sharing' ? { kind: 'generated', file: event.file } : state
    case 'gone':
      return state.kind === 'sharing' ? notFound : state
    case 'failed':
      return isBusy(state) ? { kind: 'failed', message: event.message, errand: state } : state
    case 'retried':
      return state.kind === 'failed' ? state.errand : state
    case 'updated':
      return update(state, event.file)
  }
}
