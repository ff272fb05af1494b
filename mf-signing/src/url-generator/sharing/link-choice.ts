import type { PublicLink } from 'shared/contract'

export const readOnly: PublicLink = { mode: 'read', email_code: false }

/** Only signing can require a code. */
export const withMode = (link: PublicLink, mode: PublicLink['mode']): PublicLink =>
  mode === 'read' ? readOnly : { ...link, mode }
