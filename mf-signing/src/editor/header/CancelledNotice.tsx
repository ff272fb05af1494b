import type { UserFile } from 'shared/contract'
import { Alert } from 'shared/ui'
import { formatDateTime } from '../../format.ts'
import { editorTexts } from '../constants.ts'
import styles from '../DocumentEditor.module.css'

export function CancelledNotice({ cancelled }: { cancelled: NonNullable<UserFile['cancelled']> }) {
  const { at, by, reason } = cancelled
  return (
    <Alert
      tone="warning"
      live="polite"
      className={styles.notice}
      title={by === null ? editorTexts.youCancelled : editorTexts.guestDeclined(by)}
    >
      {reason && <p className={styles.reason}>«{reason}»</p>}
      <p>
        {formatDateTime(at)} · {editorTexts.uploadAgain}
      </p>
    </Alert>
  )
}
