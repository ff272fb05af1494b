import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useReducer, useRef, useState } from 'react'
import { useLatest } from 'shared/state'
import { IconButton } from 'shared/ui'
import type { ViewedDocument } from '../engine/pdf-engine.ts'
import styles from './FindBar.module.css'
import type { FindState } from './find.ts'
import { findMessage, findReducer, noFind } from './find.ts'
import { foldQuery } from './fold-text.ts'
import type { FoundText } from './found.ts'
import { searchPages } from './search-pages.ts'

export interface FindBarProps {
  readonly document: ViewedDocument
  readonly asked: number
  readonly pageNumber: number
  /** The object is stable while nothing changes. */
  readonly onFound: (found: FoundText | undefined) => void
  readonly onClose: () => void
}

const findKeys =
  ({ onPrevious, onClose }: { readonly onPrevious: () => void; readonly onClose: () => void }) =>
  (event: KeyboardEvent): void => {
    const act = event.key === 'Escape' ? onClose : event.key === 'Enter' && event.shiftKey ? onPrevious : undefined
    if (!act) return
    event.preventDefault()
    act()
  }

/** Searches while typing: needs no form library. */
export default function FindBar({ document, asked, pageNumber, onFound, onClose }: FindBarProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [find, dispatch] = useSearch(document, foldQuery(query), pageNumber)
  useReport(find, onFound)
  // Repeated requests focus again.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [asked])

  const previous = () => dispatch({ type: 'previous' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    dispatch({ type: 'next' })
  }
  const nothing = find.current === undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a form; <search> would add a wrapper.
    <form className={styles.bar} role="search" aria-label="Buscar en el documento" onSubmit={submit}>
      <div className={styles.line}>
        <input
          ref={input}
          className={styles.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label="Texto que buscas"
          aria-describedby={`${id}-message`}
          placeholder="Buscar en el documento"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={findKeys({ onPrevious: previous, onClose })}
        />
        <IconButton label="Coincidencia anterior" icon={<ChevronUp />} aria-disabled={nothing} onClick={previous} />
        <IconButton type="submit" label="Coincidencia siguiente" icon={<ChevronDown />} aria-disabled={nothing} />
        <IconButton label="Cerrar la búsqueda" icon={<X />} onClick={onClose} />
      </div>
      <p id={`${id}-message`} className={styles.message} role="status">
        {findMessage(find)}
      </p>
    </form>
  )
}

const useSearch = (document: ViewedDocument, query: string, pageNumber: number) => {
  const [find, dispatch] = useReducer(findReducer, noFind)
  const page = useLatest(pageNumber)
  useEffect(() => {
    const from = page.current
    dispatch({ type: 'asked', query })
    if (query === '') return
    const controller = new AbortController()
    const { signal } = controller
    void searchPages({ document, query, from, signal, report: (pages) => dispatch({ type: 'read', pages }) }).then(
      () => signal.aborted || dispatch({ type: 'finished' }),
    )
    return () => controller.abort()
  }, [document, query])
  return [find, dispatch] as const
}

const useReport = ({ query, current }: FindState, onFound: (found: FoundText | undefined) => void) => {
  useEffect(() => onFound(query === '' ? undefined : { query, current }), [query, current, onFound])
  useEffect(() => () => onFound(undefined), [onFound])
}
