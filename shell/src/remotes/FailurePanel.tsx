import { type ReactNode, useEffect } from 'react'
import { Alert, Button } from 'shared/ui'
import styles from './remotes.module.css'

export interface FailurePanelProps {
  readonly title: string
  readonly text: string
  readonly action?: string
  readonly onRetry: () => void
  readonly otherAction?: ReactNode
}

export function FailurePanel({ title, text, action = 'Reintentar', onRetry, otherAction }: FailurePanelProps) {
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
