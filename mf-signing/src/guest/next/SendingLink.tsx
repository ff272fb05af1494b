import type { ComponentProps } from 'react'
import { Link } from 'shared/router'

/** Tells the page of the other document that the person came from this sending, so it takes the focus. */
export const ARRIVED_BY_SENDING = { sending: true } as const

/** @param state of the browser's history */
export const cameBySending = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'sending' in state && state.sending === true

/**
 * Opens another document of the sending as its mailed link does. Replaces the page: going back to a page of a guest
 * ends the browser's session.
 */
export function SendingLink(props: Omit<ComponentProps<typeof Link>, 'replace' | 'state'>) {
  return <Link {...props} replace state={ARRIVED_BY_SENDING} />
}
