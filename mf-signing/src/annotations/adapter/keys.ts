import { codeOfMode } from '../modes.ts'
import type { PdfjsUiManager } from './pdfjs-internals.ts'

/** Who has the keyboard: pdf.js, which listens on the whole window, or fields and dialogs of ours. */
export interface Keys {
  /** They are ours until the answer is called. */
  readonly hold: () => () => void
  /** pdf.js sets up its listeners with every mode. */
  readonly sync: () => void
}

/** `closed`: the document is; its manager takes no more orders. */
export const shareKeys = (manager: PdfjsUiManager, closed: AbortSignal): Keys => {
  let holders = 0
  const sync = () => {
    if (closed.aborted) return
    if (holders > 0) manager.removeEditListeners()
    // Reading, there is nothing to copy: pdf.js begins to listen with the next mode.
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
