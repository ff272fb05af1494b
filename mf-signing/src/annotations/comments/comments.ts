import type { CommentedAnnotation, CommentManager, PdfjsEditor, PdfjsUiManager } from '../adapter/pdfjs-internals.ts'
import type { ValueStore } from '../store.ts'
import { createStore } from '../store.ts'
import { commentColor } from './comment-color.ts'

export interface OpenComment {
  readonly editor: PdfjsEditor
  /** Stays until closed; otherwise closes with the pointer. */
  readonly pinned: boolean
  readonly editable: boolean
  readonly color: string | null
}

export interface CommentRequest {
  readonly editor: PdfjsEditor
  readonly manager: PdfjsUiManager | undefined
  readonly text: string
}

interface CommentsState {
  readonly list: readonly CommentedAnnotation[] | undefined
  readonly selected: string | undefined
  readonly popup: OpenComment | undefined
  readonly request: CommentRequest | undefined
}

export interface CommentsModel {
  readonly manager: CommentManager
  readonly state: ValueStore<CommentsState>
  /** An empty text deletes the comment. */
  readonly write: (text: string) => void
  readonly cancel: () => void
  readonly select: (comment: CommentedAnnotation) => void
  readonly closePopup: () => void
}

const closed: CommentsState = { list: undefined, selected: undefined, popup: undefined, request: undefined }

/** By page, from top to bottom. */
export const sortComments = (comments: readonly CommentedAnnotation[]): readonly CommentedAnnotation[] =>
  comments.toSorted((a, b) => a.pageIndex - b.pageIndex || (b.rect[3] ?? 0) - (a.rect[3] ?? 0))

const isWritten = ({ contentsObj }: CommentedAnnotation): boolean => contentsObj.str.trim() !== ''

const withComment = (list: readonly CommentedAnnotation[], comment: CommentedAnnotation) =>
  sortComments([...list.filter(({ id }) => id !== comment.id), comment].filter(isWritten))

const openedBy = (editor: PdfjsEditor, pinned: boolean, editable: boolean): OpenComment => {
  const { color = null, opacity = 1 } = editor.getData()
  return { editor, pinned, editable, color: commentColor(color, opacity) }
}

interface Holder {
  readonly state: ValueStore<CommentsState>
  readonly change: (next: Partial<CommentsState>) => void
  uiManager: PdfjsUiManager | undefined
}

const setPopup = ({ state, change }: Holder, popup: OpenComment | undefined): void => {
  const before = state.get().popup
  if (before && before.editor !== popup?.editor)
    before.editor.setCommentButtonStates?.({ selected: false, hasPopup: false })
  popup?.editor.setCommentButtonStates?.({ selected: popup.pinned, hasPopup: true })
  change({ popup, selected: popup?.pinned ? popup.editor.getData().id : state.get().selected })
}

const togglePopup =
  (holder: Holder): CommentManager['toggleCommentPopup'] =>
  (editor, isSelected = false, visible, editable = true) => {
    const { popup } = holder.state.get()
    if (!editor) return setPopup(holder, undefined)
    // A pinned popup ignores the pointer.
    if (!isSelected && popup?.pinned) return
    const same = popup?.editor === editor
    const show = visible ?? !(same && (popup?.pinned || !isSelected))
    if (show) setPopup(holder, openedBy(editor, isSelected, editable))
    else if (same) setPopup(holder, undefined)
  }

const managerOf = (holder: Holder): CommentManager => {
  const { state, change } = holder
  const update = (comment: CommentedAnnotation) => {
    const { list } = state.get()
    if (list) change({ list: withComment(list, comment) })
  }
  return {
    dialogElement: document.createElement('div'),
    setSidebarUiManager: (next) => {
      holder.uiManager = next
    },
    showSidebar: (comments) => change({ list: sortComments(comments.filter(isWritten)) }),
    hideSidebar: () => change({ list: undefined, selected: undefined }),
    removeComments: (ids) => {
      const { list, selected } = state.get()
      const gone = (id: string | undefined) => id !== undefined && ids.includes(id)
      change({ list: list?.filter(({ id }) => !gone(id)), selected: gone(selected) ? undefined : selected })
    },
    selectComment: () => undefined,
    addComment: update,
    updateComment: update,
    toggleCommentPopup: togglePopup(holder),
    destroyPopup: () => setPopup(holder, undefined),
    updatePopupColor: (editor) => {
      const { popup } = state.get()
      if (popup?.editor === editor) change({ popup: openedBy(editor, popup.pinned, popup.editable) })
    },
    showDialog: (asking, editor) => {
      const text = editor.comment?.text ?? ''
      change({ popup: undefined, request: { editor, manager: asking ?? holder.uiManager, text } })
    },
    makeCommentColor: commentColor,
    destroy: () => state.set(closed),
  }
}

export const createComments = (): CommentsModel => {
  const state = createStore(closed)
  const change = (next: Partial<CommentsState>) => state.set({ ...state.get(), ...next })
  const holder: Holder = { state, change, uiManager: undefined }

  const finish = (): CommentRequest | undefined => {
    const { request } = state.get()
    change({ request: undefined })
    request?.editor.focusCommentButton?.()
    return request
  }

  return {
    manager: managerOf(holder),
    state,
    write: (text) => {
      const request = finish()
      if (!request) return
      const { editor, manager: asking } = request
      if (text.trim() !== '') editor.comment = text.trim()
      else if (editor.hasComment) asking?.deleteComment(editor, editor.comment)
    },
    cancel: () => void finish(),
    select: ({ id, pageIndex }) => {
      change({ selected: id })
      holder.uiManager?.selectComment(pageIndex, id)
    },
    closePopup: () => setPopup(holder, undefined),
  }
}
