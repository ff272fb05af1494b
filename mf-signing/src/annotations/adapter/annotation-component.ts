import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { AnnotationMode } from '../modes.ts'
import type { AnnotationParameters, ParameterName } from '../parameters.ts'
import type { AnnotationState } from '../state.ts'
import type { CarriedAnnotations } from './carry-over.ts'
import type {
  AltTextManager,
  CommentManager,
  EditorUndoBar,
  PdfjsUiManager,
  SignatureData,
  SignatureManager,
} from './pdfjs-internals.ts'
import type { Texts } from './texts.ts'

/** What the page brings along; pdf.js leaves out what belongs to one that is not there. */
export interface AnnotationManagers {
  readonly altText?: AltTextManager | undefined
  readonly comments?: CommentManager | undefined
  readonly signatures?: SignatureManager | undefined
  readonly undoBar?: EditorUndoBar | undefined
}

export interface ComponentOptions {
  /** An empty, positioned element, which the component fills. */
  readonly host: HTMLElement
  readonly document: PDFDocumentProxy
  readonly texts: Texts
  /** Where the document opens. */
  readonly page: number
  readonly zoom: number
  readonly managers: AnnotationManagers
}

/** What `save` gives. */
export interface AnnotatedBytes {
  /** The document with its annotations: the bytes that were opened, and what was appended to them. */
  readonly bytes: Uint8Array
  /** These bytes are safe: whatever has not changed since is saved. */
  readonly confirm: () => void
  /** Nothing has changed since. */
  readonly isCurrent: () => boolean
}

/** A point of the window, in CSS pixels. */
export interface WindowPoint {
  readonly x: number
  readonly y: number
}

/** A document that is being annotated: all that the page knows of pdf.js's editor. */
export interface AnnotationComponent {
  readonly state: () => AnnotationState
  /** Calls back after every change of `state`; the answer ends that. */
  readonly subscribe: (changed: () => void) => () => void
  /** `fromKeyboard`: begins an annotation in the middle of the page, where that makes sense. */
  readonly setMode: (mode: AnnotationMode, options?: { readonly fromKeyboard?: boolean }) => void
  /** Changes what is selected, or else what comes next. */
  readonly setParameter: <Name extends ParameterName>(name: Name, value: AnnotationParameters[Name]) => void
  readonly undo: () => void
  readonly redo: () => void
  /** All but empty ones. */
  readonly selectAll: () => void
  readonly unselectAll: () => void
  readonly deleteSelected: () => void
  /** Asks for an image and adds it in the middle of the page; needs the mode for images. */
  readonly addImage: () => void
  /** Adds a saved signature, or asks `managers.signatures` for one; needs the mode for signatures. */
  readonly addSignature: (saved?: SignatureData) => void
  /** Keyboard, copy and paste belong to a field or a dialog of ours, until the answer is called. */
  readonly holdKeys: () => () => void
  readonly goTo: (page: number) => void
  /** `at`: what stays where it is; the middle of the area when absent. */
  readonly zoomTo: (zoom: number, at?: WindowPoint) => void
  /** The scrolled area. */
  readonly area: HTMLElement
  /** On each page, over its picture and below its annotations: as large as the page, empty, and untouchable. */
  readonly layers: readonly HTMLElement[]
  /** Finishes what is being written or drawn, and says whether anything is unsaved. */
  readonly isModified: () => boolean
  /** Looks whether anything is unsaved, after a change that pdf.js does not report (a comment). */
  readonly lookAgain: () => void
  /** Finishes what is being written or drawn, and appends all annotations to the document. */
  readonly save: () => Promise<AnnotatedBytes>
  /** The annotations that stand in no file yet, to be put on another version of the document. */
  readonly carryOver: () => CarriedAnnotations
  /** Resolves once they are there. */
  readonly putBack: (carried: CarriedAnnotations) => Promise<void>
  /** For dialogs and the sidebar. */
  readonly manager: PdfjsUiManager
  readonly destroy: () => void
}
