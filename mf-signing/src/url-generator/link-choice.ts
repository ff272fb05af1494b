import type { PublicLink } from 'shared/contract'

/** What a URL allows unless the owner chooses more. */
export const readOnly: PublicLink = { mode: 'read', email_code: false }

/** A code is asked only of who signs. */
export const withMode = (link: PublicLink, mode: PublicLink['mode']): PublicLink =>
  mode === 'read' ? readOnly : { ...link, mode }
