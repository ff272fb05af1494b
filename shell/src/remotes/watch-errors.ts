import type { RemoteName } from 'shared/contract'
import type { ErrorEvent, ErrorKind } from 'shared/contract/load-events'

export interface Caught {
  readonly error: unknown
  readonly kind: ErrorKind
  /** Of the script. */
  readonly filename?: string
  /** Whose error boundary caught it. */
  readonly boundary?: { readonly remote: RemoteName; readonly release: string }
}

/** Loads the rest with the first error. A page without errors needs none. */
export const reportLater = (send: (event: ErrorEvent) => void): ((caught: Caught) => void) => {
  let reporter: Promise<(caught: Caught) => void> | undefined
  return (caught) => {
    reporter ??= import(/* webpackChunkName: "errors" */ './attribute-error.ts').then(
      ({ createReporter }) => createReporter(send),
      // An unhandled rejection would call this again.
      () => () => undefined,
    )
    void reporter.then((report) => report(caught))
  }
}

export const watchErrors = (report: (caught: Caught) => void): void => {
  window.addEventListener('error', ({ error, filename }) => report({ kind: 'script', error, filename }))
  window.addEventListener('unhandledrejection', ({ reason }) => report({ kind: 'promise', error: reason }))
}
