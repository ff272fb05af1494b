import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactElement } from 'react'
import type { UserFile } from 'shared/contract'
import { formatMoment } from '../../format.ts'
import styles from './Outcome.module.css'

/** 'Ana Mora no firma: «El monto está mal»' */
const cancellationText = ({ by, reason }: NonNullable<UserFile['cancelled']>): string => {
  const cause = by === null ? 'Cancelaste la firma' : `${by} no firma`
  return reason === '' ? cause : `${cause}: «${reason}»`
}

interface LineProps {
  readonly icon: ReactElement
  readonly text: string
  readonly title: string
}

function Line({ icon, text, title }: LineProps) {
  return (
    <p className={styles.line} title={title}>
      {icon}
      <span className={styles.words}>{text}</span>
    </p>
  )
}

export function Outcome({ cancelled, sealing }: Pick<UserFile, 'cancelled' | 'sealing'>) {
  const cancellation = cancelled && cancellationText(cancelled)
  const failure = `Firmado por todas las personas, sin cerrar. ${sealing?.reason ?? ''} Ábrelo y elige «Reintentar».`
  return (
    <>
      {cancelled && cancellation && (
        <Line icon={<Ban />} text={cancellation} title={`${cancellation} (${formatMoment(cancelled.at)})`} />
      )}
      {sealing?.state === 'failed' && <Line icon={<CircleAlert />} text={failure} title={failure} />}
    </>
  )
}
