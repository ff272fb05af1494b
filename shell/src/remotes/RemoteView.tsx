import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import type { RemoteName } from 'shared/contract'
import { type MountOptions, UnavailableSlot } from 'shared/remote'
import { DelayedLoader } from '../page/DelayedLoader.tsx'
import { isChunkError } from './chunk-error.ts'
import { FailurePanel } from './FailurePanel.tsx'
import type { LoadedRemote } from './load-remote-app.ts'
import { MissingPart } from './MissingPart.tsx'
import { RemoteErrorBoundary } from './RemoteErrorBoundary.tsx'
import { CRASHED, UNREACHABLE } from './texts.ts'
import { useRemoteApp } from './use-remote-app.ts'

const LOADING = 'Cargando…'

export interface RemoteViewProps extends MountOptions {
  readonly remote: RemoteName
  readonly children: (app: LoadedRemote) => ReactNode
  readonly reload?: () => void
}

/** `data-boundary` names the remote. */
export function RemoteView({
  remote,
  children,
  quiet = false,
  onUnavailable,
  reload = () => window.location.reload(),
}: RemoteViewProps) {
  const { state, retry } = useRemoteApp(remote)
  const [recovering, setRecovering] = useState(false)
  const loading = quiet ? null : <DelayedLoader text={LOADING} />
  const failed = (panel: ReactNode) => (quiet ? <UnavailableSlot onUnavailable={onUnavailable} /> : panel)
  const recover = (reset: () => void) => {
    setRecovering(true)
    reset()
  }
  return (
    <div data-boundary={remote} aria-busy={(state.kind === 'loading' && !quiet) || undefined}>
      {state.kind === 'failed' ? (
        failed(<FailurePanel {...UNREACHABLE} onRetry={retry} />)
      ) : (
        <RemoteErrorBoundary
          fallback={(error, reset) =>
            failed(
              isChunkError(error) ? (
                <MissingPart onRetry={reset} reload={reload} />
              ) : recovering ? (
                // A reload may bring another release.
                <FailurePanel {...CRASHED} action="Recargar" onRetry={reload} />
              ) : (
                <FailurePanel {...CRASHED} onRetry={() => recover(reset)} />
              ),
            )
          }
        >
          {/* A new boundary shows its fallback for at least 300 ms. */}
          <Suspense fallback={loading}>{state.kind === 'ready' ? children(state.app) : loading}</Suspense>
        </RemoteErrorBoundary>
      )}
    </div>
  )
}
