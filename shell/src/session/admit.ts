import type { Access } from 'shared/contract'
import { href } from 'shared/contract'
import type { Session } from 'shared/state'

export type RouteAdmission =
  | { readonly kind: 'wait' }
  | { readonly kind: 'show' }
  | { readonly kind: 'redirect'; readonly to: string }

const show: RouteAdmission = { kind: 'show' }
const wait: RouteAdmission = { kind: 'wait' }

/**
 * Pages for anonymous users check only on arrival (`admitted`): a login
 * there can still show its message. Pages that need a session close when
 * it ends.
 */
export const admitToRoute = (access: Access, session: Session['kind'], admitted: boolean): RouteAdmission => {
  if (access.kind === 'everyone') return show
  if (access.kind === 'anonymous' && admitted) return show
  if (session === 'restoring') return wait
  if (access.kind === 'session') return session === 'authenticated' ? show : { kind: 'redirect', to: href.login() }
  return session === 'anonymous' ? show : { kind: 'redirect', to: access.redirect }
}
