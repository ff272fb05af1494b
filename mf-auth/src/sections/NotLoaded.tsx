import { Alert, Button, StrokeLoader } from 'shared/ui'
import type { NotLoadedYet } from './use-loaded.ts'

export interface NotLoadedProps {
  readonly state: NotLoadedYet
  readonly loadingText: string
  readonly onRetry: () => void
}

export function NotLoaded({ state, loadingText, onRetry }: NotLoadedProps) {
  if (state.kind === 'loading') return <StrokeLoader text={loadingText} />
  return (
    <Alert tone="error" title={state.title} actions={<Button onClick={onRetry}>Reintentar</Button>}>
      {state.message}
    </Alert>
  )
}
