import type { EditorUndoBar } from '../adapter/pdfjs-internals.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

/** What was removed, while that can be taken back: pdf.js's name of its kind, or how many were. */
export type Removed = string | number | undefined

export interface UndoBarModel {
  readonly manager: EditorUndoBar
  readonly removed: Store<Removed>
}

/**
 * pdf.js shows it after a removal, and hides it when something is added or undone. What takes the removal back is the
 * editor's own undo, because the way that pdf.js hands over leaves the removal among what can be undone.
 */
export const createUndoBar = (): UndoBarModel => {
  const removed = createStore<Removed>(undefined)
  const hide = () => removed.set(undefined)
  const manager: EditorUndoBar = {
    get isOpen() {
      return removed.get() !== undefined
    },
    show: (_undo, what) => removed.set(what),
    hide,
    destroy: hide,
  }
  return { manager, removed }
}
