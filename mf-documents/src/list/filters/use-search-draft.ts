import { useEffect, useRef, useState } from 'react'
import { type After, afterTimeout } from '../../browser-timers.ts'
import { tidySearch } from '../../documents/document-filters.ts'
import { useLatest } from '../../use-latest.ts'

/** Milliseconds without a key before a search starts. */
export const SEARCH_PAUSE_MS = 300

export interface SearchDraft {
  /** Current input text. */
  readonly text: string
  readonly type: (text: string) => void
  /** Searches immediately. */
  readonly search: (text: string) => void
}

/** Debounces the input. On URL changes the input follows. */
export const useSearchDraft = (
  searched: string,
  onSearch: (words: string) => void,
  after: After = afterTimeout,
): SearchDraft => {
  const [text, setText] = useState(searched)
  const latest = useLatest({ searched, onSearch })
  const sent = useRef(searched)
  const cancelDelay = useRef<() => void>(undefined)

  useEffect(() => {
    if (searched === sent.current) return
    sent.current = searched
    cancelDelay.current?.()
    setText(searched)
  }, [searched])
  useEffect(() => () => cancelDelay.current?.(), [])

  const send = (next: string) => {
    cancelDelay.current?.()
    const words = tidySearch(next)
    sent.current = words
    if (words !== latest.current.searched) latest.current.onSearch(words)
  }
  return {
    text,
    type: (next) => {
      setText(next)
      cancelDelay.current?.()
      cancelDelay.current = after(SEARCH_PAUSE_MS, () => send(next))
    },
    search: (next) => {
      setText(next)
      send(next)
    },
  }
}
