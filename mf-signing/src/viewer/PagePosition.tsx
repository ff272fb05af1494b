import type { FormEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from 'shared/ui'
import { helpTexts, viewerTexts } from './constants.ts'
import styles from './Viewer.module.css'

export const parsePageNumber = (text: string, pageCount: number): number | undefined => {
  if (!/^\s*\d+\s*$/.test(text)) return undefined
  const page = Number(text)
  return page >= 1 && page <= pageCount ? page : undefined
}

export interface PagePositionProps {
  readonly pageNumber: number
  readonly pageCount: number
  readonly goTo: (page: number) => void
}

export function PagePosition({ pageNumber, pageCount, goTo }: PagePositionProps) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (wasAsking.current && !asking) button.current?.focus()
    wasAsking.current = asking
  }, [asking])

  if (asking) {
    const leave = () => setAsking(false)
    return <PageForm pageNumber={pageNumber} pageCount={pageCount} onPage={goTo} onLeave={leave} />
  }
  return (
    <span role="status">
      <Button
        ref={button}
        className={styles.position}
        variant="ghost"
        title="Ir a otra página"
        onClick={() => setAsking(true)}
      >
        {viewerTexts.position(pageNumber, pageCount)}
      </Button>
    </span>
  )
}

interface PageFormProps {
  readonly pageNumber: number
  readonly pageCount: number
  readonly onPage: (page: number) => void
  readonly onLeave: () => void
}

/** One number, uncontrolled: needs no form library. */
function PageForm({ pageNumber, pageCount, onPage, onLeave }: PageFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const page = parsePageNumber(input.current?.value ?? '', pageCount)
    setRefused(page === undefined)
    if (page === undefined) return input.current?.select()
    onPage(page)
    onLeave()
  }
  return (
    <form className={styles.jump} onSubmit={onSubmit}>
      <label htmlFor={id}>Página</label>
      <input
        ref={input}
        id={id}
        className={styles.number}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        defaultValue={pageNumber}
        aria-invalid={refused || undefined}
        aria-describedby={`${id}-range`}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onLeave()
        }}
      />
      <span>de {pageCount}</span>
      <span id={`${id}-range`} className={styles.refusal} role="alert">
        {refused && helpTexts.outOfRange(pageCount)}
      </span>
    </form>
  )
}
