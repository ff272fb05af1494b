import { Button, EmptyState } from 'shared/ui'
import { guestTexts } from './constants.ts'
import styles from './GuestPage.module.css'
import type { Unreachable } from './session/open-invitation.ts'

export interface UnreachableLinkProps {
  readonly state: Unreachable
  readonly onRetry: () => void
}

export function UnreachableLink({ state, onRetry }: UnreachableLinkProps) {
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        role={state.isDown ? 'status' : 'alert'}
        title={state.isDown ? guestTexts.siteDown : 'No pudimos abrir la invitación'}
        text={state.isDown ? guestTexts.siteDownMeaning : state.message}
        action={
          <Button variant="primary" onClick={onRetry}>
            Reintentar
          </Button>
        }
      />
    </div>
  )
}
