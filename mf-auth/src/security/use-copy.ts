import { type RefObject, useState } from 'react'

export type CopyState = 'idle' | 'copied' | 'selected'

export const copyTexts = {
  idle: '',
  copied: 'Copiado',
  selected: 'No se pudo copiar. El texto está seleccionado: cópialo con el teclado o el menú.',
}

const selectText = (element: HTMLElement): void => {
  const selection = getSelection()
  selection?.removeAllRanges()
  const range = document.createRange()
  range.selectNodeContents(element)
  selection?.addRange(range)
}

/** Copies a text, or selects `source` if the browser refuses. */
export const useCopy = (source: RefObject<HTMLElement | null>) => {
  const [state, setState] = useState<CopyState>('idle')
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      // biome-ignore lint/plugin: a browser refuses the clipboard, or has none.
    } catch {
      if (source.current) selectText(source.current)
      setState('selected')
    }
  }
  return { state, copy }
}
