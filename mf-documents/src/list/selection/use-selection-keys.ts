import { type KeyboardEvent, useCallback } from 'react'
import type { UserFile } from 'shared/contract'
import { useLatest } from 'shared/state'
import type { SelectionModel } from '../filing/use-chosen-documents.ts'

interface SelectionKeys {
  readonly documents: readonly UserFile[]
  readonly selection: SelectionModel
  readonly onTag: (files: readonly UserFile[]) => void
}

const focusedId = (target: EventTarget): number | undefined => {
  if (!(target instanceof Element) || target.closest('[popover]') !== null) return undefined
  const item = target.closest<HTMLElement>('[data-document]')
  return item ? Number(item.dataset.document) : undefined
}

const isOpenButton = (target: EventTarget): boolean => target instanceof Element && target.matches('h2 > button')

/** @returns false if the key means nothing here */
const actOn = ({ key, target }: KeyboardEvent, id: number, { documents, selection, onTag }: SelectionKeys): boolean => {
  const { ids, files } = selection
  if (key === ' ' && isOpenButton(target)) selection.toggle(id)
  else if (key === 'Escape' && ids.size > 0) selection.clear()
  else if (key.toLowerCase() === 'e') onTag(files.length > 0 ? files : documents.filter((file) => file.id === id))
  else return false
  return true
}

/** Space chooses a document, `e` opens its tags, Escape ends the selection. Enter still opens the document. */
export const useSelectionKeys = (keys: SelectionKeys) => {
  const latest = useLatest(keys)
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const id = focusedId(event.target)
      if (id === undefined || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (actOn(event, id, latest.current)) event.preventDefault()
    },
    [latest],
  )
  // Firefox presses a button when its space key goes up.
  const onKeyUp = useCallback((event: KeyboardEvent) => {
    if (event.key === ' ' && isOpenButton(event.target)) event.preventDefault()
  }, [])
  return { onKeyDown, onKeyUp }
}
