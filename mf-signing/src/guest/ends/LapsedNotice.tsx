import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { invitationsApi, messageOf } from 'shared/http'
import { Alert, Button, EmptyState } from 'shared/ui'
import type { LapsedInvitation } from '../session/lapsed-invitation.ts'
import { endTexts } from './constants.ts'
import styles from './Ends.module.css'

type Asking = { readonly kind: 'none' | 'busy' | 'sent' } | { readonly kind: 'failed'; readonly message: string }

export function LapsedNotice({ title, lapsed }: { readonly title: string; readonly lapsed: LapsedInvitation }) {
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
      text={endTexts.lapsed(lapsed.filename, lapsed.ownerName)}
      action={
        <div className={styles.lapsed}>
          {asking.kind === 'sent' ? (
            <Alert tone="success" live="polite">
              {endTexts.renewed}
            </Alert>
          ) : (
            <Button
              variant="primary"
              icon={<Mail />}
              busy={asking.kind === 'busy'}
              busyLabel={endTexts.renewing}
              onClick={() => void ask()}
            >
              {endTexts.renew}
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
