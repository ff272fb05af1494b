import { Alert, Button, Progress } from 'shared/ui'
import type { EditorState } from '../state.ts'
import styles from './Saving.module.css'
import { savingTexts as texts } from './texts.ts'
import type { EditingModel } from './use-editing.ts'

export interface SavingNoticeProps {
  readonly editing: EditingModel
  readonly state: EditorState
}

export function SavingNotice({ editing, state }: SavingNoticeProps) {
  const { saving, readOnlyReason } = editing
  const copy = (
    <Button size="sm" onClick={() => void editing.download()}>
      {texts.download}
    </Button>
  )
  if (saving.kind === 'saving') {
    const value = saving.sent === undefined ? undefined : Math.round(saving.sent * 100)
    return (
      <div className={styles.notice} role="status">
        <Progress label={value === undefined ? texts.writing : texts.saving} value={value} />
      </div>
    )
  }
  if (readOnlyReason !== undefined) {
    return (
      <Alert
        className={styles.notice}
        tone="warning"
        live="assertive"
        title={texts.locked}
        actions={state.modified && copy}
      >
        {readOnlyReason}
      </Alert>
    )
  }
  if (saving.kind !== 'failed') return null
  return (
    <Alert
      className={styles.notice}
      tone="error"
      live="assertive"
      title={texts.failed}
      actions={
        <>
          <Button size="sm" variant="primary" onClick={() => void editing.save()}>
            {texts.retry}
          </Button>
          {copy}
          <Button size="sm" variant="ghost" onClick={editing.dismiss}>
            {texts.dismiss}
          </Button>
        </>
      }
    >
      {`${saving.message} ${texts.stillHere}`}
    </Alert>
  )
}
