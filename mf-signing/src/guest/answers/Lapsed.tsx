import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { invitationsApi, messageOf } from 'shared/http'
import { Alert, Button, EmptyState } from 'shared/ui'
import type { LapsedInvitation } from '../session/guest-flow.ts'
import { answerTexts } from './constants.ts'
import styles from './GuestAnswers.module.css'

type Asking = { readonly kind: 'none' | 'busy' | 'sent' } | { readonly kind: 'failed'; readonly message: string }

export default function Lapsed({ title, lapsed }: { readonly title: string; readonly lapsed: LapsedInvitation }) {
  const [asking, setAsking] = useState<Asking>({ kind: 'none' })
  const ask = async () => {
    setAsking({ kind: 'busy' })
    try {
      await invitationsApi.renew(lapsed.token)
      setAsking({ kind: 'sent' })
    } catch (error) {
      setAsking({ kind: 'failed', message: messageOf(error) })
    }
  }
  return (
    <EmptyState
      level={1}
      className={styles.end}
      title={title}
      text={answerTexts.lapsed(lapsed.filename, lapsed.ownerName)}
      action={
        <div className={styles.lapsed}>
          {asking.kind === 'sent' ? (
            <Alert tone="success" live="polite">
              {answerTexts.renewed}
            </Alert>
          ) : (
            <Button
              variant="primary"
              icon={<Mail />}
              busy={asking.kind === 'busy'}
              busyLabel={answerTexts.renewing}
              onClick={() => void ask()}
            >
              {answerTexts.renew}
            </Button>
          )}
          {asking.kind === 'failed' && (
            <Alert tone="error" live="assertive">
              {asking.message}
            </Alert>
          )}
        </div>
      }
    />
  )
}
