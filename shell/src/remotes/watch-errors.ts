import type { ErrorEvent } from 'shared/contract/load-events'
import type { CaughtError } from './caught.ts'

/** Loads the rest with the first error. A page without errors needs none. */
export const reportLater = (send: (event: ErrorEvent) => void): ((caught: CaughtError) => void) => {
  let reporter: Promise<(caught: CaughtError) => void> | undefined
  return (caught) => {
    reporter ??= import(/* webpackChunkName: "errors" */ './attribute-error.ts').then(
      ({ createReporter }) => createReporter(send),
      // An unhandled rejection would call this again.
      () => () => undefined,
    )
    void reporter.then((report) => report(caught))
  }
}

export const watchErrors = (report: (caught: CaughtError) => void): void => {
  window.addEventListener('error', ({ error, filename }) => report({ kind: 'script', error, filename }))
  window.addEventListener('unhandledrejection', ({ reason }) => report({ kind: 'promise', error: reason }))
  document.addEventListener('securitypolicyviolation', (error) => report({ kind: 'blocked', error }))
}
