import type { RemoteName } from 'shared/contract'
import type { ErrorKind } from 'shared/contract/load-events'

/** Apart from its attribution, which loads with the first error. */
export interface CaughtError {
  readonly error: unknown
  /** `blocked`: `error` is the browser's event about its policy. */
  readonly kind: ErrorKind | 'blocked'
  /** Of the script. */
  readonly filename?: string
  /** Whose error boundary caught it. */
  readonly boundary?: { readonly remote: RemoteName; readonly release: string }
}
