import { isSigningPath } from 'shared/contract'
import { endSession, startSession } from 'shared/state'

/** How the browser came to this document; undefined where it does not say. */
const navigationTypeOf = (performance: Performance): string | undefined => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry && 'type' in entry && typeof entry.type === 'string' ? entry.type : undefined
}

/**
 * Starts the session of this page load. Under /sign/ nothing is restored; and whoever came back there with the back
 * button, from another document, leaves no session behind.
 */
export const startSessionOfPage = (
  pathname: string = window.location.pathname,
  navigationType: string | undefined = navigationTypeOf(performance),
): void => {
  const signing = isSigningPath(pathname)
  if (signing && navigationType === 'back_forward') endSession()
  void startSession({ restore: !signing })
}
