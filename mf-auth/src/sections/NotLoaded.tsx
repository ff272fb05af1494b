import { RetryAlert } from 'shared/controls'
import { StrokeLoader } from 'shared/ui'
import type { NotLoadedYet } from './use-loaded.ts'

export interface NotLoadedProps {
  readonly state: NotLoadedYet
  readonly loadingText: string
  readonly onRetry: () => void
}

export function NotLoaded({ state, loadingText, onRetry }: NotLoadedProps) {
  if (state.kind === 'loading') return <StrokeLoader text={loadingText} />
  return (
    <RetryAlert title={state.title} onRetry={onRetry}>
      {state.message}
    </RetryAlert>
  )
}
