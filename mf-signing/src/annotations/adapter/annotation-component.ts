import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { AnnotationMode } from '../modes.ts'
import type { AnnotationParameters, ParameterName } from '../parameters.ts'
import type { EditorState } from '../state.ts'
import type { CarriedAnnotations } from './carry-over.ts'
import type {
  AltTextManager,
  CommentManager,
  EditorUndoBar,
  PdfjsUiManager,
  SignatureData,
  SignatureManager,
} from './pdfjs-internals.ts'
import type { EditorTexts } from './texts.ts'

/** pdf.js disables features whose manager is missing. */
export interface AnnotationManagers {
  readonly altText?: AltTextManager | undefined
  readonly comments?: CommentManager | undefined
  readonly signatures?: SignatureManager | undefined
  readonly undoBar?: EditorUndoBar | undefined
}

export interface ComponentOptions {
  readonly host: HTMLElement
  readonly document: PDFDocumentProxy
  readonly texts: EditorTexts
  readonly page: number
  readonly zoom: number
  readonly managers: AnnotationManagers
}

export interface AnnotatedBytes {
  readonly bytes: Uint8Array
  readonly confirm: () => void
  readonly isCurrent: () => boolean
}

export interface WindowPoint {
  readonly x: number
  readonly y: number
}

export interface AnnotationComponent {
  readonly state: () => EditorState
  readonly subscribe: (changed: () => void) => () => void
  /** `fromKeyboard`: creates an annotation at the page's centre. */
  readonly setMode: (mode: AnnotationMode, options?: { readonly fromKeyboard?: boolean }) => void
  readonly setParameter: <Name extends ParameterName>(name: Name, value: AnnotationParameters[Name]) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly selectAll: () => void
  readonly unselectAll: () => void
  readonly deleteSelected: () => void
  readonly addImage: () => void
  /** Needs mode `signature`; without a saved one, requests one. */
  readonly addSignature: (saved?: SignatureData) => void
  /** Blocks pdf.js's key and clipboard handlers until called. */
  readonly holdKeys: () => () => void
  readonly goTo: (page: number) => void
  /** `at`: fixed point; default: the centre. */
  readonly zoomTo: (zoom: number, at?: WindowPoint) => void
  readonly area: HTMLElement
  /** One per page, between picture and annotations; empty, no pointer events. */
  readonly layers: readonly HTMLElement[]
  /** Commits the current edit first. */
  readonly isModified: () => boolean
  /** Checks at once; the current edit continues. */
  readonly checkModified: () => boolean
  /** Checks after changes that pdf.js doesn't report (comments). */
  readonly lookAgain: () => void
  /** Commits the current edit, then appends all annotations. */
  readonly save: () => Promise<AnnotatedBytes>
  /** Annotations not in the file yet. */
  readonly carryOver: () => CarriedAnnotations
  readonly putBack: (carried: CarriedAnnotations) => Promise<void>
  readonly manager: PdfjsUiManager
  readonly destroy: () => void
}
