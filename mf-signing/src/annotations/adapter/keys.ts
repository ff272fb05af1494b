import { codeOfMode } from '../modes.ts'
import type { PdfjsUiManager } from './pdfjs-internals.ts'

/** Keyboard owner: pdf.js, which listens on the window, or our inputs and dialogs. */
export interface EditorKeys {
  readonly hold: () => () => void
  /** pdf.js adds its listeners again with every mode. */
  readonly sync: () => void
}

/** `closed`: don't call the manager any more. */
export const shareKeys = (manager: PdfjsUiManager, closed: AbortSignal): EditorKeys => {
  let holders = 0
  const sync = () => {
    if (closed.aborted) return
    if (holders > 0) manager.removeEditListeners()
    // Nothing to copy without a mode; pdf.js listens with the next one.
    else if (manager.getMode() !== codeOfMode('none')) manager.addEditListeners()
  }
  const hold = () => {
    let held = true
    holders += 1
    sync()
    return () => {
      if (!held) return
      held = false
      holders -= 1
      sync()
    }
  }
  return { hold, sync }
}
