import { type ReactNode, useEffect } from 'react'
import { Alert, Button } from 'shared/ui'
import styles from './remotes.module.css'

export interface RemoteFailurePanelProps {
  readonly title: string
  readonly text: string
  readonly action?: string
  readonly onRetry: () => void
  readonly otherAction?: ReactNode
}

export function RemoteFailurePanel({
  title,
  text,
  action = 'Reintentar',
  onRetry,
  otherAction,
}: RemoteFailurePanelProps) {
  useEffect(() => window.trazoPrerender?.hide(), [])
  return (
    <div className={styles.panel}>
      <Alert
        tone="error"
        live="assertive"
        title={title}
        actions={
          <>
            <Button onClick={onRetry}>{action}</Button>
            {otherAction}
          </>
        }
      >
        {text}
      </Alert>
    </div>
  )
}
