import { useEffect, useState } from 'react'
import { href } from 'shared/contract'
import styles from './RetentionNote.module.css'

const formatDays = (days: number): string => (days === 1 ? '1 día' : `${days} días`)

/** Undefined until the site has answered, and if it does not. */
const useRetentionDays = (): number | undefined => {
  const [days, setDays] = useState<number>()
  useEffect(() => {
    const abort = new AbortController()
    import(/* webpackChunkName: "retention-days" */ './fetch-retention-days.ts')
      .then(({ fetchRetentionDays }) => fetchRetentionDays(abort.signal))
      .then(setDays, () => undefined)
    return () => abort.abort()
  }, [])
  return days
}

/** The longer sentence keeps its room: a button that moves while it is pressed is not pressed. */
export function RetentionNote() {
  const days = useRetentionDays()
  return (
    <>
      <p className={styles.sentence}>
        <span className={days === undefined ? undefined : styles.reserved}>
          El archivo y los datos de sus firmantes se borran después del plazo de conservación.
        </span>
        {days !== undefined && <span>El archivo y los datos de sus firmantes se borran a los {formatDays(days)}.</span>}
      </p>
      <a href={href.privacy()} target="_blank" rel="noreferrer">
        Qué se conserva
      </a>
    </>
  )
}
