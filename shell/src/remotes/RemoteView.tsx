import type { ReactNode } from 'react'
import { Suspense, useContext, useEffect, useState } from 'react'
import type { RemoteName } from 'shared/contract'
import { type LoadedRemote, RemoteLoadError } from 'shared/host'
import { isMissingCode } from 'shared/http'
import { type MountOptions, UnavailableSlot } from 'shared/remote'
import { Button } from 'shared/ui'
import { DelayedLoader } from '../page/DelayedLoader.tsx'
import { MissingPart } from './MissingPart.tsx'
import { RemoteErrorBoundary } from './RemoteErrorBoundary.tsx'
import { RemoteFailurePanel } from './RemoteFailurePanel.tsx'
import { avoidRelease } from './resolve-entry.ts'
import {
  BLANK_TEXTS,
  CRASHED_TEXTS,
  RELOAD_PAGE_LABEL,
  RELOAD_PREVIOUS,
  SLOW_MESSAGE,
  UNREACHABLE_TEXTS,
  WRONG_RELEASE,
} from './texts.ts'
import { RemoteLoaderContext, useRemoteApp } from './use-remote-app.ts'

interface CrashPanelProps {
  readonly remote: RemoteName
  readonly texts?: typeof CRASHED_TEXTS
  /** It crashed again after a retry, or a retry is of no use. */
  readonly again: boolean
  readonly onRetry?: () => void
  readonly reload: () => void
}

/** Only a reload brings another release. */
function CrashPanel({ remote, texts = CRASHED_TEXTS, again, reload, onRetry = reload }: CrashPanelProps) {
  const running = useContext(RemoteLoaderContext).running(remote)
  const reloadPrevious = () => {
    if (running) avoidRelease(remote, running.release)
    reload()
  }
  const otherAction = running?.previous ? <Button onClick={reloadPrevious}>{RELOAD_PREVIOUS}</Button> : undefined
  return (
    <RemoteFailurePanel
      {...texts}
      {...(again ? { action: RELOAD_PAGE_LABEL } : {})}
      onRetry={again ? reload : onRetry}
      otherAction={otherAction}
    />
  )
}

const loadFailure = (error: unknown) => {
  const reason = error instanceof RemoteLoadError ? error.failures.at(-1)?.reason : 'contract'
  return reason === 'contract' || reason === 'version' ? WRONG_RELEASE : UNREACHABLE_TEXTS
}

export interface RemoteViewProps extends MountOptions {
  readonly remote: RemoteName
  readonly children: (app: LoadedRemote) => ReactNode
  readonly reload?: () => void
}

/** Next to lazy parts: mounted once all of them are there. */
function Mounted({ remote, appeared }: { readonly remote: RemoteName; readonly appeared: () => void }) {
  const { mounted } = useContext(RemoteLoaderContext)
  useEffect(() => {
    mounted(remote)
    appeared()
  }, [mounted, remote, appeared])
  return null
}

/** `data-boundary` names the remote. */
export function RemoteView({
  remote,
  children,
  quiet = false,
  onUnavailable,
  reload = () => window.location.reload(),
}: RemoteViewProps) {
  const { state, isBlank, appeared, retry } = useRemoteApp(remote)
  const { crashed } = useContext(RemoteLoaderContext)
  const [recovering, setRecovering] = useState(false)
  const failed = (panel: ReactNode) => (quiet ? <UnavailableSlot onUnavailable={onUnavailable} /> : panel)
  const waiting = quiet ? null : <DelayedLoader slowText={SLOW_MESSAGE} />
  const loading = isBlank ? failed(<CrashPanel remote={remote} texts={BLANK_TEXTS} again reload={reload} />) : waiting
  const recover = (reset: () => void) => {
    setRecovering(true)
    reset()
  }
  return (
    <div data-boundary={remote} aria-busy={(state.kind === 'loading' && !quiet) || undefined}>
      {state.kind === 'failed' ? (
        failed(<RemoteFailurePanel {...loadFailure(state.error)} onRetry={retry} />)
      ) : (
        <RemoteErrorBoundary
          onError={(error) => crashed(remote, { kind: quiet ? 'script' : 'render', error })}
          fallback={(error, reset) =>
            failed(
              isMissingCode(error) ? (
                <MissingPart onRetry={reset} reload={reload} />
              ) : (
                <CrashPanel remote={remote} again={recovering} onRetry={() => recover(reset)} reload={reload} />
              ),
            )
          }
        >
          {/* A new boundary shows its fallback for at least 300 ms. */}
          <Suspense fallback={loading}>
            {state.kind === 'ready' ? children(state.app) : loading}
            {state.kind === 'ready' && <Mounted {...{ remote, appeared }} />}
          </Suspense>
        </RemoteErrorBoundary>
      )}
    </div>
  )
}
