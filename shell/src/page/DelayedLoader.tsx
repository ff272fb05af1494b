import { useEffect, useState } from 'react'
import { StrokeLoader } from 'shared/ui'
import styles from './DelayedLoader.module.css'

/** Avoids flicker. */
const LOADING_DELAY_MS = 150

export function DelayedLoader({
  text,
  delayMs = LOADING_DELAY_MS,
}: {
  readonly text: string
  readonly delayMs?: number
}) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return late ? <StrokeLoader className={styles.loading} text={text} /> : null
}
