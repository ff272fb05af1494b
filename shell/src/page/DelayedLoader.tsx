import { useEffect, useState } from 'react'
import { cx, StrokeLoader } from 'shared/ui'
import styles from './DelayedLoader.module.css'

/** Avoids flicker. */
const LOADING_DELAY_MS = 150
/** Half of what a file may take. */
const SLOW_AFTER_MS = 4000

const useLate = (delayMs: number): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return late
}

/** The page shows it until React's first commit (`shared/build/first-paint`). */
const textOfStart = (): string | undefined => document.querySelector('#start p')?.textContent ?? undefined

interface DelayedLoaderProps {
  readonly text?: string | undefined
  readonly slowText?: string
  readonly delayMs?: number
}

export function DelayedLoader({ text, slowText, delayMs = LOADING_DELAY_MS }: DelayedLoaderProps) {
  const [start] = useState(textOfStart)
  const late = useLate(delayMs)
  const slow = useLate(SLOW_AFTER_MS)
  if (!late && start === undefined) return null
  return (
    <>
      <StrokeLoader
        className={cx(styles.loading, start !== undefined && styles.continued)}
        text={text ?? start ?? 'Cargando…'}
      />
      {slow && slowText && (
        <p role="status" className={styles.slow}>
          {slowText}
        </p>
      )}
    </>
  )
}
