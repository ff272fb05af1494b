import type { ReactNode } from 'react'
import { isMissingCode } from 'shared/http'
import { FailurePanel } from './FailurePanel.tsx'
import { MissingPart } from './MissingPart.tsx'
import { RemoteErrorBoundary } from './RemoteErrorBoundary.tsx'
import { CRASHED } from './texts.ts'

/** A crash leaves the header and navigation working. */
export function ShellPage({ children }: { readonly children: ReactNode }) {
  return (
    <RemoteErrorBoundary
      fallback={(error, reset) =>
        isMissingCode(error) ? <MissingPart onRetry={reset} /> : <FailurePanel {...CRASHED} onRetry={reset} />
      }
    >
      {children}
    </RemoteErrorBoundary>
  )
}
