import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import type { RemoteName } from 'shared/contract'
import { type MountOptions, UnavailableSlot } from 'shared/remote'
import { isChunkError } from './chunk-error.ts'
import { FailurePanel } from './FailurePanel.tsx'
import { LoadingLater } from './LoadingLater.tsx'
import type { LoadedRemote } from './load-remote-app.ts'
import { MissingPart } from './MissingPart.tsx'
import { RemoteErrorBoundary } from './RemoteErrorBoundary.tsx'
import { CRASHED, UNREACHABLE } from './texts.ts'
import { useRemoteApp } from './use-remote-app.ts'

const LOADING = 'Cargando…'

export interface RemoteViewProps extends MountOptions {
  readonly remote: RemoteName
  /** What to show of the remote once it is here. */
  readonly children: (app: LoadedRemote) => ReactNode
  /** Starts the whole page again; a parameter for tests. */
  readonly reload?: () => void
}

/** A remote's place in the page: loading, its screen, or a panel. `data-boundary` names the team whose markup it is. */
export function RemoteView({
  remote,
  children,
  quiet = false,
  onUnavailable,
  reload = () => window.location.reload(),
}: RemoteViewProps) {
  const { state, retry } = useRemoteApp(remote)
  const [recovering, setRecovering] = useState(false)
  const loading = quiet ? null : <LoadingLater text={LOADING} />
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
                <MissingPart reload={reload} />
              ) : recovering ? (
                // What crashes again is broken as it is; a fresh page has the release of the moment.
                <FailurePanel {...CRASHED} action="Recargar" onRetry={reload} />
              ) : (
                <FailurePanel {...CRASHED} onRetry={() => recover(reset)} />
              ),
            )
          }
        >
          {/* Stands while the remote loads, too: a boundary that is new would show its fallback for 300 ms at least. */}
          <Suspense fallback={loading}>{state.kind === 'ready' ? children(state.app) : loading}</Suspense>
        </RemoteErrorBoundary>
      )}
    </div>
  )
}
