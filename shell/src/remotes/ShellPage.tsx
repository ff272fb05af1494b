import type { ReactNode } from 'react'
import { isMissingCode } from 'shared/http'
import { MissingPart } from './MissingPart.tsx'
import { RemoteErrorBoundary } from './RemoteErrorBoundary.tsx'
import { RemoteFailurePanel } from './RemoteFailurePanel.tsx'
import { CRASHED_TEXTS } from './texts.ts'

/** A crash leaves the header and navigation working. */
export function ShellPage({ children }: { readonly children: ReactNode }) {
  return (
    <RemoteErrorBoundary
      fallback={(error, reset) =>
        isMissingCode(error) ? (
          <MissingPart onRetry={reset} />
        ) : (
          <RemoteFailurePanel {...CRASHED_TEXTS} onRetry={reset} />
        )
      }
    >
      {children}
    </RemoteErrorBoundary>
  )
}
