import { Alert } from 'shared/ui'
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
  if (!file.deadline?.expired) return null
  return (
    <Alert
      tone="warning"
      live="polite"
      className={editor.notice}
      title={deadlineTexts.expired(formatLastDay(file.deadline.date))}
    >
      <p className={styles.meaning}>{deadlineTexts.expiredMeaning}</p>
      <DeadlineForm {...{ file, onChanged }} label={deadlineTexts.extend} />
    </Alert>
  )
}
