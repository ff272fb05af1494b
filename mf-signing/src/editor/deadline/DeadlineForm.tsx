import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { dateOf, lastDate, setDeadlineCall } from 'shared/contract/signing-order'
import { TextField } from 'shared/controls'
import { HttpError, messageOf, request } from 'shared/http'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import styles from './Deadline.module.css'
import { deadlineTexts, formatLastDay } from './texts.ts'

export interface DeadlineFormProps {
  readonly file: Pick<UserFile, 'id' | 'deadline'>
  readonly onChanged: () => void
  readonly label?: string
}

const deadlineProblem = (error: unknown): string =>
  (error instanceof HttpError && error.failure.kind === 'refused' && error.failure.error?.fields?.date) ||
  messageOf(error)

export function DeadlineForm({ file, onChanged, label = deadlineTexts.label }: DeadlineFormProps) {
  const saved = file.deadline?.date ?? ''
  const [date, setDate] = useState(saved)
  const [busy, setBusy] = useState<'save' | 'remove'>()
  const [problem, setProblem] = useState<string>()
  const send = async (next: string | null) => {
    setBusy(next === null ? 'remove' : 'save')
    setProblem(undefined)
    try {
      await request(setDeadlineCall, { bearer: 'session', params: { id: file.id }, body: { date: next } })
      notify({ type: 'success', message: next ? deadlineTexts.saved(formatLastDay(next)) : deadlineTexts.removed })
      if (next === null) setDate('')
      onChanged()
    } catch (error) {
      setProblem(deadlineProblem(error))
    }
    setBusy(undefined)
  }
  const now = Date.now()
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (date === '') setProblem(deadlineTexts.missing)
        else void send(date)
      }}
    >
      <TextField
        className={styles.date}
        label={label}
        type="date"
        min={dateOf(now)}
        max={lastDate(now)}
        value={date}
        help={deadlineTexts.help}
        error={problem}
        onChange={(event) => {
          setProblem(undefined)
          setDate(event.target.value)
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={busy === 'save'} busyLabel="Guardando…">
          {deadlineTexts.save}
        </Button>
        {saved !== '' && (
          <Button variant="ghost" busy={busy === 'remove'} busyLabel="Quitando…" onClick={() => void send(null)}>
            {deadlineTexts.remove}
          </Button>
        )}
      </div>
    </form>
  )
}
