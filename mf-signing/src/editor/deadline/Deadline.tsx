import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { Alert, Button } from 'shared/ui'
import editor from '../DocumentEditor.module.css'
import styles from './Deadline.module.css'
import { DeadlineForm, type DeadlineFormProps } from './DeadlineForm.tsx'
import { deadlineTexts, formatLastDay } from './texts.ts'

type Props = Pick<DeadlineFormProps, 'file' | 'onChanged'>

export function FoldedDeadline({ file, onChanged }: Props) {
  return (
    <details className={styles.folded}>
      <summary>{deadlineTexts.summary(file.deadline?.date)}</summary>
      <DeadlineForm key={file.deadline?.date} {...{ file, onChanged }} />
    </details>
  )
}

export function ExpiredNotice({ file, onChanged }: Props) {
  const [open, setOpen] = useState(false)
  if (!file.deadline?.expired) return null
  const close = () => setOpen(false)
  return (
    <>
      <Alert
        tone="warning"
        live="polite"
        className={editor.notice}
        title={deadlineTexts.expired(formatLastDay(file.deadline.date))}
        actions={
          <Button icon={<CalendarPlus />} onClick={() => setOpen(true)}>
            {deadlineTexts.extendDate}
          </Button>
        }
      >
        {deadlineTexts.expiredMeaning}
      </Alert>
      <Dialog open={open} onClose={close} title={deadlineTexts.extendDate} size="sm">
        <DeadlineForm {...{ file, onChanged }} label={deadlineTexts.extend} />
      </Dialog>
    </>
  )
}
