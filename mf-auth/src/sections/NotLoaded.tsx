import { Alert, Button, StrokeLoader } from 'shared/ui'
import type { NotLoadedYet } from './use-loaded.ts'

export interface NotLoadedProps {
  readonly state: NotLoadedYet
  readonly loadingText: string
  readonly failedTitle: string
  readonly onRetry: () => void
}

export function NotLoaded({ state, loadingText, failedTitle, onRetry }: NotLoadedProps) {
  if (state.kind === 'loading') return <StrokeLoader text={loadingText} />
  return (
    <Alert tone="error" title={failedTitle} actions={<Button onClick={onRetry}>Reintentar</Button>}>
      {state.message}
    </Alert>
  )
}
