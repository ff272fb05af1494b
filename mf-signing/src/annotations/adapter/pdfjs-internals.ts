/**
 * Internal interfaces of pdf.js 6.5.438 that its types omit.
 * `component.ts` checks them at start
 * (docs/decisions/0026-annotations.md).
 */

/** `[x, y, width, height]` or `[left, bottom, right, top]`, by context. */
type Rect = readonly [number, number, number, number]

/** No comment if `text` is empty or `deleted` is set. */
export interface EditorComment {
  readonly text: string | null
  readonly richText: unknown
  readonly date: Date | null
  readonly deleted: boolean
  readonly color: readonly [number, number, number] | null
  readonly opacity: number
}

/** `altText` null: not set yet. */
export interface AltTextData {
  readonly altText: string | null
  readonly decorative: boolean
}

export interface CommentedAnnotation {
  readonly id: string
  readonly pageIndex: number
  /** In page units, from the lower left corner. */
  readonly rect: Rect
  readonly richText?: unknown
  readonly contentsObj: { readonly str: string }
  readonly creationDate?: Date | string | null
  readonly modificationDate?: Date | string | null
  readonly popupRef?: string | boolean
  readonly color?: ArrayLike<number> | null
  readonly opacity?: number
}

/** Made by `getFromImage`, `getFromText` or `getDrawnSignature`. */
export interface SignatureOutline {
  readonly outline: unknown
  readonly newCurves: readonly ArrayLike<number>[]
  readonly areContours: boolean
  readonly thickness: number
  readonly width: number
  readonly height: number
}

interface SignatureCurves {
  readonly curves: readonly { readonly points: readonly number[] }[]
  readonly thickness: number
  readonly width: number
  readonly height: number
}

export interface SignatureData {
  readonly lines: SignatureCurves
  readonly mustSmooth: boolean
  readonly areContours: boolean
  readonly description: string
  readonly uuid: string | null
  /** In page units. */
  readonly heightInPage: number
}

export interface OutlineSource {
  getFromImage(bitmap: ImageBitmap): SignatureOutline | null
  getFromText(
    text: string,
    font: { fontFamily: string; fontStyle: string; fontWeight: string },
  ): SignatureOutline | null
  getDrawnSignature(curves: SignatureCurves): SignatureOutline | null
}

export interface PdfjsEditor extends OutlineSource {
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
  /** Setting a string writes it, null deletes it. */
  get comment(): EditorComment | null
  set comment(value: string | EditorComment | null)
  readonly hasComment: boolean
  /** In fractions of the page. */
  commentPopupPosition: readonly [number, number] | null
  readonly commentButtonWidth: number
  readonly parentBoundingClientRect: DOMRect
  hasDefaultPopupPosition(): boolean
  setCommentButtonStates(states: { selected: boolean; hasPopup: boolean }): void
  focusCommentButton(): void
  editComment(options?: object): void
  /** In page units. */
  readonly commentButtonPositionInPage: readonly [number, number]
  readonly elementBeforePopup: HTMLElement
  getData(): CommentedAnnotation
  get altTextData(): AltTextData | undefined
  set altTextData(value: AltTextData & { readonly cancel?: boolean })
  readonly guessedAltText: string | null | undefined
  setGuessedAltText(text: string): Promise<void>
  altTextFinish(): void
  copyCanvas(dataSize: number | null, previewSize: number, createData?: boolean): { canvas: HTMLCanvasElement | null }
  isEmpty(): boolean
  remove(): void
  focus(): void
  addCommands(command: PdfjsCommand): void
  serialize(isForCopying?: boolean): object | null
  addSignature(outline: SignatureOutline, heightInPage: number, description: string, uuid: string | null): void
  description: string | null
  getUuid(): string | null
  getSignaturePreview(): { readonly areContours: boolean; readonly outline: { toSVGPath(): string; viewBox: string } }
}

/** `mustExec`: not executed yet. */
export interface PdfjsCommand {
  readonly cmd: () => void
  readonly undo: () => void
  readonly post?: () => void
  readonly mustExec: boolean
}

export interface PdfjsUiManager {
  readonly hasSelection: boolean
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
  selectComment(pageIndex: number, uid: string): void
  /** `page` from 1. */
  waitForEditorsRendered(page: number): Promise<void>
  deleteComment(editor: PdfjsEditor, saved: EditorComment | null): void
  readonly firstSelectedEditor: PdfjsEditor | undefined
  /** `pageIndex` from 0; undefined until the page is rendered. */
  getLayer(pageIndex: number): PdfjsLayer | undefined
}

interface PdfjsLayer {
  deserialize(data: object): Promise<PdfjsEditor | null>
  addOrRebuild(editor: PdfjsEditor): void
}

export interface AltTextManager {
  /** `firstTime`: a new image, hidden until `editor.altTextFinish()`. */
  editAltText(manager: PdfjsUiManager, editor: PdfjsEditor, firstTime: boolean): void
  destroy(): void
}

export interface CommentManager {
  /** Never null: pdf.js's buttons refer to it (aria-controls). */
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
  /** `x`, `y`: in CSS pixels of the window. */
  showDialog(manager: PdfjsUiManager, editor: PdfjsEditor, x: number, y: number, options?: object): void
  /** Components 0 to 255. */
  makeCommentColor(color: ArrayLike<number> | null, opacity: number): string | null
  destroy(): void
}

export interface SignatureManager {
  /** Called before the mode starts. */
  loadSignatures(): Promise<void> | undefined
  /** Must call `editor.addSignature(…)` or `editor.remove()`. */
  getSignature(request: { readonly uiManager: PdfjsUiManager; readonly editor: PdfjsEditor }): void
  renderEditButton(editor: PdfjsEditor): Promise<HTMLElement | null>
  destroy(): void
}

export interface EditorUndoBar {
  readonly isOpen: boolean
  /** `what`: kind of the removed annotation, or their number. */
  show(undo: () => void, what: string | number): void
  hide(): void
  destroy(): void
}

export interface HiddenViewerOptions {
  readonly altTextManager: AltTextManager | null
  readonly commentManager: CommentManager | null
  readonly signatureManager: SignatureManager | null
  readonly editorUndoBar: EditorUndoBar | null
  readonly enableHighlightFloatingButton: boolean
  readonly enableUpdatedAddImage: boolean
  readonly enableNewAltTextWhenAddingImage: boolean
  readonly viewerAlert: HTMLElement | null
  readonly abortSignal: AbortSignal
}

/** Checked at start, to detect renames after an upgrade. */
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

/** The installed pdf.js has other internals. */
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

export const asUiManager = (value: unknown): PdfjsUiManager => {
  if (isUiManager(value)) return value
  throw new PdfjsChanged(typeof value === 'object' && value !== null ? missingOf(value) : ['annotationeditoruimanager'])
}
