import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import type { FormEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { IconButton } from 'shared/ui'
import type { PdfDocument } from '../engine/pdf-engine.ts'
import styles from './FindBar.module.css'
import type { Find } from './find.ts'
import { findMessage, findReducer, noFind } from './find.ts'
import { foldQuery } from './fold-text.ts'
import type { Found } from './found.ts'
import { searchPages } from './search-pages.ts'

export interface FindBarProps {
  readonly document: PdfDocument
  /** A change focuses the input. */
  readonly asked: number
  /** The search starts here. */
  readonly pageNumber: number
  /** Stable object while unchanged. */
  readonly onFound: (found: Found | undefined) => void
  readonly onClose: () => void
}

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

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    dispatch({ type: 'next' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      return onClose()
    }
    if (event.key !== 'Enter' || !event.shiftKey) return
    event.preventDefault()
    dispatch({ type: 'previous' })
  }
  const nothing = find.current === undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a form; <search> would add a wrapper.
    <form className={styles.bar} role="search" aria-label="Buscar en el documento" onSubmit={onSubmit}>
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
          onKeyDown={onKeyDown}
        />
        <IconButton
          label="Coincidencia anterior"
          icon={<ChevronUp />}
          aria-disabled={nothing}
          onClick={() => dispatch({ type: 'previous' })}
        />
        <IconButton type="submit" label="Coincidencia siguiente" icon={<ChevronDown />} aria-disabled={nothing} />
        <IconButton label="Cerrar la búsqueda" icon={<X />} onClick={onClose} />
      </div>
      <p id={`${id}-message`} className={styles.message} role="status">
        {findMessage(find)}
      </p>
    </form>
  )
}

const useSearch = (document: PdfDocument, query: string, pageNumber: number) => {
  const [find, dispatch] = useReducer(findReducer, noFind)
  const page = useRef(pageNumber)
  useLayoutEffect(() => {
    page.current = pageNumber
  })
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

/** Clears the highlights on unmount. */
const useReport = ({ query, current }: Find, onFound: (found: Found | undefined) => void) => {
  useEffect(() => onFound(query === '' ? undefined : { query, current }), [query, current, onFound])
  useEffect(() => () => onFound(undefined), [onFound])
}
