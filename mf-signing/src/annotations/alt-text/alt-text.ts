import type { AltTextManager, PdfjsEditor, PdfjsUiManager } from '../adapter/pdfjs-internals.ts'
import type { ValueStore } from '../store.ts'
import { createStore } from '../store.ts'
import { proposedAltText } from './proposed-alt-text.ts'

export interface AltTextRequest {
  readonly editor: PdfjsEditor
  readonly manager: PdfjsUiManager
  readonly firstTime: boolean
  readonly text: string
  readonly decorative: boolean
  /** Derived from the file name; unconfirmed. */
  readonly proposed: boolean
}

/** Marks the user's decision; never written to the file. */
const DECORATIVE = 'decorativa'

export interface AltTextModel {
  readonly manager: AltTextManager
  readonly request: ValueStore<AltTextRequest | undefined>
  readonly save: (answer: { readonly text: string; readonly decorative: boolean }) => void
  /** Keeps a proposed text for later review. */
  readonly close: () => void
}

const asked = (manager: PdfjsUiManager, editor: PdfjsEditor, firstTime: boolean): AltTextRequest => {
  const { altText = null, decorative = false } = editor.altTextData ?? {}
  const guess = editor.guessedAltText ?? ''
  const proposed = altText === null && guess !== ''
  const text = decorative ? '' : (altText ?? guess)
  return { editor, manager, firstTime, text, decorative, proposed }
}

export const createAltText = (): AltTextModel => {
  const request = createStore<AltTextRequest | undefined>(undefined)
  const finish = () => {
    const answered = request.get()
    request.set(undefined)
    if (!answered) return
    const { editor, manager } = answered
    editor.altTextFinish()
    manager.setSelected(editor)
    editor.focus()
  }
  const open = async (manager: PdfjsUiManager, editor: PdfjsEditor, firstTime: boolean) => {
    const proposal = firstTime ? proposedAltText(editor.div?.getAttribute('aria-description') ?? '') : undefined
    if (proposal) await editor.setGuessedAltText(proposal)
    request.set(asked(manager, editor, firstTime))
  }
  return {
    manager: {
      editAltText: (manager, editor, firstTime) => void open(manager, editor, firstTime),
      destroy: () => request.set(undefined),
    },
    request,
    save: ({ text, decorative }) => {
      const { editor } = request.get() ?? {}
      if (editor) editor.altTextData = { altText: decorative ? DECORATIVE : text.trim(), decorative }
      finish()
    },
    close: finish,
  }
}
