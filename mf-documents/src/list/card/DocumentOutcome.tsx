import Ban from 'lucide-react/icons/ban'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactElement } from 'react'
import type { UserFile } from 'shared/contract'
import { formatListDate, formatListMoment } from '../../format.ts'
import styles from './DocumentOutcome.module.css'

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

type OutcomeProps = Pick<UserFile, 'cancelled' | 'sealing' | 'deadline' | 'is_signed'>

const deadlineText = ({ cancelled, sealing, deadline, is_signed }: OutcomeProps): string | undefined => {
  if (!deadline || cancelled || sealing || is_signed) return undefined
  const day = formatListDate(deadline.date)
  return deadline.expired ? `El plazo terminó el ${day}` : `Firmar antes del final del ${day}`
}

export function DocumentOutcome(file: OutcomeProps) {
  const { cancelled, sealing } = file
  const limit = deadlineText(file)
  const cancellation = cancelled && cancellationText(cancelled)
  const failure = `Firmado por todas las personas, sin cerrar. ${sealing?.reason ?? ''} Ábrelo y elige «Reintentar».`
  return (
    <>
      {limit && <Line icon={<CalendarClock />} text={limit} title={limit} />}
      {cancelled && cancellation && (
        <Line icon={<Ban />} text={cancellation} title={`${cancellation} (${formatListMoment(cancelled.at)})`} />
      )}
      {sealing?.state === 'failed' && <Line icon={<CircleAlert />} text={failure} title={failure} />}
    </>
  )
}
