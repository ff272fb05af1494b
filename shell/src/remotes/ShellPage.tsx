import type { ReactNode } from 'react'
import { isChunkError } from './chunk-error.ts'
import { FailurePanel } from './FailurePanel.tsx'
import { MissingPart } from './MissingPart.tsx'
import { RemoteErrorBoundary } from './RemoteErrorBoundary.tsx'
import { CRASHED } from './texts.ts'

/** A page of the shell's own: what happens to it leaves the header and the way to other pages. */
export function ShellPage({ children }: { readonly children: ReactNode }) {
  return (
    <RemoteErrorBoundary
      fallback={(error, reset) =>
        isChunkError(error) ? <MissingPart /> : <FailurePanel {...CRASHED} onRetry={reset} />
      }
    >
      {children}
    </RemoteErrorBoundary>
  )
}
