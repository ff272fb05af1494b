import type { UserFile } from 'shared/contract'
import { urlTexts } from '../constants.ts'
import { isBlank } from './file-name.ts'

export type Errand =
  | { readonly kind: 'searching'; readonly name: string }
  /** `among`: the visible choices. */
  | { readonly kind: 'sharing'; readonly file: UserFile; readonly among: readonly UserFile[] }

export type Generation =
  | { readonly kind: 'idle' }
  /** Unknown name; the input shows the message. */
  | { readonly kind: 'refused'; readonly message: string }
  | Errand
  | { readonly kind: 'choosing'; readonly among: readonly UserFile[] }
  | { readonly kind: 'failed'; readonly message: string; readonly errand: Errand }
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

export const idle: Generation = { kind: 'idle' }
const notFound: Generation = { kind: 'refused', message: urlTexts.notFound }

export const isBusy = (state: Generation): state is Errand => state.kind === 'searching' || state.kind === 'sharing'

export const choicesOf = (state: Generation): readonly UserFile[] => {
  if (state.kind === 'failed') return choicesOf(state.errand)
  return state.kind === 'choosing' || state.kind === 'sharing' ? state.among : []
}

const press = (name: string, picked: UserFile | undefined): Generation => {
  if (isBlank(name)) return { kind: 'refused', message: urlTexts.nameMissing }
  return picked === undefined ? { kind: 'searching', name } : { kind: 'sharing', file: picked, among: [] }
}

const take = (files: readonly UserFile[]): Generation => {
  const [file, ...others] = files
  if (file === undefined) return notFound
  return others.length === 0 ? { kind: 'sharing', file, among: [] } : { kind: 'choosing', among: files }
}

/** Typing clears messages and choices, but keeps a generated URL. */
const type = (state: Generation): Generation =>
  state.kind === 'refused' || state.kind === 'failed' || state.kind === 'choosing' ? idle : state

const update = (state: Generation, file: UserFile): Generation => {
  if (state.kind === 'choosing') {
    return { ...state, among: state.among.map((other) => (other.id === file.id ? file : other)) }
  }
  if (state.kind !== 'generated' || state.file.id !== file.id) return state
  return file.is_shared ? { ...state, file } : idle
}

export const generationReducer = (state: Generation, event: GenerationEvent): Generation => {
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
