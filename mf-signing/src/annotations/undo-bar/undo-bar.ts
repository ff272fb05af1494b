import type { EditorUndoBar } from '../adapter/pdfjs-internals.ts'
import type { ValueStore } from '../store.ts'
import { createStore } from '../store.ts'

type Removed = string | number | undefined

export interface UndoBarModel {
  readonly manager: EditorUndoBar
  readonly removed: ValueStore<Removed>
}

/**
 * Undo uses the editor: pdf.js's callback would keep the removal in the
 * undo history.
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
