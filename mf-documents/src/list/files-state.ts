import type { UserFile } from 'shared/contract'

/** The owner's documents as this screen knows them. Once they were shown they stay, while fresher ones are fetched. */
export type FilesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  /** `stale`: the last attempt to fetch them again failed. */
  | { readonly kind: 'ready'; readonly files: readonly UserFile[]; readonly stale: boolean }

export type FilesEvent =
  | { readonly kind: 'requested' }
  | { readonly kind: 'received'; readonly files: readonly UserFile[] }
  | { readonly kind: 'refused' }
  | { readonly kind: 'deleted'; readonly id: number }

export const initialFiles: FilesState = { kind: 'loading' }

export const filesReducer = (state: FilesState, event: FilesEvent): FilesState => {
  switch (event.kind) {
    case 'requested':
      return state.kind === 'ready' ? state : { kind: 'loading' }
    case 'received':
      return { kind: 'ready', files: event.files, stale: false }
    case 'refused':
      return state.kind === 'ready' ? { ...state, stale: true } : { kind: 'failed' }
    case 'deleted':
      return state.kind === 'ready' ? { ...state, files: state.files.filter((file) => file.id !== event.id) } : state
  }
}

/** The signed-only list keeps only files whose `is_signed` is true. */
export const signedOnly = (files: readonly UserFile[]): readonly UserFile[] => files.filter((file) => file.is_signed)
