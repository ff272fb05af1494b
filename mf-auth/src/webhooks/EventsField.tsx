import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { webhookEvents } from 'shared/contract/webhooks'
import styles from '../forms/Checks.module.css'
import { eventTexts } from './webhook-texts.ts'

export interface EventsFieldProps {
  readonly field: UseFormRegisterReturn
  readonly error: string | undefined
}

export function EventsField({ field, error }: EventsFieldProps) {
  const id = useId()
  return (
    <fieldset className={styles.checks} aria-describedby={error && id}>
      <legend>Avisar cuando</legend>
      {webhookEvents.map((event) => (
        <label key={event}>
          <input type="checkbox" value={event} {...field} />
          <span>
            {eventTexts[event]} <code>{event}</code>
          </span>
        </label>
      ))}
      {error && (
        <p id={id} className={styles.error} aria-live="polite">
          {error}
        </p>
      )}
    </fieldset>
  )
}
