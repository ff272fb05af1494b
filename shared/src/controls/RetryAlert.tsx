import type { ComponentProps } from 'react'
import { Alert, Button } from '../ui/index.ts'

type AlertProps = ComponentProps<typeof Alert>

export interface RetryAlertProps extends Omit<AlertProps, 'actions'> {
  readonly onRetry: () => void
}

/** A failure that may pass, with the button to try again. */
export function RetryAlert({ tone = 'error', onRetry, ...alert }: RetryAlertProps) {
  return <Alert tone={tone} {...alert} actions={<Button onClick={onRetry}>Reintentar</Button>} />
}
