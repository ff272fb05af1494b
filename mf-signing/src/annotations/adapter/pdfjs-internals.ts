/**
 * What pdf.js 6.5.438 has and its published types leave out: the editor's manager, its editors, and what the component
 * viewer asks of those who bring their own dialogs. Internal interface; `component.ts` alone calls it, and it checks
 * every name here before it starts (docs/decisions/0026-annotations.md).
 */

/** `[x, y, width, height]` or `[left, bottom, right, top]`, as the place says. */
export type Rect = readonly [number, number, number, number]

/** A comment as an editor has it; `text` empty or `deleted`: there is none. */
export interface EditorComment {
  readonly text: string | null
  readonly richText: unknown
  readonly date: Date | null
  readonly deleted: boolean
  readonly color: readonly [number, number, number] | null
  readonly opacity: number
}

/** The alternative text of an image. `altText` null: nobody has said anything yet. */
export interface AltTextData {
  readonly altText: string | null
  readonly decorative: boolean
}

/** An annotation with a comment, from an editor or from the file, as the sidebar lists it. */
export interface CommentedAnnotation {
  readonly id: string
  readonly pageIndex: number
  /** In the page's own units, from its lower left corner. */
  readonly rect: Rect
  readonly richText?: unknown
  readonly contentsObj: { readonly str: string }
  readonly creationDate?: Date | string | null
  readonly modificationDate?: Date | string | null
  readonly popupRef?: string | boolean
  readonly color?: ArrayLike<number> | null
  readonly opacity?: number
}

/** The lines of a signature, as `addSignature` takes them. Made by `getFromImage`, `getFromText`, `getDrawnSignature`. */
export interface SignatureOutline {
  readonly outline: unknown
  readonly newCurves: readonly ArrayLike<number>[]
  readonly areContours: boolean
  readonly thickness: number
  readonly width: number
  readonly height: number
}

/** Strokes of a drawn signature: points x, y, x, y… in a box of `width` times `height`. */
export interface SignatureCurves {
  readonly curves: readonly { readonly points: readonly number[] }[]
  readonly thickness: number
  readonly width: number
  readonly height: number
}

/** A signature that was saved, as `switchannotationeditorparams` CREATE takes it. */
export interface SignatureData {
  readonly lines: SignatureCurves
  readonly mustSmooth: boolean
  readonly areContours: boolean
  readonly description: string
  readonly uuid: string | null
  /** In the page's own units. */
  readonly heightInPage: number
}

/** One annotation that is being edited. */
export interface PdfjsEditor {
  readonly id: string
  readonly uid: string
  readonly editorType: string
  readonly mode: number
  readonly pageIndex: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly div: HTMLElement | null
  readonly isSelected: boolean
  /** Null: there never was one. Setting a string writes it, null deletes it. */
  get comment(): EditorComment | null
  set comment(value: string | EditorComment | null)
  readonly hasComment: boolean
  /** Where the popup lies, in fractions of the page. */
  commentPopupPosition: readonly [number, number] | null
  readonly commentButtonWidth: number
  readonly parentBoundingClientRect: DOMRect
  hasDefaultPopupPosition(): boolean
  setCommentButtonStates(states: { selected: boolean; hasPopup: boolean }): void
  focusCommentButton(): void
  editComment(options?: object): void
  /** Where the comment's button lies, in the page's own units. */
  readonly commentButtonPositionInPage: readonly [number, number]
  readonly elementBeforePopup: HTMLElement
  getData(): CommentedAnnotation
  get altTextData(): AltTextData | undefined
  set altTextData(value: AltTextData & { readonly cancel?: boolean })
  /** A description that nobody has confirmed. */
  readonly guessedAltText: string | null | undefined
  setGuessedAltText(text: string): Promise<void>
  altTextFinish(): void
  /** The picture of an image, scaled down for a preview. */
  copyCanvas(dataSize: number | null, previewSize: number, createData?: boolean): { canvas: HTMLCanvasElement | null }
  isEmpty(): boolean
  remove(): void
  focus(): void
  addCommands(command: PdfjsCommand): void
  serialize(isForCopying?: boolean): object | null
  /** Signatures. */
  getFromImage(bitmap: ImageBitmap): SignatureOutline | null
  getFromText(
    text: string,
    font: { fontFamily: string; fontStyle: string; fontWeight: string },
  ): SignatureOutline | null
  getDrawnSignature(curves: SignatureCurves): SignatureOutline | null
  addSignature(outline: SignatureOutline, heightInPage: number, description: string, uuid: string | null): void
  description: string | null
  getUuid(): string | null
  getSignaturePreview(): { readonly areContours: boolean; readonly outline: { toSVGPath(): string; viewBox: string } }
}

/** Something that can be undone. `mustExec`: it is still to be done. */
export interface PdfjsCommand {
  readonly cmd: () => void
  readonly undo: () => void
  readonly post?: () => void
  readonly mustExec: boolean
}

/** The manager of all editors of one document. */
export interface PdfjsUiManager {
  readonly hasSelection: boolean
  /** One of pdf.js's modes. */
  getMode(): number
  addEditListeners(): void
  removeEditListeners(): void
  addCommands(command: PdfjsCommand): void
  endCurrentEditing(): void
  commitOrRemove(): void
  unselectAll(): void
  setSelected(editor: PdfjsEditor): void
  getEditor(id: string): PdfjsEditor | undefined
  getEditors(pageIndex: number): Iterable<PdfjsEditor>
  /** Opens the comment of an annotation, once its page is there. */
  selectComment(pageIndex: number, uid: string): void
  /** Waits until the annotations of a page (from 1) can be edited. */
  waitForEditorsRendered(page: number): Promise<void>
  deleteComment(editor: PdfjsEditor, saved: EditorComment | null): void
  readonly firstSelectedEditor: PdfjsEditor | undefined
  /** Where the annotations of a page lie, counted from 0; absent before the page is there. */
  getLayer(pageIndex: number): PdfjsLayer | undefined
}

/** The annotations of one page. */
export interface PdfjsLayer {
  /** Makes an annotation of what stands on pdf.js's clipboard. */
  deserialize(data: object): Promise<PdfjsEditor | null>
  addOrRebuild(editor: PdfjsEditor): void
}

/** Asked for the alternative text of an image. */
export interface AltTextManager {
  /** `firstTime`: the image was just added, and stays hidden until `editor.altTextFinish()`. */
  editAltText(manager: PdfjsUiManager, editor: PdfjsEditor, firstTime: boolean): void
  destroy(): void
}

/** Shows comments: a list beside the document, a popup over an annotation, a dialog to write one. */
export interface CommentManager {
  /** Never null: pdf.js says that its buttons control it. */
  readonly dialogElement: HTMLElement
  setSidebarUiManager(manager: PdfjsUiManager): void
  showSidebar(annotations: readonly CommentedAnnotation[]): void
  hideSidebar(): void
  removeComments(ids: readonly string[]): void
  selectComment(annotation: unknown): void
  addComment(annotation: CommentedAnnotation): void
  updateComment(annotation: CommentedAnnotation): void
  toggleCommentPopup(editor: PdfjsEditor | null, isSelected?: boolean, visibility?: boolean, isEditable?: boolean): void
  destroyPopup(): void
  updatePopupColor(editor: PdfjsEditor): void
  /** `x`, `y`: where on the screen, in CSS pixels. */
  showDialog(manager: PdfjsUiManager, editor: PdfjsEditor, x: number, y: number, options?: object): void
  /** A colour for a comment's button and popup from that of its annotation, components 0 to 255. */
  makeCommentColor(color: ArrayLike<number> | null, opacity: number): string | null
  destroy(): void
}

/** Where signatures come from. */
export interface SignatureManager {
  /** Before the mode for signatures begins. */
  loadSignatures(): Promise<void> | undefined
  /** An empty editor waits for a signature: `editor.addSignature(…)` or `editor.remove()`. */
  getSignature(request: { readonly uiManager: PdfjsUiManager; readonly editor: PdfjsEditor }): void
  /** A button for the toolbar of a signature; null: none. */
  renderEditButton(editor: PdfjsEditor): Promise<HTMLElement | null>
  destroy(): void
}

/** Offers to take a removal back. */
export interface EditorUndoBar {
  readonly isOpen: boolean
  /** `what`: the kind of the one annotation that was removed, or how many were. */
  show(undo: () => void, what: string | number): void
  hide(): void
  destroy(): void
}

/** Options of `PDFViewer` that its published type leaves out. */
export interface HiddenViewerOptions {
  readonly altTextManager: AltTextManager | null
  readonly commentManager: CommentManager | null
  readonly signatureManager: SignatureManager | null
  readonly editorUndoBar: EditorUndoBar | null
  readonly enableHighlightFloatingButton: boolean
  readonly enableUpdatedAddImage: boolean
  readonly enableNewAltTextWhenAddingImage: boolean
  /** Where it says aloud what was added. */
  readonly viewerAlert: HTMLElement | null
  /** Ends its listeners. */
  readonly abortSignal: AbortSignal
}

/** Methods of the manager that are called; an upgrade that renames one is told apart at once. */
export const UI_MANAGER_METHODS = [
  'getMode',
  'addEditListeners',
  'removeEditListeners',
  'addCommands',
  'endCurrentEditing',
  'commitOrRemove',
  'unselectAll',
  'setSelected',
  'getEditor',
  'getEditors',
  'selectComment',
  'waitForEditorsRendered',
  'deleteComment',
  'getLayer',
] as const satisfies readonly (keyof PdfjsUiManager)[]

/** The installed pdf.js is not the one that this was written for. */
export class PdfjsChanged extends Error {
  override readonly name = 'PdfjsChanged'

  constructor(missing: readonly string[]) {
    super(`pdf.js no longer has: ${missing.join(', ')}`)
  }
}

const isUiManager = (value: unknown): value is PdfjsUiManager =>
  typeof value === 'object' && value !== null && missingOf(value).length === 0

const missingOf = (value: object): readonly string[] => [
  ...UI_MANAGER_METHODS.filter((name) => typeof Reflect.get(value, name) !== 'function'),
  ...(['hasSelection'] as const).filter((name) => !(name in value)),
]

/** @throws PdfjsChanged */
export const asUiManager = (value: unknown): PdfjsUiManager => {
  if (isUiManager(value)) return value
  throw new PdfjsChanged(typeof value === 'object' && value !== null ? missingOf(value) : ['annotationeditoruimanager'])
}
