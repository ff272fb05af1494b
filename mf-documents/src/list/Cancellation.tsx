import Ban from 'lucide-react/icons/ban'
import type { UserFile } from 'shared/contract'
import { formatMoment } from '../format.ts'
import styles from './Cancellation.module.css'

/** 'Ana Mora no firma: «El monto está mal»' */
const inWords = ({ by, reason }: NonNullable<UserFile['cancelled']>): string => {
  const what = by === null ? 'Cancelaste la firma' : `${by} no firma`
  return reason === '' ? what : `${what}: «${reason}»`
}

export function Cancellation({ cancelled }: Pick<UserFile, 'cancelled'>) {
  if (cancelled === null) return null
  const words = inWords(cancelled)
  return (
    <p className={styles.line} title={`${words} (${formatMoment(cancelled.at)})`}>
      <Ban />
      <span className={styles.words}>{words}</span>
    </p>
  )
}
