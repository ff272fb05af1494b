import type { Access } from 'shared/contract'
import { href } from 'shared/contract'
import type { Session } from 'shared/state'

/** What stands at an address for the person who asks for it. */
export type Admission =
  | { readonly kind: 'wait' }
  | { readonly kind: 'show' }
  | { readonly kind: 'away'; readonly to: string }

const show: Admission = { kind: 'show' }
const wait: Admission = { kind: 'wait' }

/**
 * The access rules of the mount table. A page for anonymous people is judged on arrival only (`admitted`): who logs in
 * there still sees what it says before it leads on. A page that needs a session closes as soon as the session ends.
 */
export const admit = (access: Access, session: Session['kind'], admitted: boolean): Admission => {
  if (access.kind === 'everyone') return show
  if (access.kind === 'anonymous' && admitted) return show
  if (session === 'restoring') return wait
  if (access.kind === 'session') return session === 'authenticated' ? show : { kind: 'away', to: href.login() }
  return session === 'anonymous' ? show : { kind: 'away', to: access.away }
}
