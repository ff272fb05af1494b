import { isSigningPath } from 'shared/contract'
import { endSession, startSession } from 'shared/state'

const navigationTypeOf = (performance: Performance): string | undefined => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry && 'type' in entry && typeof entry.type === 'string' ? entry.type : undefined
}

/**
 * Under /sign/ nothing is restored: a back navigation from another
 * document ends the session.
 */
export const startSessionOfPage = (
  pathname: string = window.location.pathname,
  navigationType: string | undefined = navigationTypeOf(performance),
): void => {
  const signing = isSigningPath(pathname)
  if (signing && navigationType === 'back_forward') endSession()
  void startSession({ restore: !signing })
}
