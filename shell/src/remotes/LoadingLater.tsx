import { useEffect, useState } from 'react'
import { StrokeLoader } from 'shared/ui'
import { LOADING_DELAY_MS } from './constants.ts'
import styles from './remotes.module.css'

export function LoadingLater({
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
