import { useEffect, useState } from 'react'
import { StrokeLoader } from 'shared/ui'
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

interface DelayedLoaderProps {
  readonly text: string
  readonly slowText?: string
  readonly delayMs?: number
}

export function DelayedLoader({ text, slowText, delayMs = LOADING_DELAY_MS }: DelayedLoaderProps) {
  const late = useLate(delayMs)
  const slow = useLate(SLOW_AFTER_MS)
  if (!late) return null
  return (
    <>
      <StrokeLoader className={styles.loading} text={text} />
      {slow && slowText && (
        <p role="status" className={styles.slow}>
          {slowText}
        </p>
      )}
    </>
  )
}
