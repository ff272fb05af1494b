import type { ReactNode } from 'react'
import { Suspense } from 'react'
import type { RemoteName } from 'shared/contract'
import { type MountOptions, UnavailableSlot } from 'shared/remote'
import { isChunkError } from './chunk-error.ts'
import { FailurePanel } from './FailurePanel.tsx'
import { LoadingLater } from './LoadingLater.tsx'
import type { LoadedRemote } from './load-remote-app.ts'
import { RemoteErrorBoundary } from './RemoteErrorBoundary.tsx'
import { useRemoteApp } from './use-remote-app.ts'

const LOADING = 'Cargando…'

const UNREACHABLE = {
  title: 'No pudimos cargar esta parte de Trazo',
  text: 'Revisa tu conexión e inténtalo de nuevo. El resto del sitio sigue funcionando.',
}
const CRASHED = {
  title: 'Algo falló en esta pantalla',
  text: 'Tus documentos están a salvo. Inténtalo de nuevo; el resto del sitio sigue funcionando.',
}

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
  const loading = quiet ? null : <LoadingLater text={LOADING} />
  const failed = (panel: ReactNode) => (quiet ? <UnavailableSlot onUnavailable={onUnavailable} /> : panel)
  return (
    <div data-boundary={remote} aria-busy={(state.kind === 'loading' && !quiet) || undefined}>
      {state.kind === 'failed' ? (
        failed(<FailurePanel {...UNREACHABLE} onRetry={retry} />)
      ) : (
        <RemoteErrorBoundary
          fallback={(error, reset) =>
            failed(
              isChunkError(error) ? (
                <FailurePanel {...UNREACHABLE} onRetry={reload} />
              ) : (
                <FailurePanel {...CRASHED} onRetry={reset} />
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
