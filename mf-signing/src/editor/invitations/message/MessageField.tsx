import Eye from 'lucide-react/icons/eye'
import { useId, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { REASON_MAX } from 'shared/contract'
import { TextAreaField } from 'shared/controls'
import { Button } from 'shared/ui'
import { editorTexts } from '../../constants.ts'
import { type InvitedGuest, isSendable } from '../invitations.ts'
import styles from './MessageField.module.css'
import { PreviewDialog } from './PreviewDialog.tsx'
import type { PersonalMessage } from './use-personal-message.ts'

export interface MessageFieldProps {
  readonly file: UserFile
  readonly message: PersonalMessage
  readonly guests: readonly InvitedGuest[]
  /** People without a field who get the mail. */
  readonly others: number
  readonly busy: boolean
}

export function MessageField({ file, message, guests, others, busy }: MessageFieldProps) {
  const countId = useId()
  const [previewed, setPreviewed] = useState<{ readonly message?: string }>()
  const addressed = guests.filter(isSendable)
  if (addressed.length + others === 0) return null
  const repeats = addressed.some(({ state }) => state !== 'not-invited')
  return (
    <div className={styles.message}>
      <TextAreaField
        label={editorTexts.personalMessage}
        help={repeats ? editorTexts.personalMessageRepeats : editorTexts.personalMessageHelp}
        error={message.problem}
        rows={3}
        readOnly={busy}
        aria-describedby={countId}
        {...message.field}
      />
      <div className={styles.actions}>
        <p id={countId} className={styles.count}>
          {editorTexts.characters(message.length, REASON_MAX)}
        </p>
        {addressed.length > 0 && (
          <Button size="sm" icon={<Eye />} disabled={busy} onClick={() => setPreviewed(message.take())}>
            {editorTexts.previewMail}
          </Button>
        )}
      </div>
      {previewed && (
        <PreviewDialog {...{ file }} guests={addressed} message={previewed} onClose={() => setPreviewed(undefined)} />
      )}
    </div>
  )
}
