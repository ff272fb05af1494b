import type { AnnotationMode } from './modes.ts'
import { modeOfCode } from './modes.ts'
import type { AnnotationParameters } from './parameters.ts'
import { defaultParameters, withReported } from './parameters.ts'

export interface EditorState {
  readonly mode: AnnotationMode
  readonly page: number
  readonly pageCount: number
  readonly zoom: number
  readonly parameters: AnnotationParameters
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly isEmpty: boolean
  readonly hasSelection: boolean
  readonly hasSelectedText: boolean
  readonly modified: boolean
}

export const openState = (pageCount: number, zoom: number): EditorState => ({
  mode: 'none',
  page: 1,
  pageCount,
  zoom,
  parameters: defaultParameters,
  canUndo: false,
  canRedo: false,
  isEmpty: true,
  hasSelection: false,
  hasSelectedText: false,
  modified: false,
})

export type AnnotationEvent =
  | { readonly type: 'mode'; readonly code: unknown }
  | { readonly type: 'page'; readonly page: number }
  | { readonly type: 'zoom'; readonly zoom: number }
  | { readonly type: 'parameters'; readonly details: unknown }
  | { readonly type: 'flags'; readonly details: unknown; readonly hasSelection: boolean }
  | { readonly type: 'modified'; readonly modified: boolean }

const flags = {
  hasSomethingToUndo: 'canUndo',
  hasSomethingToRedo: 'canRedo',
  isEmpty: 'isEmpty',
  hasSelectedText: 'hasSelectedText',
} as const

const flagsIn = (details: unknown): Partial<EditorState> => {
  if (typeof details !== 'object' || details === null) return {}
  return Object.fromEntries(
    Object.entries(flags).flatMap(([theirs, ours]) => {
      const value: unknown = Reflect.get(details, theirs)
      return typeof value === 'boolean' ? [[ours, value]] : []
    }),
  )
}

const merged = (state: EditorState, changes: Partial<EditorState>): EditorState => {
  const next = { ...state, ...changes }
  const same = Object.keys(changes).every((key) => Reflect.get(state, key) === Reflect.get(next, key))
  return same ? state : next
}

/** Returns the same object if nothing changed. */
export const annotationReducer = (state: EditorState, event: AnnotationEvent): EditorState => {
  switch (event.type) {
    case 'mode':
      return merged(state, { mode: modeOfCode(event.code) ?? state.mode })
    case 'page':
      return merged(state, { page: event.page })
    case 'zoom':
      return merged(state, { zoom: event.zoom })
    case 'parameters':
      return merged(state, { parameters: withReported(state.parameters, event.details) })
    case 'flags':
      // The event omits the selection when an input releases the keys.
      return merged(state, { ...flagsIn(event.details), hasSelection: event.hasSelection })
    case 'modified':
      return merged(state, { modified: event.modified })
  }
}
