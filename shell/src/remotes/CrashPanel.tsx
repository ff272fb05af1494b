import { useContext } from 'react'
import type { RemoteName } from 'shared/contract'
import { Button } from 'shared/ui'
import { FailurePanel } from './FailurePanel.tsx'
import { avoidRelease } from './resolve-entry.ts'
import { CRASHED, RELOAD, RELOAD_PREVIOUS } from './texts.ts'
import { RemoteLoaderContext } from './use-remote-app.ts'

interface CrashPanelProps {
  readonly remote: RemoteName
  /** It crashed again after a retry. */
  readonly again: boolean
  readonly onRetry: () => void
  readonly reload: () => void
}

/** Only a reload brings another release. */
export function CrashPanel({ remote, again, onRetry, reload }: CrashPanelProps) {
  const running = useContext(RemoteLoaderContext).running(remote)
  const reloadPrevious = () => {
    if (running) avoidRelease(remote, running.release)
    reload()
  }
  const otherAction = running?.previous ? <Button onClick={reloadPrevious}>{RELOAD_PREVIOUS}</Button> : undefined
  return (
    <FailurePanel
      {...CRASHED}
      {...(again ? { action: RELOAD } : {})}
      onRetry={again ? reload : onRetry}
      otherAction={otherAction}
    />
  )
}
